import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '@svc/fetchers';
import { operations } from '@svc/parsers';
import { readConfig, startService } from '@svc/server';
import fastify from 'fastify';
import { got } from 'got';
import type { ParsingCost, ServiceCommand, ServiceMessage } from './figures.js';
import { hostilePages, makeServedPages, type ServedPages, smallPage } from './served-pages.js';

/** The servers to compare, with the same search. */
interface Compared {
  /** Origin and key of the measured service. */
  readonly address: string;
  readonly key: string;
  /** Origin of the engine that both use. */
  readonly engine: string;
  readonly queries: readonly string[];
}

const path = '/api/v1/alpha/search';

/**
 * Starts a plain Fastify server that fetches the same page with got and sends the same JSON as the service, which shows
 * the minimal cost of a search without parsing. Resolves with its origin.
 */
async function startPlainService({ address, key, engine, queries }: Compared): Promise<string> {
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
  if (!response.ok) throw new Error(`The service responded with ${response.status}: ${await response.text()}`);
  return response.json();
}

/**
 * The loaded process: the service on its own port, with an engine that answers from memory after a delay, or with the
 * one in SVC_GATEWAY. The parent process creates the load and exchanges messages with this process.
 */
const [engineDelay = 0, pageCount = 1] = process.argv.slice(2).map(Number);
const pages = makeServedPages(pageCount);
const [smallPageQuery, quicklyRead] = smallPage();
const hostile = hostilePages();

readAlone(pages, 2_000); // until the code is compiled
const { SVC_GATEWAY: gateway = '', SVC_API_KEYS: key = '' } = process.env;
const service = await startService(readConfig(process.env), gateway === '' ? { adapter: engine() } : {});
const { address } = service;
const queries = [...pages.keys()];
const bare = await (gateway === '' ? startBare() : startPlainService({ address, key, engine: gateway, queries }));
print({ ready: { address, bare, queries, smallPageQuery } });

process.on('message', (command: ServiceCommand) => {
  if (command === 'read') print({ alone: readAlone(pages, 1_000) });
  if (command === 'usage') print({ usage: { cpu: cpuTime(), ...process.memoryUsage() } });
  if (command === 'collect') globalThis.gc?.();
  if (command === 'stop') service.stop().then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));

function print(message: ServiceMessage): void {
  process.send?.(message);
}

/** A server without application code, which shows the cost of a request and response alone. */
async function startBare(): Promise<string> {
  const [[query, page] = ['', new Uint8Array()]] = pages;
  const answer = JSON.stringify(operations['alpha.search'](page, { query, page: 1 }));
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };
  const server = createServer(async (request, response) => {
    JSON.parse(await text(request));
    response.writeHead(200, headers).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** CPU milliseconds used by this process. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function engine(): Adapter {
  let next = 0;
  return async ({ url, query }) => {
    await sleep(engineDelay);
    const ordinary = query === smallPageQuery ? quicklyRead : pages.get(query);
    const body = ordinary ?? hostile[next++ % hostile.length] ?? new Uint8Array();
    return { url, status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body };
  };
}

/** Parses the pages one after another for this many milliseconds. */
function readAlone(all: ServedPages, milliseconds: number): ParsingCost {
  const entries = [...all];
  const parse = (index: number) => {
    const [query, page] = entries[index % entries.length] ?? ['', new Uint8Array()];
    const contentType = 'text/html; charset=UTF-8';
    return operations['alpha.search'](page, { query, page: 1, truncated: true, contentType });
  };
  const [start, cpu] = [performance.now(), cpuTime()];
  let count = 0;
  while (performance.now() - start < milliseconds) parse(count++);
  return { pages: count, wall: performance.now() - start, cpu: cpuTime() - cpu };
}
