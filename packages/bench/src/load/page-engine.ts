import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeServedPages } from './served-pages.js';

/**
 * A search engine in a separate process that sends pages over HTTP, so that its cost is not counted for the service. It
 * takes the same arguments as the service process, sends its origin once it listens, and exits with its parent.
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
