import { expect, test } from 'vitest';
import { ApiError } from '../src/errors/api-error.js';
import { createDistributedSingleFlight } from '../src/search/across-processes.js';
import { after } from './contracts/several.js';
import { memorySearchLeases } from './helpers/search-leases.js';

const answer = {
  facts: { id: '1', host: 'engine.example', pages: 1, rows: 2, stop: 'complete' },
  bytes: Buffer.from('{"a":"茶"}'),
};

function request(given: { key?: string; signal?: AbortSignal; within?: number } = {}) {
  const { key = 'tea', signal = new AbortController().signal, within = 5_000 } = given;
  return { key, signal, deadline: performance.now() + within };
}

/** Two processes that share their search leases. */
function two() {
  const leases = memorySearchLeases();
  return {
    leases,
    here: createDistributedSingleFlight(leases).once,
    there: createDistributedSingleFlight(leases).once,
  };
}

const never = () => Promise.reject(new Error('no search expected'));

test('the second process gets the answer of the first', async () => {
  const { here, there } = two();
  const first = here(request(), async () => {
    await after(60);
    return answer;
  });
  const second = there(request(), never);
  expect(await first).toEqual(answer);
  const { facts, bytes } = await second;
  expect([facts, `${bytes}`]).toEqual([answer.facts, '{"a":"茶"}']);
});

test('a later request, or a request with another key, searches itself', async () => {
  const { here, there } = two();
  await here(request(), async () => answer);
  const other = { ...answer, facts: { ...answer.facts, id: '2' } };
  expect(await there(request(), async () => other)).toBe(other);
  const third = here(request(), async () => {
    await after(50);
    return answer;
  });
  expect(await there(request({ key: 'coffee' }), async () => other)).toBe(other);
  await third;
});

test('both processes get the same error of the engine, with all its details', async () => {
  const { here, there } = two();
  const error = new ApiError('upstream_captcha', 'The engine asks for a captcha.', { retryAfter: 7, reason: 'sorry' });
  const first = here(request(), async () => {
    await after(40);
    throw error;
  });
  const second = there(request(), never);
  await expect(first).rejects.toBe(error);
  const { code, message, headers, retryable, reason } = error;
  await expect(second).rejects.toMatchObject({ code, message, headers, retryable, reason });
});

test.each([
  ['fails for its own reasons', () => new Error('out of memory')],
  ['is overloaded', () => new ApiError('overloaded', 'Too many searches are waiting.')],
])('a process that waits for one that %s searches itself', async (_, error) => {
  const { here, there } = two();
  const first = here(request(), async () => {
    await after(40);
    throw error();
  });
  const second = there(request(), async () => answer);
  await expect(first).rejects.toThrow();
  expect(await second).toBe(answer);
});

test('the second process searches when all callers of the first have left', async () => {
  const { here, there } = two();
  const callers = new AbortController();
  const first = here(request({ signal: callers.signal }), async () => {
    await after(40);
    callers.abort();
    throw new ApiError('shutting_down', 'The search was aborted.');
  });
  const second = there(request(), async () => answer);
  await expect(first).rejects.toThrow();
  expect(await second).toBe(answer);
});

test('waiting searches are run once when the process they wait for dies', async () => {
  const { leases, here, there } = two();
  await leases.acquire({ key: 'tea', token: 'of a process that has died' }, 300);
  let searches = 0;
  const search = async () => {
    searches += 1;
    await after(1_000); // several polls: the other process may check just before the lease expires, and again after one
    return answer;
  };
  const answers = await Promise.all([here(request(), search), there(request(), search)]);
  expect(answers.map(({ facts }) => facts.id)).toEqual(['1', '1']);
  expect(searches).toBe(1);
});

test('a search that takes longer than its lease keeps the lease', async () => {
  const { here, there } = two();
  const first = here(request({ within: 20_000 }), async () => {
    await after(6_500);
    return answer;
  });
  expect((await there(request({ within: 20_000 }), never)).facts).toEqual(answer.facts);
  await first;
});

test('an aborted caller stops waiting, and one at its deadline searches itself and fails', async () => {
  const { leases, there } = two();
  await leases.acquire({ key: 'tea', token: 'of another' }, 60_000);
  const caller = new AbortController();
  const waiting = there(request({ signal: caller.signal }), never);
  await after(30);
  caller.abort();
  await expect(waiting).rejects.toThrow('abort');
  await expect(there(request({ within: 60 }), () => Promise.reject(new Error('too late')))).rejects.toThrow('too late');
});
