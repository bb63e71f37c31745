import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startDeadline } from '../src/deadline.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { createSessionPool } from '../src/session-pool/pool.js';
import { fixedProxies, parseProxies } from '../src/session-pool/proxies.js';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => {
    random.mockRestore();
    vi.useRealTimers();
  };
});

it('the state of a long list is read for 100 proxies at a time, and before a proxy is used', async () => {
  const proxies = parseProxies(Array.from({ length: 1_000 }, (_, index) => `http://proxy-${index}:8080`));
  const store = memoryHealthStore();
  const [read, counts] = [vi.spyOn(store, 'readHealth'), vi.spyOn(store, 'readCounts')];
  const pool = createSessionPool({ proxies: fixedProxies(proxies), store, limits: { engine: 2_000 } });
  onTestFinished(() => pool.close());
  // Another process has put half of them on a cool-down.
  const cooled = proxies.slice(0, 500).map(({ id }) => id);
  for (const id of cooled) await store.recordFailure(`exit:gamma:${id}`, { base: minute, cap: minute });
  const used = new Set<string | undefined>();
  for (let searches = 0; searches < 600; searches += 1) {
    const lease = await pool.checkOut({ engine: 'gamma' }, startDeadline(minute));
    used.add(lease.session.proxy?.id);
    lease.release();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(cooled.filter((id) => used.has(id))).toEqual([]);
  expect(Math.max(...read.mock.calls.map(([keys]) => keys.length))).toBeLessThanOrEqual(200);
  // 100 a second for thirty seconds, and one for each search. Proxies found in a cool-down are not read again.
  expect(counts.mock.calls.reduce((sum, [keys]) => sum + keys.length, 0)).toBeLessThan(31 * 100 + 600 + 500);
});
