import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PageFile, playgroundFiles } from '../docs/playground.js';
import type { SimulatorWord } from '../docs/simulator-words.js';
import { compress, encodingFor, tellEncoding } from '../http/compression.js';

/** What the playground is handed. */
export interface PlaygroundParts {
  /** The key that `svc start` made for trying out; pages on the same machine are told it. */
  startKey: string | undefined;
  /** Words that simulated engines heed in a query; none where no engine is simulated. */
  words: readonly SimulatorWord[];
}

/** Adds the playground at `/`, and what it asks for beside the API. None of it calls an engine or needs a key. */
export function addPlaygroundRoutes(app: FastifyInstance, { startKey, words }: PlaygroundParts): void {
  app.register(async (scope) => {
    for (const file of await playgroundFiles()) addFile(scope, file);
    scope.get('/playground.json', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const key = startKey !== undefined && isFromHere(request) ? startKey : null;
      return { key, simulated: words.length > 0, words };
    });
  });
}

function addFile(scope: FastifyInstance, { path, bytes, headers }: PageFile): void {
  const body = Buffer.from(bytes);
  const compressed = new Map<string, Promise<Buffer>>();
  scope.get(`/${path}`, async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding'], body.byteLength);
    tellEncoding(reply.headers(headers), encoding);
    if (encoding === undefined) return reply.send(body);
    const once = compressed.get(encoding) ?? compress(body, encoding);
    compressed.set(encoding, once);
    return reply.send(await once);
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
