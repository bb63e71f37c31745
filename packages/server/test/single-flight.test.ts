import { expect, test } from 'vitest';
import { createSingleFlight } from '../src/search/single-flight.js';

/** Work that the test completes. */
function controlled() {
  const signals: AbortSignal[] = [];
  const ends: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((resolve, reject) => ends.push({ resolve, reject }));
  };
  return { work, signals, ends };
}

const never = new AbortController().signal;

test('callers with the same key share running work, and others do not', async () => {
  const share = createSingleFlight<string>();
  const { work, ends, signals } = controlled();
  const all = [share('a', never, work), share('a', never, work), share('b', never, work)];
  expect(ends).toHaveLength(2);
  ends[0]!.resolve('first');
  ends[1]!.resolve('other');
  expect(await Promise.all(all)).toEqual(['first', 'first', 'other']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  const again = share('a', never, work);
  expect(ends).toHaveLength(3);
  ends[2]!.resolve('again');
  expect(await again).toBe('again');
});

test('callers fail together, and the next call starts again', async () => {
  const share = createSingleFlight<string>();
  const { work, ends } = controlled();
  const all = [share('a', never, work), share('a', never, work)];
  ends[0]!.reject(new Error('broken'));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void share('a', never, work).catch(() => undefined);
  expect(ends).toHaveLength(2);
});

test('an aborted caller is rejected at once, and the work is aborted with the last caller', async () => {
  const share = createSingleFlight<string>();
  const { work, signals, ends } = controlled();
  const [first, second] = [new AbortController(), new AbortController()];
  const [one, other] = [share('a', first.signal, work), share('a', second.signal, work)];
  first.abort(new Error('left'));
  await expect(one).rejects.toThrow('left');
  expect(signals[0]!.aborted).toBe(false);
  second.abort(new Error('left too'));
  await expect(other).rejects.toThrow('left too');
  expect(signals[0]!.reason).toEqual(new Error('left too'));
  const next = share('a', never, work);
  expect(ends).toHaveLength(2);
  ends[0]!.reject(new Error('aborted at last')); // the end of aborted work does not affect later work
  await new Promise((resolve) => setImmediate(resolve));
  const later = share('a', never, work);
  expect(ends).toHaveLength(2);
  ends[1]!.resolve('new');
  expect(await Promise.all([next, later])).toEqual(['new', 'new']);
});

test('a caller that is already aborted is rejected and starts no work', async () => {
  const share = createSingleFlight<string>();
  const { work, ends } = controlled();
  await expect(share('a', AbortSignal.abort(new Error('gone')), work)).rejects.toThrow('gone');
  expect(ends).toEqual([]);
});

test('completed work leaves no abort listeners', async () => {
  const share = createSingleFlight<string>();
  const { work, ends } = controlled();
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners += given[0] === 'abort' ? 1 : 0;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners -= given[0] === 'abort' ? 1 : 0;
    removeEventListener.apply(signal, given);
  };
  const result = share('a', signal, work);
  expect(listeners).toBe(1);
  ends[0]!.resolve('done');
  expect(await result).toBe('done');
  await expect.poll(() => listeners).toBe(0);
});
