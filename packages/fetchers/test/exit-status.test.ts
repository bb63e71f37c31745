import { expect, it, vi } from 'vitest';
import { exitStatusOf } from '../src/session-pool/exit.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import { exitOf } from './support/exits.js';

it('the status of an exit has its known state, and no pace if none is known', () => {
  vi.useFakeTimers({ now: 0 });
  const [proxy] = parseProxies(['http://user:password@10.0.0.1:80 id=vienna']);
  expect(exitStatusOf(exitOf(proxy), 'alpha')).toStrictEqual({
    ...{ engine: 'alpha', proxy: 'vienna', active: 0, coolingFor: 0, strikes: 0, used: 0 },
  });
  const known = {
    active: 2,
    counts: { passed: 3, failed: 4, unreached: 5 },
    engineHealth: { coolsUntil: 9_000, strikes: 1, pace: 40 },
    proxyHealth: { coolsUntil: 4_000, strikes: 2 },
  };
  vi.advanceTimersByTime(1_000);
  expect(exitStatusOf(exitOf(undefined, known), 'beta')).toStrictEqual({
    ...{ engine: 'beta', proxy: 'direct', active: 2, coolingFor: 8_000, strikes: 2, used: 9, pace: 40 },
  });
  vi.useRealTimers();
});
