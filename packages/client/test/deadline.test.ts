import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createClient } from '../src/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const collecting = setInterval(collectGarbage, 50).unref();

let server: Server;
afterAll(() => clearInterval(collecting));
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The address of a service whose response stops after the first byte of its body. */
async function stallingService(): Promise<string> {
  server = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// Node.js 20 may garbage-collect the signals of a call before they abort.
test('a call whose response stops ends at its deadline', async () => {
  const client = createClient({ baseUrl: await stallingService(), deadlineMs: 600 });
  await expect(client.account()).rejects.toMatchObject({ code: 'deadline_exceeded' });
});

test("a call whose response stops ends with the caller's signal", async () => {
  const client = createClient({ baseUrl: await stallingService() });
  const reason = new Error('enough');
  const caller = new AbortController();
  setTimeout(() => caller.abort(reason), 600);
  await expect(client.search('beta.search', { query: 'q' }, { signal: caller.signal })).rejects.toBe(reason);
});

test("a batch whose response stops ends with the caller's signal", async () => {
  const client = createClient({ baseUrl: await stallingService() });
  const reason = new Error('enough');
  const caller = new AbortController();
  setTimeout(() => caller.abort(reason), 600);
  const answers = client.batch([{ id: 'a', operation: 'beta.search', query: 'q' }], { signal: caller.signal });
  await expect(answers.next()).rejects.toBe(reason);
});
