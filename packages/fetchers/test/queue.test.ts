import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDeadline } from '../src/deadline.js';
import { FetchError } from '../src/errors.js';
import { createWaitQueue, findEvictableWaiter, inFairOrder } from '../src/session-pool/fair-queue.js';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

interface Needs {
  caller?: string;
}

/** A queue with a maximum wait of one second, and a function to join it. */
function start() {
  const queue = createWaitQueue<Needs, string>(1_000);
  const join = (caller: string, { time = 10_000, isFirst = false, signal }: Joining = {}) => {
    const limit = startDeadline(time, signal);
    onTestFinished(() => limit.stop());
    const ended = queue.wait({ caller }, { deadline: limit, isFirst });
    const watched: { end: unknown } = { end: 'waiting' };
    ended.then(
      (value) => Object.assign(watched, { end: value }),
      (error: unknown) => Object.assign(watched, { end: error }),
    );
    return { watched, limit };
  };
  return { queue, join, callers: () => queue.waiting.map(({ needs }) => needs.caller) };
}

interface Joining {
  time?: number;
  isFirst?: boolean;
  signal?: AbortSignal;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const overload = {
  name: 'FetchError',
  code: 'overloaded',
  retryAfter: 1,
  message: 'Too many searches wait for this engine',
};

describe('a queue', () => {
  it('lists waiters in the order of arrival, except those that join first', () => {
    const { join, callers } = start();
    join('a');
    join('b');
    join('c', { isFirst: true });
    expect(callers()).toEqual(['c', 'a', 'b']);
  });

  it('ends only the wait of the waiter that is given a session or refused', async () => {
    const { queue, join, callers } = start();
    const [a, b, c] = [join('a'), join('b'), join('c')];
    const [, second, third] = [...queue.waiting];
    second?.resolve('a session');
    second?.resolve('another');
    const refusal = new FetchError('closed', 'no more');
    third?.reject(refusal);
    third?.reject(refusal);
    await settle();
    expect([a, b, c].map(({ watched }) => watched.end)).toEqual(['waiting', 'a session', refusal]);
    expect(callers()).toEqual(['a']);
  });

  it('leaves no timer and no listener', async () => {
    const { queue, join } = start();
    const { limit } = join('a');
    const on = vi.spyOn(limit.signal, 'addEventListener');
    const off = vi.spyOn(limit.signal, 'removeEventListener');
    const second = queue.wait({}, { deadline: limit, isFirst: false });
    queue.waiting[0]?.resolve('a session');
    queue.waiting[0]?.resolve('a session');
    await second;
    expect(on.mock.calls.map(([type]) => type)).toEqual(['abort']);
    expect(off.mock.calls.map(([type]) => type)).toEqual(['abort', 'abort']);
    expect(off.mock.calls[1]?.[1]).toBe(on.mock.calls[0]?.[1]);
    limit.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('refuses a waiter after the maximum wait', async () => {
    const { join, callers } = start();
    const { watched } = join('a');
    await vi.advanceTimersByTimeAsync(999);
    expect(watched.end).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.end).toMatchObject(overload);
    expect(callers()).toEqual([]);
  });

  it('refuses a waiter that has less than 50 ms left', async () => {
    const { join } = start();
    const { watched } = join('a', { time: 500 });
    await vi.advanceTimersByTimeAsync(449);
    expect(watched.end).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.end).toMatchObject(overload);
  });

  it('spreads the refusals of waiters with the same deadline, last one first', async () => {
    const { join } = start();
    const all = Array.from({ length: 100 }, (_, place) => join(String(place), { time: 500 }));
    const waiting = () => all.filter(({ watched }) => watched.end === 'waiting').length;
    await vi.advanceTimersByTimeAsync(349); // a waiter loses at most a fifth of its time
    expect(waiting()).toBe(100);
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting()).toBe(50);
    expect(all.slice(50).every(({ watched }) => watched.end !== 'waiting')).toBe(true);
    for (const left of [49, 48, 47]) {
      await vi.advanceTimersByTimeAsync(2);
      expect(waiting()).toBe(left);
    }
    await vi.advanceTimersByTimeAsync(93);
    expect([waiting(), all[0]?.watched.end]).toEqual([1, 'waiting']);
  });

  it('does not refuse a waiter that joined first before its time, however many wait', async () => {
    const { join, callers } = start();
    for (let count = 0; count < 100; count += 1) join('a', { time: 500 });
    join('b', { time: 500, isFirst: true });
    await vi.advanceTimersByTimeAsync(449);
    expect(callers()).toEqual(['b', 'a']);
  });

  it('reports due waiters before their timer has fired, except those that joined with no time to wait', () => {
    const { queue, join } = start();
    join('a', { time: 500 });
    join('b', { time: 50 });
    const now = performance.now();
    const dueAt = (time: number) => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(time);
      const due = queue.waiting.map((waiter) => waiter.isDue());
      clock.mockRestore();
      return due;
    };
    expect(dueAt(now)).toEqual([false, false]);
    expect(dueAt(now + 449)).toEqual([false, false]);
    expect(dueAt(now + 450)).toEqual([true, false]);
  });

  it('rejects with the reason of the signal, and with overloaded after a timeout', async () => {
    const { join, callers } = start();
    const caller = new AbortController();
    const { watched: aborted } = join('a', { signal: caller.signal });
    caller.abort();
    const { watched: alreadyAborted } = join('b', { signal: AbortSignal.abort() });
    const closed = new FetchError('closed', 'The fetcher is closed');
    const { watched: afterClose } = join('c', { signal: AbortSignal.abort(closed) });
    const { watched: late } = join('d', {
      signal: AbortSignal.abort(new FetchError('timeout', 'The deadline has passed')),
    });
    await settle();
    expect(aborted.end).toMatchObject({ code: 'aborted' });
    expect(alreadyAborted.end).toMatchObject({ code: 'aborted' });
    expect(afterClose.end).toBe(closed);
    expect(late.end).toMatchObject(overload);
    expect(callers()).toEqual([]);
  });
});

describe('the order of turns', () => {
  const waiting = (...callers: (string | undefined)[]) =>
    callers.map((caller) => ({
      needs: caller === undefined ? {} : { caller },
      isDue: () => false,
      timeLeft: () => 0,
      resolve() {},
      reject() {},
    }));
  const none = { active: new Map(), lastServed: new Map() };
  const names = (list: readonly { needs: Needs }[]) => list.map(({ needs }) => needs.caller);

  it('is that of arrival without callers', () => {
    const all = waiting(undefined, undefined, undefined);
    expect(inFairOrder(all, none, 9)).toEqual(all);
  });

  it('alternates between callers, starting with the one with the fewest active searches', () => {
    const active = new Map([['a', 1]]);
    const list = inFairOrder(waiting('a', 'a', 'b', 'b', 'c'), { ...none, active }, 9);
    expect(names(list)).toEqual(['b', 'c', 'a', 'b', 'a']);
  });

  it('starts with the caller that was served longest ago or never', () => {
    const lastServed = new Map([
      ['a', 7],
      ['b', 3],
    ]);
    expect(names(inFairOrder(waiting('a', 'b', 'c'), { ...none, lastServed }, 9))).toEqual(['c', 'b', 'a']);
  });

  it('omits callers that have reached their limit', () => {
    const active = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    expect(names(inFairOrder(waiting('a', 'b', 'b', 'c'), { ...none, active }, 2))).toEqual(['c', 'b']);
  });

  it('drops the last waiter of the caller with the most from a full queue, if that is fair', () => {
    const all = waiting('a', 'b', 'a', 'a', 'b');
    expect(findEvictableWaiter(all, 'c')).toBe(all[3]);
    expect(findEvictableWaiter(all, 'a')).toBeUndefined();
    expect(findEvictableWaiter(all, 'b')).toBeUndefined(); // it would have three as well
    expect(findEvictableWaiter(waiting('a', 'b'), 'c')).toBeUndefined(); // each would have one
    expect(findEvictableWaiter([], 'a')).toBeUndefined();
  });
});
