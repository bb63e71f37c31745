import { once } from 'node:events';
import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { answersOf, type BatchAnswer, batchHeaders, manyLines, ndjson, sendBatch } from './helpers/batches.js';
import { type Engines, startEngines } from './helpers/engines.js';
import { fakeEndpoint, serving } from './helpers/fake-endpoint.js';
import { key, testService } from './helpers/service.js';

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines({
    SVC_PROXY_SEARCHES: '100',
    SVC_REQUEST_TIMEOUT_MS: '4000',
    SVC_WRITE_TIMEOUT_MS: '30000',
  });
});
afterAll(() => engines.close());

const searchesFor = (name: string) => engines.simulator.requests.filter(({ query }) => query.startsWith(name)).length;

/** Not with `filter`, which calls a function for each of 90 million bytes. */
function lineEndsIn(chunk: Buffer): number {
  let ends = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) ends += 1;
  return ends;
}

/**
 * Waits until no search is in progress and the engine receives none. A batch that goes on starts the next search whenever one
 * ends.
 */
async function expectEnd(name: string): Promise<void> {
  let received = -1;
  const look = async () => {
    const before = received;
    received = searchesFor(name);
    return [/^svc_searches_active (\d+)/m.exec(await engines.metrics())?.[1], received === before];
  };
  await expect.poll(look, { timeout: 30_000, interval: 1_000 }).toEqual(['0', true]);
}

test('every id is answered once, in the order in which searches end', async () => {
  const slow = { id: 'slow', operation: 'gamma.search', query: 'sim:slow' };
  const lines = manyLines(100, 'each once');
  const response = await sendBatch(engines.address, [slow, ...lines], { headers: { 'x-request-id': 'batch-1' } });
  const answers: BatchAnswer[] = [];
  for await (const answer of answersOf(response)) {
    answers.push(answer);
    if (answers.filter(({ id }) => id !== 'slow').length === 100) break; // the slow one would be the last
  }
  const [slowOnes, others] = [true, false].map((isSlow) => answers.filter(({ id }) => (id === 'slow') === isSlow));
  expect(others!.map(({ id }) => id).toSorted()).toEqual(lines.map(({ id }) => id).toSorted());
  // On a busy machine it may have timed out before the others ended.
  for (const answer of slowOnes!) expect(answer).toMatchObject({ body: { code: 'upstream_timeout' } });
});

test('a batch pauses while its caller does not read, and goes on when the caller reads again', {
  timeout: 300_000, // it reads 90 MB
}, async () => {
  const lines = manyLines(300, 'unread').map((line) => ({ ...line, operation: 'alpha.search' }));
  const adapter = serving(() => ({ rows: ['row'.repeat(100_000)] }));
  const service = testService({ adapter, endpoints: [fakeEndpoint], env: { SVC_PORT: '0' } });
  const address = await service.app.listen({ port: 0 });
  onTestFinished(() => service.app.close());
  const request = send(`${address}/api/v1/batch`, { method: 'POST', headers: batchHeaders });
  request.end(ndjson(lines));
  const [response] = await once(request, 'response');
  const hasStopped = async () => {
    const searches = service.requests.length;
    await sleep(500);
    return service.requests.length === searches;
  };
  await expect.poll(hasStopped).toBe(true);
  expect(service.requests.length).toBeLessThan(100);
  let ends = 0;
  for await (const chunk of response) ends += lineEndsIn(chunk);
  expect(ends).toBe(300);
});

test('a batch stops fetching once its caller has left', async () => {
  const caller = new AbortController();
  const response = await sendBatch(engines.address, manyLines(2_000, 'left'), { signal: caller.signal });
  const answers = answersOf(response);
  for (let read = 0; read < 5; read += 1) await answers.next();
  caller.abort();
  await expectEnd('left');
  const searches = searchesFor('left');
  expect(searches).toBeLessThan(2_000);
  await sleep(500);
  expect(searchesFor('left')).toBe(searches);
});

test('a caller that leaves before its body is read is noticed even if no line has been answered', async () => {
  const request = send(`${engines.address}/api/v1/batch`, { method: 'POST', headers: batchHeaders });
  request.on('error', () => {});
  const filler = 'x'.repeat(2_000);
  const slow = Array.from({ length: 5_000 }, (_, index) => ({
    id: `${index}`,
    operation: 'gamma.search',
    query: `held ${index} sim:slow ${filler}`,
  }));
  request.write(ndjson(slow));
  await expect.poll(() => searchesFor('held')).toBeGreaterThan(5);
  request.destroy();
  await expectEnd('held');
  const searches = searchesFor('held');
  expect(searches).toBeLessThan(5_000);
  await sleep(500);
  expect(searchesFor('held')).toBe(searches);
});

test('a body may take longer than the request timeout, as long as data arrives', async () => {
  const request = send(`${engines.address}/api/v1/batch`, { method: 'POST', headers: batchHeaders });
  const responded = once(request, 'response');
  for (const line of manyLines(6, 'in time')) {
    request.write(ndjson([line]));
    await sleep(1_000);
  }
  request.end();
  const [response] = await responded;
  let text = '';
  for await (const chunk of response) text += chunk;
  expect(text.match(/"status":200/g)).toHaveLength(6);
});

test('a body that stops arriving gets answers to the lines received so far', async () => {
  const request = send(`${engines.address}/api/v1/batch`, { method: 'POST', headers: batchHeaders });
  request.on('error', () => {});
  request.write(ndjson(manyLines(2, 'late')));
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  expect(text.match(/"status":200/g)).toHaveLength(2);
  expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({ line: 3, id: null, status: 408 });
});

test('other callers of the same key are served during a batch', async () => {
  const caller = new AbortController();
  await sendBatch(engines.address, manyLines(3_000, 'beside'), { signal: caller.signal });
  const waits: number[] = []; // in searches of the batch
  for (let index = 0; index < 10; index += 1) {
    const before = searchesFor('beside');
    const answer = await fetch(`${engines.address}/api/v1/gamma/search`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `interactive ${index}` }),
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    waits.push(searchesFor('beside') - before);
  }
  caller.abort();
  expect(Math.max(...waits)).toBeLessThan(300);
});
