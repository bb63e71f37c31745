import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SimulatorWord } from './docs/simulator-word.js';

/** What the playground is handed. */
export interface PlaygroundParts {
  /** The key that `svc start` made for trying out; pages on the same machine are told it. */
  startKey: string | undefined;
  /** Words that simulated engines heed in a query; none where no engine is simulated. */
  words: readonly SimulatorWord[];
}

/** Adds what the playground asks for beside the API. It calls no engine and needs no key. */
export function addPlaygroundRoutes(app: FastifyInstance, { startKey, words }: PlaygroundParts): void {
  app.get('/playground.json', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const key = startKey !== undefined && isFromHere(request) ? startKey : null;
    return { key, simulated: words.length > 0, words };
  });
}

/** Headers by which a proxy says for whom it asks. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whether a browser on this machine asks for a page of this machine: no proxy passed the request on, and the name that
 * it was sent to is that of this machine, so that no page of others can reach it by a name of its own.
 */
function isFromHere({ headers, hostname, socket }: FastifyRequest): boolean {
  const isForwarded = forwarded.some((name) => headers[name] !== undefined);
  return !isForwarded && isLoopback(socket.remoteAddress ?? '') && (hostname === 'localhost' || isLoopback(hostname));
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
