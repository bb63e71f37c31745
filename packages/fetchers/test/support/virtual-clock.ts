import { onTestFinished } from 'vitest';

/** A pending timer. */
interface Timer {
  readonly at: number;
  readonly id: number;
  run: (() => void) | undefined;
}

/** Timers by time, then by order of creation, in a binary heap. */
function createTimers() {
  const heap: Timer[] = [];
  const isBefore = (one: Timer, other: Timer) => one.at < other.at || (one.at === other.at && one.id < other.id);

  function swap(one: number, other: number): void {
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  }

  function sink(index: number): void {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    let least = index;
    for (const child of [left, right]) if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
    if (least === index) return;
    swap(index, least);
    sink(least);
  }

  return {
    push(timer: Timer): void {
      heap.push(timer);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (isBefore(heap[parent]!, heap[index]!)) break;
        swap(parent, index);
        index = parent;
      }
    },
    pop(): Timer | undefined {
      if (heap.length === 0) return undefined;
      swap(0, heap.length - 1);
      const timer = heap.pop();
      sink(0);
      return timer;
    },
  };
}

/** A clock that stops while code runs, and jumps to the next timer when none does. */
export interface VirtualClock {
  /** Milliseconds. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** Runs timers until a promise settles. */
  until<T>(promise: Promise<T>): Promise<T>;
}

/** Replaces timers, `performance.now` and `Date.now` until the end of the test, to simulate hours in seconds. */
export function useVirtualClock(): VirtualClock {
  const immediate = setImmediate;
  const timers = createTimers();
  const start = Date.now();
  let now = 1e6;
  let made = 0;
  // Without spies, which would store millions of calls.
  replace(globalThis, 'setTimeout', (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    made += 1;
    const timer = { at: now + Math.max(0, milliseconds), id: made, run: () => run(...given) };
    timers.push(timer);
    return Object.assign(timer, { unref: () => timer, ref: () => timer });
  });
  replace(globalThis, 'clearTimeout', (timer: Timer | undefined) => {
    if (timer) timer.run = undefined;
  });
  replace(performance, 'now', () => now);
  replace(Date, 'now', () => start + now);

  return {
    now: () => now,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async until(promise) {
      let isSettled = false;
      const settled = promise.finally(() => {
        isSettled = true;
      });
      settled.catch(() => {}); // it is awaited below
      for (;;) {
        await new Promise((resolve) => immediate(resolve));
        if (isSettled) return settled;
        const timer = timers.pop();
        if (timer === undefined) throw new Error('Nothing is left to run');
        now = Math.max(now, timer.at);
        timer.run?.();
      }
    },
  };
}

/** Replaces a method of an object until the end of the test. */
export function replace<T extends object>(owner: T, name: keyof T & string, method: unknown): void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value: method, configurable: true, writable: true });
  onTestFinished(() => {
    if (own) Object.defineProperty(owner, name, own);
    else Reflect.deleteProperty(owner, name);
  });
}
