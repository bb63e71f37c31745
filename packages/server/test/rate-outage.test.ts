import { expect, test } from 'vitest';
import type { RateStore } from '../src/limits/rate-store.js';
import { drawTokens } from '../src/limits/rate-store.js';
import type { RedisConnection } from '../src/state/redis/connection.js';
import { withFallback } from '../src/state/redis/fallback.js';
import { redisRateStore } from '../src/state/redis/rate-store.js';

const rate = { requests: 600, seconds: 10 };
/** Milliseconds between the attempts of a process, and of the window in which the rate must hold. */
const [step, window] = [50, 10_000];

/** Processes that share a rate in a Redis, with a fake clock. */
function fleet(count: number) {
  const clock = { now: 1_000_000 };
  let fullAt = 0;
  /** Does what the scripts do in Redis. */
  async function run(_script: unknown, _keys: readonly string[], args: readonly unknown[] = []): Promise<unknown> {
    const [cost, tokens, capacity] = args.map(Number);
    const missing = Math.max(0, fullAt - clock.now);
    if (tokens === undefined) fullAt = clock.now + missing + cost!;
    else
      ({ fullAt } = drawTokens(fullAt, cost!, {
        rate: { requests: tokens, seconds: capacity! / 1000 },
        now: clock.now,
      }));
    return `${missing}`;
  }
  const processes = Array.from({ length: count }, (_, index) => {
    const listeners = new Set<(isUp: boolean) => void>();
    let isUp = true;
    const connection = {
      key: (kind: string, tag: string) => `${kind}:${tag}`,
      isUp: () => isUp,
      processes: () => count,
      onChange: (listener: (isUp: boolean) => void) => void listeners.add(listener),
      run,
    } as Partial<RedisConnection> as RedisConnection;
    const store = withFallback<RateStore>(
      connection,
      redisRateStore(connection, () => clock.now),
    );
    const turn = (up: boolean) => {
      isUp = up;
      for (const listener of listeners) listener(up);
    };
    return { store, turn, late: (index * 200) / count };
  });
  return { clock, processes };
}

/**
 * Lets all processes take as much as they can, with an outage of Redis; returns the times at which requests were
 * allowed.
 */
async function allowedTimes(count: number, outage: number): Promise<number[]> {
  const { clock, processes } = fleet(count);
  const [start, settled] = [clock.now, 20_000];
  const times: number[] = [];
  for (let time = 0; time < settled + outage + 30_000; time += step) {
    clock.now = start + time;
    const turns = (at: number, late: number) => time >= at + late && time < at + late + step;
    for (const { turn, late } of processes) {
      if (turns(settled, late)) turn(false);
      if (turns(settled + outage, late)) turn(true); // one after another
    }
    await Promise.resolve();
    for (let index = 0; index < count; index += 1) {
      const { store } = processes[(index + time / step) % count]!;
      while ((await store.take('a', 1, rate)).allowed) times.push(time);
    }
  }
  return times;
}

test.each([1, 3, 10].flatMap((count) => [1, 5, 10, 30, 100, 300].map((seconds) => [count, seconds] as const)))(
  '%i processes keep within 5 % of their rate in every ten seconds, during an outage of %i s and after it',
  async (count, seconds) => {
    const times = await allowedTimes(count, seconds * 1_000);
    const end = times.at(-1)!;
    const wrong: string[] = [];
    for (let from = 12_000, low = 0, high = 0; from + window <= end; from += 500) {
      while (times[low]! < from) low += 1;
      while (high < times.length && times[high]! < from + window) high += 1;
      const ratio = (high - low) / rate.requests;
      if (Math.abs(ratio - 1) > 0.05) wrong.push(`${from / 1000} s: ${ratio.toFixed(3)}`);
    }
    expect(wrong).toEqual([]);
    expect(end).toBeGreaterThan(45_000 + seconds * 1_000);
  },
);
