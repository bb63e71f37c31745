import { Agent } from 'node:http';
import fastify from 'fastify';
import { got } from 'got';

/** A service to compare with, and the same search asked of it. */
export interface Compared {
  /** Origin of the service that is measured, and a key of it. */
  readonly address: string;
  readonly key: string;
  /** Origin of the engine that both ask. */
  readonly engine: string;
  readonly queries: readonly string[];
}

const path = '/api/v1/alpha/search';

/**
 * Starts a bare Fastify server that gets the same page with got and sends the JSON that the service answers: what a search
 * costs whoever writes one, reading the page left out. Resolves with its origin.
 */
export async function startPlainService({ address, key, engine, queries }: Compared): Promise<string> {
  const answers = new Map<string, unknown>();
  for (const query of queries) answers.set(query, await answerOf(address + path, key, query));
  const agent = { http: new Agent({ keepAlive: true }) };
  const app = fastify();
  app.post<{ Body: { query: string } }>(path, async ({ body: { query } }) => {
    await got(`${engine}/search`, { searchParams: { q: query }, agent }).buffer();
    return answers.get(query);
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function answerOf(url: string, key: string, query: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  return response.json();
}
