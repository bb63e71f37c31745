import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Deadline, startDeadline, withDeadline } from '../src/deadline.js';
import { FetchError } from '../src/errors.js';

const never = new Promise<never>(() => {});

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
});

/** The result or error of work under a deadline, once there is one. */
function watch<T>(limit: Deadline, work: Promise<T>): { end: unknown } {
  const watched: { end: unknown } = { end: 'waiting' };
  limit.race(work).then(
    (value) => Object.assign(watched, { end: value }),
    (error: unknown) => Object.assign(watched, { end: error }),
  );
  return watched;
}

/** A signal that counts its listeners. */
function counted(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const on = vi.spyOn(signal, 'addEventListener');
  const off = vi.spyOn(signal, 'removeEventListener');
  return { controller, listeners: () => on.mock.calls.length - off.mock.calls.length };
}

describe('a deadline of 100 ms', () => {
  it('passes after 100 ms and not before', async () => {
    const limit = startDeadline(100);
    const watched = watch(limit, never);
    await vi.advanceTimersByTimeAsync(99);
    expect([watched.end, limit.signal.aborted, limit.remaining()]).toEqual(['waiting', false, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.end).toMatchObject({ name: 'FetchError', code: 'timeout', message: 'The deadline has passed' });
    expect(limit.signal.reason).toBe(watched.end);
  });

  it('never has a negative time left', async () => {
    const limit = startDeadline(100);
    await vi.advanceTimersByTimeAsync(500);
    expect(limit.remaining()).toBe(0);
  });

  it('passes on the result or error of work that ends earlier', async () => {
    const limit = startDeadline(100);
    expect(await limit.race(Promise.resolve('done'))).toBe('done');
    await expect(limit.race(Promise.reject(new RangeError('its own')))).rejects.toThrow(RangeError);
    limit.stop();
  });

  it('rejects work that starts later', async () => {
    const limit = startDeadline(100);
    await vi.advanceTimersByTimeAsync(100);
    await expect(limit.race(Promise.resolve('late'))).rejects.toMatchObject({ code: 'timeout' });
  });

  it('does not pass once it is stopped', async () => {
    const limit = startDeadline(100);
    const watched = watch(limit, never);
    limit.stop();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect([watched.end, limit.signal.aborted]).toEqual(['waiting', false]);
  });
});

it('does not pass immediately if it is longer than timers allow', async () => {
  const limit = startDeadline(2 ** 31);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(limit.signal.aborted).toBe(false);
  limit.stop();
});

describe('a deadline with other signals', () => {
  it('fails with `aborted` when one of them aborts', async () => {
    const { controller } = counted();
    const limit = startDeadline(100, undefined, controller.signal);
    const watched = watch(limit, never);
    controller.abort('left');
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.end).toMatchObject({ code: 'aborted', message: 'The caller aborted the fetch', cause: 'left' });
    expect(limit.signal.reason).toBe(watched.end);
  });

  it('passes on the error of another deadline', () => {
    const closed = new FetchError('closed', 'The fetcher is closed');
    const limit = startDeadline(100, AbortSignal.abort(closed));
    expect(limit.signal.reason).toBe(closed);
    limit.stop();
  });

  it('aborts immediately if one of them has already aborted', () => {
    const limit = startDeadline(100, AbortSignal.abort());
    expect(limit.signal).toMatchObject({ aborted: true, reason: { code: 'aborted' } });
    limit.stop();
  });

  it('leaves no listener on them once it is stopped', () => {
    const { controller, listeners } = counted();
    const limit = startDeadline(100, controller.signal);
    expect(listeners()).toBe(1);
    limit.stop();
    expect(listeners()).toBe(0);
    controller.abort();
    expect(limit.signal.aborted).toBe(false);
  });

  it('shares one listener on a signal, ends all that are left, and listens again later', () => {
    const { controller, listeners } = counted();
    const limits = Array.from({ length: 20 }, () => startDeadline(100, controller.signal));
    expect(listeners()).toBe(1);
    for (const limit of limits) limit.stop();
    expect(listeners()).toBe(0);
    const [ended, stopped, ...others] = limits.map(() => startDeadline(100, controller.signal));
    stopped!.stop();
    limits[0]!.stop(); // again
    expect(listeners()).toBe(1);
    controller.abort('left');
    expect([ended, stopped, ...others].map((limit) => limit!.signal.aborted)).toEqual([
      true,
      false,
      ...others.map(() => true),
    ]);
    for (const limit of [ended, ...others]) limit!.stop();
    expect(listeners()).toBe(0);
  });

  it('keeps no listener for work that is done', async () => {
    const limit = startDeadline(100);
    const off = vi.spyOn(limit.signal, 'removeEventListener');
    const on = vi.spyOn(limit.signal, 'addEventListener');
    await limit.race(Promise.resolve());
    expect([on.mock.calls.length, off.mock.calls.length]).toEqual([1, 1]);
    expect(off.mock.calls[0]?.slice(0, 2)).toEqual(on.mock.calls[0]?.slice(0, 2));
    limit.stop();
  });
});

describe('withDeadline', () => {
  /** The result or error of work, once there is one. */
  const watchEnd = (limit: Deadline, work: Promise<unknown>) => {
    const watched: { end: unknown } = { end: 'waiting' };
    withDeadline(work, limit).then(
      (value) => Object.assign(watched, { end: value }),
      (error: unknown) => Object.assign(watched, { end: error }),
    );
    return watched;
  };

  it('returns the end of the work up to 50 ms after the deadline, and leaves no timer or listener', async () => {
    const { controller, listeners } = counted();
    const limit = startDeadline(100, controller.signal);
    const on = vi.spyOn(limit.signal, 'addEventListener');
    const off = vi.spyOn(limit.signal, 'removeEventListener');
    const fault = new Error('of the work');
    const given = new Promise((resolve) => setTimeout(resolve, 149, 'late'));
    const failed = new Promise((_, reject) => setTimeout(reject, 149, fault));
    const ends = [watchEnd(limit, given), watchEnd(limit, failed)];
    await vi.advanceTimersByTimeAsync(149);
    expect(ends.map(({ end }) => end)).toEqual(['late', fault]);
    expect([vi.getTimerCount(), on.mock.calls.length, off.mock.calls.length]).toEqual([0, 1, 1]);
    limit.stop();
    expect(listeners()).toBe(0);
  });

  it('fails with the reason of the deadline 50 ms after it if the work never ends', async () => {
    const limit = startDeadline(100);
    const watched = watchEnd(limit, never);
    await vi.advanceTimersByTimeAsync(149);
    expect(watched.end).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.end).toBe(limit.signal.reason);
  });
});

describe('sleep under a deadline', () => {
  it('ends after its time, and leaves no timer', async () => {
    const limit = startDeadline(100);
    const slept = vi.fn();
    void limit.sleep(40).then(slept);
    await vi.advanceTimersByTimeAsync(39);
    expect(slept).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(slept).toHaveBeenCalledOnce();
    limit.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at the deadline, and leaves no timer', async () => {
    const limit = startDeadline(100);
    const ended = expect(limit.sleep(60_000)).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(100);
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });
});
