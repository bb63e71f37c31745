import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FolderJobStore } from '../src/jobs/folder-store.js';
import { type Job, type JobRef, newJobId, splitIntoBlocks } from '../src/jobs/job.js';
import { followResults } from '../src/jobs/responses.js';
import { jobStoreFaultError } from '../src/jobs/store.js';
import { answersIn, batchHeaders, ndjson } from './helpers/batches.js';
import { answerSchemaOf, faultsBy, faultsOfAnswer } from './helpers/description.js';
import { createGate } from './helpers/gate.js';
import { alphaSearch } from './helpers/operations.js';
import { type Callers, disabledKey, key } from './helpers/service.js';
import { drawn, startedService } from './helpers/started.js';
import { temporaryFolder } from './helpers/temporary.js';

const path = '/api/v1/batches';
const search = (id: string, more: object = {}) => ({ id, operation: 'alpha.search', query: id, ...more });
const other = 'the-key-of-somebody-else';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

interface ServiceOptions {
  /** Milliseconds that a search takes. */
  delay?: number;
  /** The end of a search, after that. */
  until?: Promise<void>;
  env?: Record<string, string>;
  callers?: Callers;
}

/** A service with jobs. */
async function serviceWith({ delay = 0, until, env = {}, ...options }: ServiceOptions = {}) {
  const serve = drawn();
  const service = await startedService({
    adapter: async (...given) => {
      await sleep(delay);
      await until;
      return serve(...given);
    },
    env: { SVC_API_KEYS: `${key},${other}`, SVC_BATCH_FOLDER: join(folder, 'jobs'), ...env },
    ...options,
  });
  const job = async (id: string) => (await service.get(`${path}/${id}`)).json();
  return {
    ...service,
    job,
    send: (lines: readonly unknown[], query = '', headers = {}) =>
      service.post(path + query, ndjson(lines), { ...batchHeaders, ...headers }),
    ended: async (id: string) => {
      await expect.poll(async () => (await job(id)).state, { timeout: 90_000 }).not.toBe('running');
      return job(id);
    },
    results: async (id: string, query = '') => {
      const response = await service.get(`${path}/${id}/results${query}`);
      return { response, answers: response.statusCode === 200 ? answersIn(response.body) : [] };
    },
  };
}

test('an administrator lists and cancels the batches of all keys, but cannot read their answers', async () => {
  const admin = 'the-key-of-the-administrator-1';
  const { promise: until, open } = createGate<void>();
  onTestFinished(() => open());
  const service = await serviceWith({ until, callers: { [key]: {}, [admin]: { scopes: ['search', 'admin'] } } });
  const headers = { 'x-api-key': admin };
  const { id } = (await service.send(Array.from({ length: 40 }, (_, n) => search(`query ${n}`)))).json();
  const own = (await service.send([search('mine')], '', headers)).json();

  expect((await service.get(path, headers)).json().batches).toMatchObject([{ id: own.id }]);
  const all = (await service.get(`${path}?owner=*`, headers)).json().batches;
  expect(all.map((job: { id: string }) => job.id).toSorted()).toEqual([id, own.id].toSorted());
  const { owner } = all.find((job: { id: string }) => job.id === id);
  expect((await service.get(`${path}?owner=${owner}`, headers)).json().batches).toMatchObject([{ id, owner }]);
  expect((await service.get(`${path}?owner=*`)).json()).toMatchObject({ code: 'insufficient_scope' });
  expect((await service.get(`${path}?owner=a%20b`, headers)).json()).toMatchObject({ code: 'invalid_parameter' });

  expect((await service.get(`${path}/${id}`, headers)).json()).toMatchObject({ state: 'running', owner });
  expect((await service.get(`${path}/${id}/results`, headers)).json().code).toBe('insufficient_scope');
  const cancelled = await service.remove(`${path}/${id}`, headers);
  expect([cancelled.statusCode, cancelled.json().state]).toEqual([200, 'cancelled']);
  expect(await service.job(id)).toMatchObject({ state: 'cancelled' });
  expect(await service.job(id)).not.toHaveProperty('owner');
});

test('an administrator sees the usage of every key', async () => {
  const admin = 'the-key-of-the-administrator-1';
  const callers = { [key]: { id: 'user' }, [admin]: { scopes: ['admin'] } };
  const service = await serviceWith({ callers, env: { SVC_DAY_QUOTA: '50', SVC_DISABLED_API_KEYS: '' } });
  await service.post(alphaSearch.path, { query: 'a', num: 20 });
  const answer = await service.get('/api/v1/usage', { 'x-api-key': admin });
  expect(faultsOfAnswer('get', '/api/v1/usage', answer)).toEqual([]);
  expect(answer.json()).toMatchObject({
    keys: [
      { id: 'user', disabled: false, day: { used: 2, limit: 50 }, month: { used: 2, limit: null } },
      { day: { used: 0, limit: 50 } },
    ],
  });
  expect((await service.get('/api/v1/usage')).json().code).toBe('insufficient_scope');
});

test('a job is accepted and completed, with the same answers as a streamed batch', async () => {
  const service = await serviceWith();
  const lines = [search('a'), { id: 'b' }, search('a'), search('c', { num: 20 })];
  const accepted = await service.send(lines, '?include=metadata');
  expect([accepted.statusCode, accepted.headers.location]).toEqual([202, `${path}/${accepted.json().id}`]);
  const faultsOf = (job: unknown) => faultsBy(answerSchemaOf(`${path}/{id}`), job);
  expect(faultsOf(accepted.json())).toEqual([]);
  expect(accepted.json()).toMatchObject({ state: 'running', lines: 4, webhook: null });
  const { id } = accepted.json();
  const ended = await service.ended(id);
  expect(faultsOf(ended)).toEqual([]);
  expect(ended).toMatchObject({ state: 'completed', lines: 4, answered: 4, found: 2 });
  const { response, answers } = await service.results(id);
  expect(response.headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'x-next-cursor': '4',
  });
  const fields = answers.map(({ line, status, id, body }) => [line, status, id, 'metadata' in body, body.instance]);
  expect(fields.toSorted()).toEqual([
    [1, 200, 'a', true, undefined],
    [2, 400, 'b', false, path],
    [3, 400, null, false, path],
    [4, 200, 'c', true, undefined],
  ]);
});

test('answers can be resumed from a cursor', async () => {
  const service = await serviceWith();
  const { id } = (await service.send(Array.from({ length: 7 }, (_, index) => search(`${index}`)))).json();
  await service.ended(id);
  const all = (await service.results(id)).answers;
  const first = await service.results(id, '?limit=3');
  const second = await service.results(id, `?cursor=${first.response.headers['x-next-cursor']}`);
  expect([...first.answers, ...second.answers]).toEqual(all);
  const none = await service.results(id, '?cursor=9');
  expect([none.response.body, none.response.headers['x-next-cursor']]).toEqual(['', '9']);
  expect((await service.results(id, '?cursor=-1&limt=3')).response.json()).toMatchObject({
    code: 'invalid_parameter',
    errors: [{ field: 'cursor' }, { field: 'limt', suggestions: ['limit'] }],
  });
});

test('follow=true returns answers until the job has ended', async () => {
  const service = await serviceWith({ delay: 100, env: { SVC_BATCH_SEARCHES: '1' } });
  const { id } = (await service.send([search('a'), search('b'), search('c')])).json();
  const { answers } = await service.results(id, '?follow=true&cursor=1');
  expect(answers.map(({ id }) => id)).toEqual(['b', 'c']);
  expect((await service.job(id)).state).toBe('completed');
});

test('a job whose deadline is weeks away, because the clock was set back, goes on', async () => {
  const before = await serviceWith();
  const { id: first } = (await before.send([search('a'), search('b')])).json();
  await before.ended(first);
  await before.stop();
  const store = new FolderJobStore(join(folder, 'jobs'), { retention: 3_600_000, onDamage: () => {} });
  const ref = await store.find(first);
  const job = await store.get(ref!);
  const again = { ...job!, id: newJobId(), deadline: Date.now() + 40 * 86_400_000 };
  await store.receive(again, splitIntoBlocks(Readable.from([Buffer.from(ndjson([search('a'), search('b')]))])).blocks);
  await store.add(again);
  await store.close();
  const service = await serviceWith({ delay: 300 });
  expect(await service.ended(again.id)).toMatchObject({ state: 'completed', found: 2 });
}, 20_000);

test('a key can follow results over a limited number of connections, and each one that ends makes room', async () => {
  let finish = () => {};
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const service = await serviceWith({ until, env: { SVC_KEY_FOLLOWS: '3' } });
  const { id } = (await service.send([search('a')])).json();
  const theirs = (await service.send([search('b')], '', { 'x-api-key': other })).json();
  // Not by `fetch`, which closes connections once garbage collection finds that nobody reads their responses.
  const follow = async (job: string, caller = key, method = 'GET') => {
    const url = `${service.address}${path}/${job}/results?follow=true`;
    const request = httpRequest(url, { method, headers: { 'x-api-key': caller } }).end();
    onTestFinished(() => void request.destroy());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode, response, leave: () => void request.destroy() };
  };
  const beforeFirstHeartbeat = sleep(4_000, 'no headers');
  expect(await Promise.race([follow(theirs.id, other), beforeFirstHeartbeat])).toMatchObject({ status: 200 });
  const followers = await Promise.all(Array.from({ length: 30 }, () => follow(id)));
  const taken = followers.filter(({ status }) => status === 200);
  const refused = followers.filter(({ status }) => status !== 200);
  expect([taken.length, refused.length]).toEqual([3, 27]);
  expect(refused.every(({ response }) => response.headers['retry-after'] === '10')).toBe(true);
  expect(await json(refused[0]!.response)).toMatchObject({
    ...{ status: 429, code: 'rate_limited', retryable: true },
    detail: 'The key has reached its limit of 3 connections that follow results.',
  });
  expect((await follow(id, key, 'HEAD')).status).toBe(200); // holds no connection
  expect((await service.results(id)).response.statusCode).toBe(200); // does not follow
  expect((await follow(theirs.id, other)).status).toBe(200);
  taken[0]?.leave();
  await expect.poll(async () => (await follow(id)).status).toBe(200);
  expect((await follow(id)).status).toBe(429);
  finish();
  await service.ended(id);
  await expect.poll(async () => (await follow(id)).status).toBe(200);
  expect(warned.mock.calls).toEqual([]); // such as of too many listeners
});

test('following results waits while the store is away, and gives each once', async () => {
  const faults = [0, 3, 4]; // numbers of the calls that fail
  let calls = 0;
  const reach = () => {
    calls += 1;
    if (faults.includes(calls - 1)) throw jobStoreFaultError('away');
  };
  const store = {
    async get() {
      reach();
      return { answered: 3, endedAt: 1 } as Job;
    },
    async *results(_ref: JobRef, from: number, to: number) {
      for (let line = from; line < to; line += 1) {
        reach();
        yield Buffer.from(`${line}\n`);
      }
    },
  };
  const { signal } = new AbortController();
  const following = { ref: { owner: 'a', id: 'b' }, from: 0, signal, isOver: () => false };
  const given: string[] = [];
  for await (const bytes of followResults(store, following)) given.push(bytes.toString());
  expect(given).toEqual(['0\n', '1\n', '2\n']);
  calls = 0;
  const stopped = followResults(store, { ...following, isOver: () => true });
  await expect(stopped.next()).rejects.toMatchObject({ code: 'overloaded' });
});

test('a cancelled job makes no further requests, and a second DELETE removes it', async () => {
  const service = await serviceWith({ delay: 50, env: { SVC_BATCH_SEARCHES: '2' } });
  const { id } = (await service.send(Array.from({ length: 200 }, (_, index) => search(`${index}`)))).json();
  await expect.poll(async () => (await service.job(id)).answered).toBeGreaterThan(2);
  const remove = () => service.remove(`${path}/${id}`);
  const cancelled = await remove();
  expect([cancelled.statusCode, cancelled.json().state]).toEqual([200, 'cancelled']);
  await sleep(100);
  const requests = service.requests.length;
  await sleep(300);
  expect(service.requests.length).toBe(requests);
  const { answers } = await service.results(id);
  expect(answers.length).toBe((await service.job(id)).answered);
  expect((await remove()).statusCode).toBe(204);
  expect((await service.get(`${path}/${id}`)).statusCode).toBe(404);
});

test('lines of a cancelled job are refunded at once, although its receiver cannot be reached', async () => {
  const gate = createGate<void>();
  onTestFinished(() => gate.open());
  const env = { SVC_WEBHOOK_HOSTS: '127.0.0.1:1', SVC_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` };
  const service = await serviceWith({ until: gate.promise, env });
  const used = async () => (await service.get('/api/v1/account')).json().limits.day.used;
  const webhook = encodeURIComponent('http://127.0.0.1:1/');
  const { id } = (await service.send([search('a', { num: 30 }), search('b')], `?webhook=${webhook}`)).json();
  await expect.poll(used).toBe(4);
  await service.remove(`${path}/${id}`);
  await expect.poll(used, { timeout: 4_500 }).toBe(0); // before the second attempt to notify its owner
});

test('a job is accessible only to its key', async () => {
  const service = await serviceWith();
  const { id } = (await service.send([search('a')])).json();
  await service.ended(id);
  const headers = { 'x-api-key': other };
  for (const url of [`${path}/${id}`, `${path}/${id}/results`]) {
    expect((await service.get(url, headers)).json()).toMatchObject({ status: 403, code: 'insufficient_scope' });
  }
  for (const url of [`${path}/batch_0`, `${path}/..`]) {
    expect((await service.get(url, headers)).json()).toMatchObject({ status: 404, code: 'not_found' });
  }
  const removed = await service.remove(`${path}/${id}`, headers);
  expect(removed.statusCode).toBe(403);
  expect((await service.get(path, headers)).json()).toEqual({ batches: [] });
  expect((await service.get(path)).json().batches).toMatchObject([{ id, state: 'completed' }]);
  expect((await service.get(path, { 'x-api-key': disabledKey })).statusCode).toBe(403);
});

test.each([
  ['no lines', '\n \n', {}, 400, 'malformed_json'],
  ['too many lines', 'x\n'.repeat(10_001), {}, 413, 'payload_too_large'],
  ['a body of another type', '{}', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
])('%s: the job is rejected and nothing is stored', async (_, body, headers, status, code) => {
  const service = await serviceWith();
  const response = await service.post(path, body, { ...batchHeaders, ...headers });
  expect([response.statusCode, response.json().code]).toEqual([status, code]);
  expect((await service.get(path)).json()).toEqual({ batches: [] });
});

test('the running and stored jobs of a key are limited', async () => {
  const { promise: until, open } = createGate<void>();
  const service = await serviceWith({ until, env: { SVC_KEY_BATCHES: '1', SVC_KEPT_BATCHES: '2' } });
  const first = (await service.send([search('a')])).json();
  const refused = await service.send([search('b')]);
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    429,
    '10',
    'rate_limited',
  ]);
  open();
  await service.ended(first.id);
  await service.ended((await service.send([search('b')])).json().id);
  expect((await service.send([search('c')])).json().detail).toBe(
    'The key has reached its limit of 2 stored batches; delete one.',
  );
});

test('lines beyond the storage limit are answered with an error, once each', async () => {
  const service = await serviceWith({ env: { SVC_BATCH_MEGABYTES: '1', SVC_BATCH_SEARCHES: '5' } });
  const lines = Array.from({ length: 600 }, (_, index) => search(`${index}`, { include: 'html' }));
  const { id } = (await service.send(lines)).json();
  const ended = await service.ended(id);
  expect(ended.state).toBe('completed');
  const { answers } = await service.results(id);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(600);
  expect(answers.at(-1)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  expect(ended.bytes).toBeLessThan(1_500_000);
  expect((await service.send([search('a')])).json().detail).toContain('MB of stored results');
}, 120_000);

test('a job continues in another service after the first one stops', async () => {
  const first = await serviceWith({ delay: 50, env: { SVC_BATCH_SEARCHES: '2' } });
  const { id } = (await first.send(Array.from({ length: 40 }, (_, index) => search(`${index}`)))).json();
  await expect.poll(async () => (await first.job(id)).answered).toBeGreaterThan(4);
  await first.stop();
  const second = await serviceWith();
  expect(await second.ended(id)).toMatchObject({ state: 'completed', answered: 40 });
  const { answers } = await second.results(id);
  expect(answers.map(({ id }) => id).toSorted()).toEqual(
    Array.from({ length: 40 }, (_, index) => `${index}`).toSorted(),
  );
});

test('a job ends when its key is disabled', async () => {
  const first = await serviceWith({ delay: 5_000, env: { SVC_BATCH_SEARCHES: '1', SVC_SHUTDOWN_TIMEOUT_MS: '0' } });
  const { id } = (await first.send([search('a'), search('b')], '', { 'x-api-key': other })).json();
  await first.stop();
  const admin = 'the-key-of-the-administrator-1';
  const second = await serviceWith({
    env: { SVC_API_KEYS: key, SVC_DISABLED_API_KEYS: other },
    callers: { [admin]: { scopes: ['search', 'admin'] } },
  });
  const state = async () => (await second.get(`${path}/${id}`, { 'x-api-key': admin })).json().state;
  await expect.poll(state).toBe('completed');
  const third = await serviceWith();
  const { answered, found } = (await third.get(`${path}/${id}`, { 'x-api-key': other })).json();
  expect([answered, found < 2]).toEqual([2, true]); // the others have failed with their code
});

test.each(['PATCH', 'POST', 'OPTIONS', 'PROPFIND'])('%s is rejected with Allow', async (method) => {
  const service = await serviceWith();
  const allowOf = async (url: string) => {
    const { status, headers } = await fetch(service.address + url, { method, headers: { 'x-api-key': key } });
    return [status, headers.get('allow')];
  };
  expect(await allowOf(`${path}/batch_1`)).toEqual([405, 'GET, HEAD, DELETE']);
  expect(await allowOf(`${path}/batch_1/results`)).toEqual([405, 'GET, HEAD']);
  expect(await allowOf(`${path}/batch_1/others`)).toEqual([404, null]);
});

test.each(['', '?follow=true'])('HEAD of results%s reads no answer', async (query) => {
  const service = await serviceWith();
  const { id } = (await service.send([search('a')])).json();
  await service.ended(id);
  const read = vi.spyOn(FolderJobStore.prototype, 'results');
  onTestFinished(() => read.mockRestore());
  const response = await fetch(`${service.address}${path}/${id}/results${query}`, {
    method: 'HEAD',
    headers: { 'x-api-key': key, connection: 'close' },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  await sleep(50);
  expect(read).not.toHaveBeenCalled();
});

test.each([
  [{ 'content-type': 'application/json' }, undefined],
  [{ 'content-type': 'application/x-ndjson' }, undefined],
  [{ 'content-type': 'application/json' }, '{}'],
  [{ 'content-type': 'text/plain' }, 'x'.repeat(100_000)],
])('DELETE cancels with the headers %j, whatever the body', async (headers, body) => {
  const gate = createGate<void>();
  const service = await serviceWith({ until: gate.promise });
  const { id } = (await service.send([search('a')])).json();
  const response = await fetch(`${service.address}${path}/${id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': key, connection: 'close', ...headers },
    ...(body !== undefined && { body }),
  });
  expect([response.status, await response.json()]).toMatchObject([200, { state: 'cancelled' }]);
  gate.open();
});
