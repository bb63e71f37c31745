import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chainAdapter } from '../src/adapters/chain.js';
import { httpAdapter } from '../src/adapters/http.js';
import type { AttemptEvent } from '../src/attempt-event.js';
import { engines } from '../src/engines.js';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { FetcherOptions } from '../src/options.js';
import { fixedProxies, parseProxies } from '../src/session-pool/proxies.js';
import type {
  Adapter,
  Judge,
  JudgeContext,
  ProxyServer,
  RawPage,
  RetryAdvice,
  Session,
  Verdict,
} from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

class Blocked extends Error {}

const request = requestFor('http://engine.test/');

/** Returns the answers in turn, then repeats the last one; records the session of each call. */
function adapterOf(...answers: (RawPage | Error)[]): { adapter: Adapter; sessions: Session[] } {
  const sessions: Session[] = [];
  const adapter: Adapter = async (_, { session }) => {
    const answer = answers[Math.min(sessions.length, answers.length - 1)];
    sessions.push(session);
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('No answer');
    return answer;
  };
  return { adapter, sessions };
}

/** Accepts status 200, and gives the advice for any other. */
function judgeWith(retry: RetryAdvice): Judge<number> {
  return ({ status }): Verdict<number> => {
    if (status === 200) return { usable: true, value: status };
    return { usable: false, state: 'blocked', retry, error: new Blocked() };
  };
}

function start(options: FetcherOptions): ReturnType<typeof createFetcher> {
  const fetcher = createFetcher(options);
  onTestFinished(() => fetcher.close());
  return fetcher;
}

// Without jitter, so that no test waits longer than necessary.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

describe('attempts', () => {
  it('use an adapter or a chain', async () => {
    const { adapter, sessions } = adapterOf(pageOf(200));
    await start({ adapter }).fetch(request, judgeWith('same'));
    await start({ adapter: chainAdapter([{ adapter }]) }).fetch(request, judgeWith('same'));
    expect(sessions).toHaveLength(2);
  });

  it('end with a usable page, returned with the value from the judge', async () => {
    const { adapter } = adapterOf(pageOf(200));
    const fetched = await start({ adapter }).fetch(request, judgeWith('same'));
    expect(fetched).toEqual({ page: pageOf(200), value: 200, attempts: 1 });
  });

  it('end with the error of the last one, even if its response has Retry-After', async () => {
    const limited = { ...pageOf(429), headers: { 'retry-after': '1' } };
    const { adapter } = adapterOf(limited);
    await expect(start({ adapter, attempts: 1 }).fetch(request, judgeWith('same'))).rejects.toBeInstanceOf(Blocked);
    await expect(start({ adapter }).fetch(request, judgeWith('never'))).rejects.toBeInstanceOf(Blocked);
  });

  it('include one retry after the advice `once`, even after another failure', async () => {
    const { adapter, sessions } = adapterOf(pageOf(500), pageOf(206), pageOf(200));
    const judge: Judge<number> = (page, context) => judgeWith(page.status === 206 ? 'once' : 'same')(page, context);
    expect((await start({ adapter, attempts: 5 }).fetch(request, judge)).value).toBe(200);
    expect(sessions).toHaveLength(3);
    const again = adapterOf(pageOf(206), pageOf(206), pageOf(200));
    await expect(start({ adapter: again.adapter, attempts: 5 }).fetch(request, judge)).rejects.toBeInstanceOf(Blocked);
    expect(again.sessions).toHaveLength(2);
  });

  it('wait for an asynchronous judge', async () => {
    const { adapter, sessions } = adapterOf(pageOf(403), pageOf(200));
    const judge = judgeWith('other_session');
    const fetched = await start({ adapter }).fetch(request, async (page, context) => judge(page, context));
    expect([fetched.value, fetched.attempts, sessions.length]).toEqual([200, 2, 2]);
  });

  it.each([
    ['at the deadline', 'timeout'],
    ['when the caller aborts', 'aborted'],
  ])('end during a judgement %s, and abort its signal', async (_, code) => {
    const caller = new AbortController();
    let context: JudgeContext | undefined;
    const judge: Judge<never> = (_page, given) => {
      context = given;
      if (code === 'aborted') setImmediate(() => caller.abort());
      return new Promise(() => {});
    };
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const fetcher = start({ adapter: adapterOf(pageOf(200)).adapter });
    const time = code === 'timeout' ? 100 : 30_000;
    const fetching = fetcher.fetch(request, judge, { signal: caller.signal, deadline: Date.now() + time });
    const ended = expect(fetching).rejects.toMatchObject({ code });
    await vi.advanceTimersByTimeAsync(200); // less than the 30 s, and with the 50 ms that endOf waits
    await ended;
    expect(context?.signal.aborted).toBe(true);
  });

  it.each([
    ['same', 1],
    ['other_session', 2],
  ] as const)('use the right number of sessions after advice %s: %i', async (advice, count) => {
    const { adapter, sessions } = adapterOf(pageOf(503), pageOf(200));
    const { attempts } = await start({ adapter }).fetch(request, judgeWith(advice));
    expect(attempts).toBe(2);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(count);
  });

  it.each([
    ['same', 3],
    ['other_session', 3],
    ['never', 1],
  ] as const)('end with the error of the judge, after advice %s: %i', async (advice, count) => {
    const { adapter, sessions } = adapterOf(pageOf(503));
    await expect(start({ adapter }).fetch(request, judgeWith(advice))).rejects.toThrow(Blocked);
    expect(sessions).toHaveLength(count);
  });

  it('are limited by the option attempts', async () => {
    const { adapter, sessions } = adapterOf(pageOf(503));
    await expect(start({ adapter, attempts: 1 }).fetch(request, judgeWith('same'))).rejects.toThrow(Blocked);
    expect(sessions).toHaveLength(1);
    for (const attempts of [0, 1.5, Number.NaN]) {
      const making = () => createFetcher({ adapter, attempts });
      expect(making).toThrow(new TypeError('attempts must be an integer of at least 1'));
    }
  });

  it.each([
    ['network', 3],
    ['timeout', 3],
    ['bad_response', 3],
    ['too_large', 1],
    ['no_capture', 1],
  ] as const)('are repeated as the error %s allows: %i', async (code, count) => {
    const { adapter, sessions } = adapterOf(new FetchError(code, 'fault'));
    await expect(start({ adapter }).fetch(request, judgeWith('same'))).rejects.toMatchObject({ code });
    expect(sessions).toHaveLength(count);
  });

  it('report any other error of an adapter as a network error, with its cause', async () => {
    const bug = new TypeError('fetch failed');
    const { adapter, sessions } = adapterOf(bug);
    const failing = start({ adapter }).fetch(request, judgeWith('same'));
    await expect(failing).rejects.toMatchObject({ name: 'FetchError', code: 'network', cause: bug });
    expect(sessions).toHaveLength(3);
  });

  it('end with an exception from the judge', async () => {
    const judge = () => {
      throw new SyntaxError('bug');
    };
    const fetcher = start({ adapter: adapterOf(pageOf(200)).adapter });
    await expect(fetcher.fetch(request, judge)).rejects.toThrow(SyntaxError);
  });

  it('send the headers of the session, overridden by those of the request', async () => {
    const adapter = vi.fn<Adapter>(async () => pageOf(200));
    const wanted = { ...request, headers: { accept: 'text/plain', 'accept-language': 'de' } };
    await start({ adapter }).fetch(wanted, judgeWith('same'));
    await start({ adapter }).fetch({ ...wanted, operation: 'alpha.autocomplete' }, judgeWith('same'));
    const [page, data] = adapter.mock.calls.map(([{ headers }]) => headers);
    expect(page).toMatchObject({ ...wanted.headers, 'sec-fetch-dest': 'document' });
    expect(page?.['user-agent']).toContain('Chrome');
    expect(data).toMatchObject({ 'sec-fetch-dest': 'empty' });
  });

  it('run concurrently in many fetches without a warning', async () => {
    const warn = vi.fn();
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const fetcher = start({ adapter: async () => pageOf(200) });
    await Promise.all(Array.from({ length: 50 }, () => fetcher.fetch(request, judgeWith('same'))));
    await new Promise(setImmediate);
    expect(warn).not.toHaveBeenCalled();
  });

  it('are reported to onAttempt', async () => {
    const events: AttemptEvent[] = [];
    const onAttempt = (event: AttemptEvent) => void events.push(event);
    const proxies = parseProxies(['http://one.test:1', 'http://two.test:1']);
    const cause = Object.assign(new Error('http://one.test'), { code: 'ECONNRESET' });
    const { adapter } = adapterOf(new FetchError('network', 'reset', { cause }), pageOf(429), pageOf(200));
    await start({ adapter, proxies, onAttempt }).fetch(request, judgeWith('other_session'));
    const common = { operation: 'alpha.search', duration: expect.any(Number), queued: expect.any(Number) };
    const first = { ...common, proxy: 'proxy-1', session: 'alpha-1' };
    const second = { ...common, proxy: 'proxy-2' };
    expect(events).toEqual([
      { ...first, attempt: 1, outcome: 'network', suspect: 'exit_at_engine', causes: ['ECONNRESET'] },
      { ...second, session: 'alpha-2', attempt: 2, outcome: 'blocked', suspect: 'exit_at_engine', status: 429 },
      { ...second, session: 'alpha-3', attempt: 3, outcome: 'usable', status: 200 },
    ]);
  });
});

describe('proxies', () => {
  const proxies = parseProxies(['http://a.test:1', 'http://b.test:1']);

  it('take turns after a block', async () => {
    const { adapter, sessions } = adapterOf(pageOf(403), pageOf(200));
    await start({ adapter, proxies }).fetch(request, judgeWith('other_session'));
    expect(sessions.map(({ proxy }) => proxy?.id)).toEqual(['proxy-1', 'proxy-2']);
  });

  it('are not tried again after they refuse', async () => {
    const { adapter, sessions } = adapterOf(new FetchError('proxy', 'refused'));
    await expect(start({ adapter, proxies }).fetch(request, judgeWith('same'))).rejects.toMatchObject({
      code: 'proxy',
    });
    expect(sessions.map(({ proxy }) => proxy?.id)).toEqual(['proxy-1', 'proxy-2']);
  });
});

describe('exits', () => {
  it('may come from a source, without a direct connection if it is empty', async () => {
    const { adapter, sessions } = adapterOf(pageOf(200));
    const some = start({ adapter, proxies: fixedProxies(parseProxies(['http://a.test:1'])) });
    await some.fetch(request, judgeWith('same'));
    expect(sessions.map(({ proxy }) => proxy?.id)).toEqual(['proxy-1']);
    const none = start({ adapter, proxies: fixedProxies([]) }).fetch(request, judgeWith('same'));
    await expect(none).rejects.toMatchObject({ code: 'no_proxy_available' });
  });

  it('are a direct connection if the list is empty', async () => {
    const { adapter, sessions } = adapterOf(pageOf(200));
    await start({ adapter, proxies: [] }).fetch(request, judgeWith('same'));
    expect(sessions.map(({ proxy }) => proxy)).toEqual([undefined]);
  });

  it('cool down for the time given for a state, and otherwise for the default', async () => {
    const proxies = parseProxies(['http://a.test:1', 'http://b.test:1']);
    const { adapter } = adapterOf(pageOf(403), new FetchError('timeout', 'slow'));
    const fetcher = start({ adapter, proxies, attempts: 2, coolDowns: { blocked: { base: 70_000, cap: 70_000 } } });
    await expect(fetcher.fetch(request, judgeWith('other_session'))).rejects.toMatchObject({ code: 'timeout' });
    const waits = (await fetcher.status()).exits.map(({ coolingFor }) => Math.round(coolingFor / 5_000) * 5_000);
    expect(waits).toEqual([70_000, 0]); // the second one is the last that is usable
  });
});

describe('status', () => {
  it('contains every engine and each exit that was used', async () => {
    const fetcher = start({ adapter: adapterOf(pageOf(200)).adapter });
    await fetcher.fetch(request, judgeWith('same'));
    const quiet = {
      circuit: 'closed',
      openCallers: 0,
      active: 0,
      waiting: 0,
      unavailableFor: 0,
      retries: { spent: 0, allowed: 10 },
    };
    expect(await fetcher.status()).toEqual({
      engines: engines.map((engine) =>
        engine === 'alpha' ? { ...quiet, engine, retries: { spent: 0, allowed: 11.6 } } : { ...quiet, engine },
      ),
      exits: [{ engine: 'alpha', proxy: 'direct', active: 0, coolingFor: 0, strikes: 0, used: 1 }],
    });
  });

  it('contains no retries and closed circuits if budget and circuit are disabled', async () => {
    const fetcher = start({ adapter: adapterOf(pageOf(503)).adapter, circuit: false, budget: false });
    for (let count = 0; count < 9; count += 1) {
      await expect(fetcher.fetch(request, judgeWith('same'))).rejects.toBeInstanceOf(Blocked);
    }
    const quiet = { circuit: 'closed', openCallers: 0, active: 0, waiting: 0, unavailableFor: 0 };
    expect((await fetcher.status()).engines).toEqual(engines.map((engine) => ({ ...quiet, engine })));
  });
});

describe('a fetch that has ended', () => {
  it('leaves no timer, and no listener on the signal of its caller', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { signal } = new AbortController();
    const fetcher = start({ adapter: adapterOf(pageOf(200)).adapter });
    await fetcher.fetch(request, judgeWith('same'), { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('proxies that fail before the engine is reached', () => {
  const proxies = parseProxies(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://${name}.test:1`));

  it.each(['proxy', 'proxy_auth'] as const)('with %s are tried four times for a search', async (code) => {
    const { adapter, sessions } = adapterOf(new FetchError(code, 'refused'));
    const fetching = start({ adapter, proxies, attempts: 1 }).fetch(request, judgeWith('same'));
    await expect(fetching).rejects.toMatchObject({ code });
    expect(sessions.map(({ proxy }) => proxy?.id)).toEqual(['proxy-1', 'proxy-2', 'proxy-3', 'proxy-4']);
  });

  it.each([
    ['proxy', 5],
    ['proxy_auth', 600],
  ] as const)('with %s are reported with the time until they are tried again, %i s', async (code, retryAfter) => {
    const { adapter } = adapterOf(new FetchError(code, 'refused', { refusal: 'credentials' }));
    const fetching = start({ adapter, proxies: proxies.slice(0, 2) }).fetch(request, judgeWith('same'));
    await expect(fetching).rejects.toMatchObject({ code, message: 'refused', refusal: 'credentials', retryAfter });
  });

  it('do not count as attempts or spend the retry budget', async () => {
    const refused = new FetchError('proxy', 'refused');
    const { adapter } = adapterOf(refused, refused, refused, pageOf(200));
    const fetcher = start({ adapter, proxies, attempts: 1, budget: { share: 0, minimum: 0 } });
    expect(await fetcher.fetch(request, judgeWith('same'))).toMatchObject({ attempts: 4 });
    expect((await fetcher.status()).engines[0]?.retries).toEqual({ spent: 0, allowed: 1.5 }); // for the usable page
  });

  it.each<[string, FetchError['code'], readonly ProxyServer[] | undefined, number]>([
    ['do not delay the retry if a proxy refuses', 'proxy', proxies, 2],
    ['delay the retry if the own proxy of an adapter refuses', 'proxy', undefined, 1],
    ['delay the retry if a proxy cannot reach the engine', 'network', proxies, 1],
  ])('%s', async (_, code, given, sent) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { adapter, sessions } = adapterOf(new FetchError(code, 'refused'), pageOf(200));
    const fetching = start({ adapter, ...(given && { proxies: given }) }).fetch(request, judgeWith('same'));
    await vi.advanceTimersByTimeAsync(1);
    expect(sessions).toHaveLength(sent);
    await vi.advanceTimersByTimeAsync(125);
    expect(await fetching).toMatchObject({ attempts: 2 });
  });

  it('do not change that each fetch adds to the retry budget once', async () => {
    const budget = { share: 0.5, minimum: 4 };
    const { adapter } = adapterOf(pageOf(503), pageOf(200), pageOf(503), pageOf(200));
    const fetcher = start({ adapter, budget });
    for (let count = 0; count < 2; count += 1) await fetcher.fetch(request, judgeWith('same'));
    expect((await fetcher.status()).engines[0]?.retries).toEqual({ spent: 2, allowed: 8 });
  });

  it('do not delay a search beyond their own duration', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    onTestFinished(() => void vi.restoreAllMocks());
    const refused = new FetchError('proxy', 'refused');
    const { adapter } = adapterOf(refused, refused, pageOf(200));
    const fetching = start({ adapter, proxies }).fetch(request, judgeWith('same'));
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.race([fetching, 'waits'])).toMatchObject({ attempts: 3 });
  });

  it('leave the attempts for the engine unchanged', async () => {
    const { adapter, sessions } = adapterOf(new FetchError('proxy', 'refused'), pageOf(503), pageOf(503), pageOf(200));
    const fetching = start({ adapter, proxies, attempts: 2 }).fetch(request, judgeWith('same'));
    await expect(fetching).rejects.toThrow(Blocked);
    expect(sessions).toHaveLength(3);
  });
});

describe('Retry-After', () => {
  const forms = [
    ['seconds', (seconds: number) => String(Math.floor(seconds))],
    ['a date', (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()],
  ] as const;

  it('of an error of the adapter is passed on, and does not delay other searches', async () => {
    const busy = new FetchError('network', 'busy', { retryAfter: 3600 });
    const { adapter, sessions } = adapterOf(busy, pageOf(200));
    const fetcher = start({ adapter });
    const fetching = fetcher.fetch(request, judgeWith('same'));
    await expect(fetching).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 3600, cause: busy });
    expect(sessions).toHaveLength(1);
    expect(await fetcher.fetch(request, judgeWith('same'))).toMatchObject({ attempts: 1 });
  });

  it.each(forms)('as %s delays the retry', async (_, format) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
    onTestFinished(() => void vi.useRealTimers());
    const { adapter, sessions } = adapterOf(pageOf(429, { 'retry-after': format(20) }), pageOf(200));
    const fetching = start({ adapter }).fetch(request, judgeWith('same'));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(sessions).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await fetching).toMatchObject({ attempts: 2 });
  });

  it.each(forms)('as %s is passed on if it exceeds the deadline', async (_, format) => {
    const { url, requests } = await startServer((_request, response) => {
      response.writeHead(429, { 'Retry-After': format(3_600) }).end();
    });
    const error = await start({ adapter: httpAdapter() })
      .fetch(requestFor(url), judgeWith('other_session'))
      .catch((reason: unknown) => reason);
    const message = expect.stringMatching(/^The engine asks to wait \d{4} s$/);
    expect(error).toMatchObject({ code: 'rate_limited', message, cause: expect.any(Blocked) });
    expect((error as FetchError).retryAfter).toBeGreaterThan(3_590);
    expect(requests).toHaveLength(1);
  });

  it('does not delay a session with another address', async () => {
    const { adapter } = adapterOf(pageOf(429, { 'retry-after': '3600' }), pageOf(200));
    const proxies = parseProxies(['http://a.test:1', 'http://b.test:1']);
    expect(await start({ adapter, proxies }).fetch(request, judgeWith('other_session'))).toMatchObject({ attempts: 2 });
  });
});

describe('the time limit', () => {
  /** Never settles, and ignores its signal. */
  const hanging: Adapter = () => new Promise(() => {});

  it('of an attempt aborts it, and another one follows', async () => {
    const { url, requests } = await startServer((_, response) => {
      if (requests.length > 1) response.end();
    });
    const fetcher = start({ adapter: httpAdapter(), attemptTimeout: 1_000, attempts: 9 });
    const { attempts } = await fetcher.fetch(requestFor(url), judgeWith('same'));
    expect(attempts).toBeGreaterThanOrEqual(2); // more if the machine is too busy to respond within a second
  });

  it('of an attempt aborts a slow body', async () => {
    const { url } = await startServer((_, response) => {
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const fetcher = start({ adapter: httpAdapter(), attemptTimeout: 80, attempts: 1 });
    await expect(fetcher.fetch(requestFor(url), judgeWith('same'))).rejects.toMatchObject({ code: 'timeout' });
  });

  it.each([
    ['the deadline', {}, { deadline: Date.now() + 60 }],
    ['the timeout', { timeout: 60 }, {}],
    ['a past deadline', {}, { deadline: 0 }],
  ])('is reached at %s, even if the adapter ignores its signal', async (_, options, limits) => {
    const fetching = start({ adapter: hanging, ...options }).fetch(request, judgeWith('same'), limits);
    await expect(fetching).rejects.toMatchObject({ code: 'timeout' });
  });

  it('aborts a wait between attempts when the caller aborts', async () => {
    const { adapter } = adapterOf(pageOf(429, { 'retry-after': '1' }));
    const controller = new AbortController();
    const fetching = start({ adapter }).fetch(request, judgeWith('same'), { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    await expect(fetching).rejects.toMatchObject({ code: 'aborted' });
  });

  it('is reached when the caller aborts', async () => {
    const signal = AbortSignal.timeout(30);
    const fetching = start({ adapter: hanging }).fetch(request, judgeWith('same'), { signal });
    await expect(fetching).rejects.toMatchObject({ code: 'aborted', cause: { name: 'TimeoutError' } });
    const late = start({ adapter: hanging }).fetch(request, judgeWith('same'), { signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a store that never settles', () => {
  it.each(['read', 'recordFailure', 'recordSuccess', 'count'] as const)(
    'in %s does not delay a fetch beyond its deadline',
    async (method) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const hanging = { [method]: () => new Promise<never>(() => {}) };
      const [proxy] = parseProxies(['http://proxy.test:1']);
      const { adapter } = adapterOf(new FetchError('proxy', 'It is down'), pageOf(200));
      const store = { ...memoryHealthStore(), ...hanging };
      const fetcher = start({
        adapter,
        store,
        proxies: [proxy!],
        timeout: 300,
        coolDowns: { proxy: { base: 1, cap: 1 } },
      });
      let error: unknown;
      fetcher.fetch(request, judgeWith('never')).catch((reason: unknown) => (error = reason));
      await vi.advanceTimersByTimeAsync(351); // with the 50 ms that endOf waits
      expect(error).toBeInstanceOf(FetchError);
    },
  );
});

describe('close', () => {
  it('rejects current and later fetches, and closes adapter and store once', async () => {
    const close = vi.fn();
    const send = vi.fn(() => new Promise<never>(() => {}));
    const adapter: Adapter = Object.assign(send, { close });
    const closeStore = vi.fn(async () => {});
    const fetcher = createFetcher({ adapter, store: { ...memoryHealthStore(), close: closeStore } });
    const closed = { code: 'closed', message: 'The fetcher is closed' };
    const fetching = fetcher.fetch(request, judgeWith('same'));
    await expect.poll(() => send).toHaveBeenCalled();
    await Promise.all([fetcher.close(), expect(fetching).rejects.toMatchObject(closed)]);
    await expect(fetcher.fetch(request, judgeWith('same'))).rejects.toMatchObject(closed);
    await fetcher.close();
    expect(close).toHaveBeenCalledTimes(1);
    expect(closeStore).toHaveBeenCalledTimes(1);
  });

  it('closes everything even if one close fails, and then throws its error', async () => {
    const closed: string[] = [];
    const stepOf = (name: string, close: () => void) => ({
      name,
      adapter: Object.assign(async () => pageOf(200), { close }),
    });
    const fails = stepOf('first', () => {
      throw new RangeError('stuck');
    });
    const store = Object.assign(memoryHealthStore(), { close: () => void closed.push('store') });
    const adapter = chainAdapter([fails, stepOf('second', () => void closed.push('second'))]);
    await expect(createFetcher({ adapter, store }).close()).rejects.toThrow('stuck');
    expect(closed).toEqual(['second', 'store']);
  });

  it('rejects queued fetches, and does not require an adapter or a store with close()', async () => {
    const fetcher = createFetcher({ adapter: async () => pageOf(200) });
    const fetching = expect(fetcher.fetch(request, judgeWith('same'))).rejects.toMatchObject({ code: 'closed' });
    await fetcher.close();
    await fetching;
  });
});

describe('prefetchHealth', () => {
  it('reads the circuit of an engine before its search', async () => {
    const store = memoryHealthStore();
    const read = vi.spyOn(store, 'readHealth');
    const fetcher = start({ adapter: adapterOf(pageOf(200)).adapter, store });
    fetcher.prefetchHealth('alpha');
    expect(read.mock.calls).toEqual([[['circuit:alpha']]]);
  });

  it('reads nothing without a circuit', () => {
    const store = memoryHealthStore();
    const read = vi.spyOn(store, 'readHealth');
    start({ adapter: adapterOf(pageOf(200)).adapter, store, circuit: false }).prefetchHealth('alpha');
    expect(read).not.toHaveBeenCalled();
  });
});

describe('documents', () => {
  const options = { isAllowed: () => true, userAgent: 'documents/1' };
  const { signal } = new AbortController();

  it('are fetched with the given options', async () => {
    const { url, requests } = await startServer((_, response) => response.end('text'));
    const fetchDocument = start({ adapter: adapterOf(pageOf(200)).adapter }).createDocumentFetcher(options);
    expect(Buffer.from((await fetchDocument(url, { signal, accept: 'text/plain' })).body).toString()).toBe('text');
    expect(requests[0]?.headers).toMatchObject({ 'user-agent': 'documents/1', accept: 'text/plain' });
  });

  it('are fetched through the proxies of the fetcher', async () => {
    const { url, requests } = await startServer((_, response) => response.end('text'));
    const proxies = parseProxies(['http://127.0.0.1:9']);
    const fetchDocument = start({ adapter: adapterOf(pageOf(200)).adapter, proxies }).createDocumentFetcher(options);
    await expect(fetchDocument(url, { signal })).rejects.toMatchObject({ code: 'proxy' });
    expect(requests).toHaveLength(0);
  });

  it('end when the fetcher is closed, or when the caller aborts', async () => {
    const { url } = await startServer(() => {});
    const fetcher = start({ adapter: adapterOf(pageOf(200)).adapter });
    const caller = new AbortController();
    const aborted = fetcher.createDocumentFetcher(options)(url, { signal: caller.signal });
    const closed = fetcher.createDocumentFetcher(options)(url, { signal });
    caller.abort(new Error('left'));
    await expect(aborted).rejects.toThrow('left');
    await fetcher.close();
    await expect(closed).rejects.toMatchObject({ code: 'closed' });
  });
});

it('an engine is unavailable while its circuit is open, even if its exit can be used', async () => {
  const fetcher = start({ adapter: adapterOf(pageOf(500)).adapter, circuit: { minimum: 1 } });
  await fetcher.fetch(request, judgeWith('never')).catch(() => undefined);
  const { unavailableFor } = (await fetcher.status()).engines[0]!;
  expect(unavailableFor).toBeGreaterThan(20_000);
});

it('sessions get profiles that every step of a chain supports', async () => {
  const { adapter, sessions } = adapterOf(pageOf(200));
  const asFirefox: Adapter = Object.assign(((...given) => adapter(...given)) as Adapter, {
    supportsProfile: ({ name }: { name: string }) => name.startsWith('firefox'),
  });
  const chain = chainAdapter([
    { name: 'any', adapter },
    { name: 'firefox', adapter: asFirefox },
  ]);
  const fetcher = start({ adapter: chain, limits: { direct: 4 } });
  const searches = Array.from({ length: 4 }, () => fetcher.search());
  await Promise.all(searches.map((search) => search.fetch(request, judgeWith('never'))));
  for (const search of searches) search.end();
  const names = new Set(sessions.map(({ profile }) => profile.name));
  expect([...names].filter((name) => !name.startsWith('firefox'))).toEqual([]);
  expect(names.size).toBeGreaterThan(0);
});
