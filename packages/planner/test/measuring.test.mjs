import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createCallers } from '../src/callers.mjs';
import { compressPage, makePages } from '../src/pages.mjs';
import { openMeasurementSetup } from '../src/setup.mjs';

test('callers count every response and byte of concurrent requests', { timeout: 60_000 }, async () => {
  const sockets = new Set();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    setTimeout(() => response.end('x'.repeat(1_000 + (requests % 700))), requests % 5);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const callers = createCallers();
  onTestFinished(() => {
    callers.close();
    server.close();
  });
  const addresses = [`http://127.0.0.1:${server.address().port}`];
  await callers.searchWithEach({
    addresses,
    keys: Array.from({ length: 21 }, (_, index) => `key ${index}`),
    callers: 8,
  });
  expect(requests).toBe(21);
  const times = await callers.searchFor({ addresses, keys: ['key'], callers: 8, seconds: 0.3 });
  expect(times.length).toBe(requests - 21);
  const sent = [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  expect(callers.bytes().answers).toBe(sent);
  expect(sent).toBeGreaterThan(requests * 1_000);
});

test('the measured service uses TLS and a proxy, with one fetch per search', { timeout: 120_000 }, async () => {
  const setup = await openMeasurementSetup({ bytes: 60_000, keys: 3, masters: 0, exits: 2 });
  onTestFinished(() => setup.close());
  await setup.warmUp(2, 1);
  const { count, pages, down, up, answer, redis } = await setup.figures(4, 2);
  expect(count).toBeGreaterThan(0);
  expect(pages).toBe(1);
  const least = Math.min(...makePages(60_000).map((page) => compressPage(page).br.length));
  expect(down).toBeGreaterThan(least);
  expect(down).toBeLessThan(least * 1.5);
  expect(up).toBeGreaterThan(300);
  expect(answer).toBeGreaterThan(1_000);
  expect(redis.time).toBe(0);
});

test('generated pages have the requested size and compress like real ones', () => {
  for (const bytes of [80_000, 400_000]) {
    for (const page of makePages(bytes)) {
      expect(Math.abs(page.length / bytes - 1)).toBeLessThan(0.02);
      const ratio = page.length / compressPage(page).gzip.length;
      expect(ratio).toBeGreaterThan(3);
      expect(ratio).toBeLessThan(5.5);
    }
  }
});
