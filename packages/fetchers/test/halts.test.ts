import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import { createHaltWatch } from '../src/halts.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Adapter, Judge } from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';

describe('a halt of the process', () => {
  /** A watch whose clock can jump without its timers, as after a halt. */
  function watched() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let halted = 0;
    const watch = createHaltWatch(() => performance.now() + halted);
    return { watch, halt: (milliseconds: number) => (halted += milliseconds) };
  }

  it('is noticed before and after the next tick, by what began before it', () => {
    const { watch, halt } = watched();
    const before = watch.begin();
    vi.advanceTimersByTime(500);
    expect(before.wasHalted()).toBe(false);
    halt(3_001);
    expect(before.wasHalted()).toBe(true);
    vi.advanceTimersByTime(5_000);
    const after = watch.begin();
    expect([before.wasHalted(), after.wasHalted()]).toEqual([true, false]);
  });

  it('is not seen in a second of delay, nor in the time without a watch', () => {
    const { watch, halt } = watched();
    const first = watch.begin();
    halt(1_000);
    vi.advanceTimersByTime(1_000);
    expect(first.wasHalted()).toBe(false);
    first.end();
    vi.advanceTimersByTime(60_000);
    expect(watch.begin().wasHalted()).toBe(false);
    expect(vi.getTimerCount()).toBe(1);
  });
});

describe('attempts during which the process was halted', () => {
  const judge: Judge<number> = ({ status }) =>
    status === 200
      ? { usable: true, value: status }
      : { usable: false, state: 'captcha', retry: 'other_session', error: new Error('captcha') };

  /** State of the circuit and number of cooling exits after thirty searches of one attempt each. */
  async function after(adapter: Adapter, proxies: readonly string[] = []) {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const fetcher = createFetcher({
      adapter,
      attempts: 1,
      circuit: { window: 3_600_000 },
      proxies: parseProxies(proxies),
    });
    onTestFinished(() => fetcher.close());
    for (let search = 0; search < 30; search += 1)
      await fetcher.fetch(requestFor('http://engine.test/'), judge).catch(() => undefined);
    const { engines, exits } = await fetcher.status();
    const cooling = exits.filter(({ coolingFor }) => coolingFor > 0);
    return { circuit: engines[0]?.circuit, cooling: cooling.length };
  }
  const timeout: Adapter = () => Promise.reject(new FetchError('timeout', 'A test'));
  const refused: Adapter = () => Promise.reject(new FetchError('proxy', 'A test'));
  const blocked: Adapter = async () => pageOf(403);
  const halted =
    (adapter: Adapter): Adapter =>
    (...given) => {
      vi.advanceTimersByTime(20_000); // without the tick, which is a timer of its own
      return adapter(...given);
    };

  it('count neither against the engine nor against an exit', async () => {
    expect(await after(timeout)).toMatchObject({ circuit: 'open' });
    expect(await after(halted(timeout))).toEqual({ circuit: 'closed', cooling: 0 });
    const proxies = ['http://one.test:1', 'http://two.test:1'];
    expect(await after(refused, proxies)).toMatchObject({ cooling: 2 });
    expect(await after(halted(refused), proxies)).toEqual({ circuit: 'closed', cooling: 0 });
  });

  it('count if they returned a page', async () => {
    expect(await after(halted(blocked))).toMatchObject({ circuit: 'open' });
  });
});
