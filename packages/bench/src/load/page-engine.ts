import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeServedPages } from './served-pages.js';

/**
 * The process of a search engine that sends its pages over HTTP: what it costs to send them does not count as the service's.
 * Its arguments are those of the service's process. Tells its origin once it listens, and ends with the process that forked it.
 */
const [engineDelay = 0, pageCount = 1] = process.argv.slice(2).map(Number);
const pages = makeServedPages(pageCount);

const server = createServer(async ({ url = '/' }, response) => {
  const query = new URL(url, 'http://engine').searchParams.get('q') ?? '';
  await sleep(engineDelay);
  const page = pages.get(query);
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=UTF-8' }).end(page);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
