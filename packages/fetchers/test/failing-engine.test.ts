import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AttemptEvent,
  createFetcher,
  FetchError,
  type Judge,
  type ProxyServer,
  parseProxies,
} from '../src/index.js';
import { numbers } from './support/numbers.js';
import { pageOf, requestFor } from './support/requests.js';
import { replace, useVirtualClock } from './support/virtual-clock.js';

/** Failures of an engine, by status. */
const troubles: Readonly<Record<number, readonly [state: string, retry: 'same' | 'once' | 'other_session']>> = {
  299: ['unrecognised', 'once'],
  403: ['captcha', 'other_session'],
  429: ['rate_limited', 'other_session'],
  500: ['bad_response', 'same'],
};

const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  const [state, retry] = troubles[status]!;
  return { usable: false, state, retry, suspect: 'exit_at_engine', error: new Error(state) };
};

interface Play {
  proxies: readonly ProxyServer[];
  seed: number;
  searches: number;
  /** Searches per second; undefined for all at once. */
  rate?: number | undefined;
  /** The result of an attempt. */
  answer(random: number, attempt: { id: string; now: number }): number | 'proxy' | 'proxy_auth';
}

/** Runs searches with a virtual clock; returns their outcomes and every attempt. */
async function play({ proxies, seed, searches, rate, answer }: Play) {
  const clock = useVirtualClock();
  const random = numbers(seed);
  replace(Math, 'random', numbers(seed + 1));
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({
    proxies,
    onAttempt: (event) => void events.push(event),
    adapter: async (_request, { session }) => {
      await clock.sleep(50 + 100 * random());
      const status = answer(random(), { id: session.proxy?.id ?? 'direct', now: clock.now() });
      if (typeof status === 'string') throw new FetchError(status, 'The proxy refused');
      return pageOf(status);
    },
  });
  onTestFinished(() => fetcher.close());
  const outcomes: Record<string, number> = {};
  const all = Array.from({ length: searches }, async (_, index) => {
    await clock.sleep(rate === undefined ? 0 : (index * 1_000) / rate);
    const outcome = await fetcher.fetch(requestFor('http://engine.test/'), judge).then(
      () => 'good',
      (error: Error & { code?: string }) => error.code ?? error.message,
    );
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
  await clock.until(Promise.all(all));
  return { events, outcomes, share: (outcomes.good ?? 0) / searches };
}

const gateway = parseProxies(['http://user-{session}:word@gateway.test:1']);
const proxiesOf = (count: number) =>
  parseProxies(Array.from({ length: count }, (_, index) => `http://p${index}.test:1`));

/** Exits, by name. */
const exits: Readonly<Record<string, readonly ProxyServer[]>> = {
  directly: [],
  'through one proxy': proxiesOf(1),
  'through two proxies': proxiesOf(2),
  'through three proxies': proxiesOf(3),
  'through five proxies': proxiesOf(5),
  'through twenty proxies': proxiesOf(20),
  'through a gateway': gateway,
};

describe.each(Object.keys(exits))('an engine that fails 90 of 100 attempts, %s', (route) => {
  it.each([299, 403, 429, 500])('with status %i gets at most 30 requests for 100 searches', async (status) => {
    for (const [index, rate] of [2, 20, undefined].entries()) {
      const answer = (random: number) => (random < 0.9 ? status : 200);
      const { events, outcomes } = await play({
        proxies: exits[route]!,
        seed: 11 + index,
        searches: 100,
        rate,
        answer,
      });
      expect(events.length, `${rate} a second: ${JSON.stringify(outcomes)}`).toBeLessThanOrEqual(30);
    }
  });
});

it('a failing engine is judged by the proxies that are not on trial, even if few are left', async () => {
  // One of three proxies is on trial from the first failure on. When it counted, one in ten runs sent 60 or more requests.
  for (const [index, proxies] of [proxiesOf(2), proxiesOf(3), proxiesOf(5)].entries()) {
    for (let seed = 1000; seed < 1340; seed += 17) {
      const answer = (random: number) => (random < 0.9 ? 500 : 200);
      const { events } = await play({ proxies, seed, searches: 100, rate: 2, answer });
      expect(events.length, `${index}, seed ${seed}`).toBeLessThanOrEqual(40);
    }
  }
});

describe('a gateway', () => {
  it.each([403, 429])('serves 97 of 100 searches if 30 of 100 addresses get status %i', async (status) => {
    for (const rate of [2, 14]) {
      const answer = (random: number) => (random < 0.3 ? status : 200);
      const { share, outcomes } = await play({ proxies: gateway, seed: 21, searches: 1_500, rate, answer });
      expect(share, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.97);
    }
  });

  it.each([403, 429])('serves 85 of 100 searches if 55 of 100 addresses get status %i', async (status) => {
    for (const rate of [2, 14]) {
      const answer = (random: number) => (random < 0.55 ? status : 200);
      const { share, outcomes } = await play({ proxies: gateway, seed: 31, searches: 1_500, rate, answer });
      expect(share, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.85);
    }
  });

  it('with failing connections and addresses that get captchas serves 97 of 100 searches', async () => {
    const answer = (random: number) => {
      if (random < 0.08) return 'proxy';
      return random < 0.3 ? 403 : 200;
    };
    const { share, outcomes } = await play({ proxies: gateway, seed: 41, searches: 1_500, rate: 14, answer });
    expect(share, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.97);
  });

  it('is tried a fourth time only while it serves enough fetches', async () => {
    const good = await play({
      proxies: gateway,
      seed: 51,
      searches: 800,
      rate: 5,
      answer: (n) => (n < 0.3 ? 403 : 200),
    });
    expect(Math.max(...good.events.map(({ attempt }) => attempt))).toBe(4);
    const bad = await play({ proxies: gateway, seed: 52, searches: 50, rate: 5, answer: () => 403 });
    expect(Math.max(...bad.events.map(({ attempt }) => attempt))).toBe(3);
  });

  it('may be used by as many concurrent searches as the engine', async () => {
    let active = 0;
    let most = 0;
    const clock = useVirtualClock();
    const fetcher = createFetcher({
      proxies: gateway,
      adapter: async () => {
        active += 1;
        most = Math.max(most, active);
        await clock.sleep(100);
        active -= 1;
        return pageOf(200);
      },
    });
    onTestFinished(() => fetcher.close());
    const request = requestFor('http://engine.test/', { engine: 'gamma' });
    await clock.until(Promise.all(Array.from({ length: 40 }, () => fetcher.fetch(request, judge))));
    expect(most).toBe(16);
  });
});

describe('some bad exits', () => {
  it('do not open the circuit if twelve of twenty adjacent proxies fail every time', async () => {
    const bad = new Set(Array.from({ length: 12 }, (_, index) => `proxy-${index + 1}`));
    const answer = (_: number, { id }: { id: string }) => (bad.has(id) ? 500 : 200);
    const { share, events, outcomes } = await play({
      proxies: proxiesOf(20),
      seed: 61,
      searches: 1_200,
      rate: 2,
      answer,
    });
    expect(share, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.98);
    const later = events.slice(300);
    expect(later.filter(({ proxy }) => bad.has(proxy!)).length / later.length).toBeLessThanOrEqual(0.03);
  });

  it('get at most 2 of 100 later attempts at a low rate too', async () => {
    const bad = new Set(['proxy-3', 'proxy-4', 'proxy-9', 'proxy-15', 'proxy-20']);
    const answer = (_: number, { id }: { id: string }) => (bad.has(id) ? 299 : 200);
    const { share, events } = await play({ proxies: proxiesOf(20), seed: 62, searches: 1_200, rate: 0.5, answer });
    expect(share).toBe(1);
    const later = events.slice(200);
    expect(later.filter(({ proxy }) => bad.has(proxy!)).length / later.length).toBeLessThanOrEqual(0.02);
  });
});

describe.each(['proxy', 'proxy_auth'] as const)('proxies that refuse five of 100 connections with %s', (code) => {
  it.each(['through one proxy', 'through three proxies'])('serve 99.5 of 100 searches %s', async (route) => {
    for (const rate of [0.5, 2, 8]) {
      const answer = (random: number) => (random < 0.05 ? code : 200);
      const { share, outcomes } = await play({ proxies: exits[route]!, seed: 81, searches: 1_000, rate, answer });
      expect(share, `${rate} a second: ${JSON.stringify(outcomes)}`).toBeGreaterThanOrEqual(0.995);
    }
  });

  it('are rarely asked once they refuse all', async () => {
    let began: number | undefined;
    const answer = (_: number, { now }: { now: number }) => {
      began ??= now;
      return now - began > 60_000 ? code : 200;
    };
    const { events } = await play({ proxies: proxiesOf(3), seed: 83, searches: 3_600, rate: 1, answer });
    const refusals = events.filter(({ outcome }) => outcome === code).length;
    expect(refusals).toBeGreaterThan(3);
    expect(refusals).toBeLessThanOrEqual(80); // in an hour, with three proxies whose trials are at most five minutes apart
  });
});

it('an engine that was down is used again after its trials, and got few requests in the meantime', async () => {
  let began: number | undefined;
  const answer = (_: number, { now }: { now: number }) => {
    began ??= now;
    const minutes = (now - began) / 60_000;
    return minutes > 2 && minutes < 7 ? 500 : 200;
  };
  const { share, events } = await play({ proxies: proxiesOf(20), seed: 71, searches: 2_400, rate: 2, answer });
  const failed = events.filter(({ outcome }) => outcome === 'bad_response').length;
  expect(failed).toBeLessThanOrEqual(100); // of 600 searches
  expect(share).toBeGreaterThan(0.5);
});
