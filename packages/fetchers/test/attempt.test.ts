import { expect, test } from 'vitest';
import { type Attempt, type AttemptEvent, attemptOnce, type Turn } from '../src/attempt.js';
import type { ChainStep } from '../src/chain.js';
import { FetchError } from '../src/errors.js';
import { startLimit } from '../src/limit.js';
import type { AttemptOutcome, Lease } from '../src/sessions/lease.js';
import type { Visit } from '../src/sessions/visit.js';
import type { Adapter, Judge, RawPage, Unusable } from '../src/types.js';
import { newSession, pageOf, requestFor } from './support/requests.js';

/** What one attempt told everybody. */
interface Told {
  attempt: Attempt<string>;
  /** What the session, the circuit, the visit and the watcher were told. */
  reports: AttemptOutcome[];
  passages: (string | undefined)[];
  seen: RawPage[];
  events: AttemptEvent[];
  begun: string[];
}

interface Case {
  adapter?: Adapter;
  judge?: Judge<string>;
  /** Name of the step. */
  name?: string;
  last?: Turn['last'];
  leadsOn?: (state: string) => boolean;
  attemptTimeout?: number;
  time?: number;
}

const page = pageOf(200);
const usable: Judge<string> = () => ({ usable: true, value: 'rows' });

function unusable(change: Partial<Unusable>): Judge<string> {
  return () => ({ usable: false, state: 'captcha', error: new Error('a captcha'), retry: 'other_session', ...change });
}

async function attempted({ adapter = async () => page, judge = usable, ...rest }: Case = {}): Promise<Told> {
  const { name, last, leadsOn = () => false, attemptTimeout = 5_000, time = 10_000 } = rest;
  const told: Omit<Told, 'attempt'> = { reports: [], passages: [], seen: [], events: [], begun: [] };
  const lease: Lease = {
    session: newSession(),
    report: async (outcome) => void told.reports.push(outcome),
    release: () => undefined,
  };
  const visit: Pick<Visit, 'caller' | 'lease' | 'followed' | 'saw'> = {
    caller: 'somebody',
    lease: async () => lease,
    followed: (request) => request,
    saw: (found) => void told.seen.push(found),
  };
  const step = { adapter, ...(name !== undefined && { name }) } as ChainStep;
  const walk = { step, leadsOn, goOn: async () => false, succeeded: async () => undefined };
  const limit = startLimit(time);
  const attempt = await attemptOnce(
    {
      circuit: {
        enter: async () => ({ ended: async (state) => void told.passages.push(state) }),
        state: async () => 'closed',
      },
      budget: {
        began: async (engine) => void told.begun.push(engine),
        spend: async () => true,
        state: async () => ({ spent: 0, allowed: 0 }),
      },
      attemptTimeout,
      onAttempt: (event) => void told.events.push(event),
    },
    { request: requestFor('http://engine.test/'), judge, limit, visit: visit as Visit },
    { walk, number: 3, last },
  ).finally(() => limit.stop());
  return { attempt, ...told };
}

test('a usable page is good for its session, its engine and the page after it', async () => {
  const { attempt, reports, passages, seen, begun } = await attempted();
  expect(attempt).toEqual({ usable: true, value: 'rows', page });
  expect(reports).toEqual([{ state: 'usable', session: 'good' }]);
  expect([passages, seen, begun]).toEqual([['usable'], [page], ['alpha']]);
});

test.each<[what: string, given: unknown, faults: RegExp]>([
  ['nothing', undefined, /^What the adapter gave is no page: it must be an object$/],
  ['null', null, /it must be an object/],
  ['a text', '<p>tea</p>', /it must be an object/],
  [
    'an empty object',
    {},
    /: url must be an address; status must be .+; headers must be .+; body must be a Uint8Array$/,
  ],
  ['the response of fetch', new Response('tea', { headers: { etag: 'a' } }), /url must.*; headers must.*; body must/],
  ['an address that is none', { ...page, url: '/search' }, /: url must be an address$/],
  ['an address that is no text', { ...page, url: new URL(page.url) }, /: url must be an address$/],
  ['a status that is a text', { ...page, status: '200' }, /: status must be a status of HTTP$/],
  ['no status', { ...page, status: Number.NaN }, /: status must be/],
  ['no headers', { ...page, headers: null }, /: headers must be an object of texts$/],
  ['headers of numbers', { ...page, headers: { 'retry-after': 3 } }, /: headers must be/],
  ['a body that is a text', { ...page, body: 'tea' }, /: body must be a Uint8Array$/],
])('%s is no page, which an adapter may give all the same', async (_, given, faults) => {
  const { attempt, passages } = await attempted({ adapter: async () => given as RawPage });
  // A pattern itself would match anything here.
  const message = expect.stringMatching(faults);
  expect(attempt).toMatchObject({ state: 'bad_response', error: { code: 'bad_response', message } });
  expect(passages).toEqual(['bad_response']);
});

test('repeated headers may be lists, as Node has them, and some may have no value', async () => {
  const headers = { 'retry-after': ['7'], 'set-cookie': ['a=1'], vary: undefined, etag: 'b' };
  const { attempt } = await attempted({ adapter: async () => ({ ...page, headers }) as unknown as RawPage });
  expect(attempt.page).toEqual({ ...page, headers: { 'retry-after': '7', etag: 'b' } });
});

test('a page may be of a class of its own; texts that set cookies are left out', async () => {
  class Answer {
    url = 'http://engine.test/tea';
    headers = { etag: ['b', 'c'], 'set-cookie': 'a=1' };
    body = page.body;
    get status() {
      return 203;
    }
  }
  const { attempt } = await attempted({ adapter: async () => new Answer() as unknown as RawPage });
  const { url, body } = new Answer();
  expect(attempt.page).toEqual({ url, status: 203, headers: { etag: 'b, c' }, body });
});

test('an adapter is told until when it has time', async () => {
  let left = 0;
  const adapter: Adapter = async (_, { deadline = 0 }) => {
    left = deadline - Date.now();
    return page;
  };
  await attempted({ adapter, attemptTimeout: 5_000 });
  expect(Math.round(left / 1_000)).toBe(5);
});

test.each<[what: string, thrown: unknown, causes: string[]]>([
  ['a text', 'boom', []],
  ['nothing', undefined, []],
  ['an error that is its own cause', ownCause(), Array.from({ length: 10 }, () => 'RangeError')],
  ['an error whose code is an object', Object.assign(new TypeError('x'), { code: Object.create(null) }), ['TypeError']],
  ['an error of the platform', new DOMException('x', 'AbortError'), ['AbortError']],
  ['several errors', new AggregateError([new Error('x')], 'y'), ['AggregateError']],
  ['a FetchError of a code that there is not', new FetchError('odd' as 'network', 'x'), ['odd']],
])('%s that an adapter throws counts as a failure of the network', async (_, thrown, causes) => {
  const { attempt, events } = await attempted({ adapter: () => Promise.reject(thrown) });
  expect(attempt).toMatchObject({ state: 'network', error: { message: 'The adapter failed' } });
  expect(!attempt.usable && attempt.error.cause).toBe(thrown);
  expect(events[0]?.causes).toEqual(causes);
});

function ownCause(): Error {
  const error = new RangeError('again');
  error.cause = error;
  return error;
}

test.each<[of: string, found: Case, outcome: AttemptOutcome, told: string | undefined]>([
  ['a wall', { judge: unusable({}) }, { state: 'captcha', session: 'blocked', retryAfter: undefined }, 'captcha'],
  [
    'a page that may be better next time',
    { judge: unusable({ state: 'server_error', retry: 'once' }) },
    { state: 'server_error', session: 'failed', retryAfter: undefined },
    'server_error',
  ],
  [
    'a page that will be no better',
    { judge: unusable({ state: 'unrecognised', retry: 'never' }) },
    { state: 'unrecognised', session: 'unknown', retryAfter: undefined },
    'unrecognised',
  ],
  [
    'a page that says nothing of the engine',
    { judge: unusable({ countsAgainstEngine: false }) },
    { state: 'captcha', session: 'blocked', retryAfter: undefined },
    undefined,
  ],
  [
    'a wall that leads to another way',
    { judge: unusable({}), leadsOn: (state) => state === 'captcha' },
    { state: 'captcha', session: 'blocked', retryAfter: undefined },
    undefined,
  ],
  [
    'an engine that asks to wait',
    { adapter: async () => pageOf(429, { 'retry-after': '7' }), judge: unusable({ state: 'rate_limited' }) },
    { state: 'rate_limited', session: 'blocked', retryAfter: 7 },
    'rate_limited',
  ],
  [
    'a connection that broke',
    { adapter: () => Promise.reject(new FetchError('network', 'reset')) },
    { state: 'network', session: 'failed', retryAfter: undefined },
    'network',
  ],
  [
    'a fetch that was given up',
    { adapter: () => Promise.reject(new FetchError('aborted', 'left')) },
    { state: 'unknown', session: 'unknown' },
    undefined,
  ],
  [
    'a fetcher that was closed',
    { adapter: () => Promise.reject(new FetchError('closed', 'closed')) },
    { state: 'unknown', session: 'unknown' },
    undefined,
  ],
  [
    'an engine that does not answer',
    { adapter: () => new Promise(() => undefined), attemptTimeout: 50 },
    { state: 'timeout', session: 'failed', retryAfter: undefined },
    'timeout',
  ],
  [
    'a wall that is met with hardly any time left',
    { judge: unusable({}), time: 900 },
    { state: 'captcha', session: 'blocked', retryAfter: undefined },
    'captcha',
  ],
  [
    'an attempt with hardly any time left',
    { adapter: () => new Promise(() => undefined), time: 50 },
    { state: 'unknown', session: 'unknown' },
    undefined,
  ],
])('%s', async (_, found, outcome, told) => {
  const { attempt, reports, passages, seen } = await attempted(found);
  expect(attempt.usable).toBe(false);
  expect(reports).toEqual([outcome]);
  expect(passages).toEqual([told]);
  expect(seen).toEqual([]);
});

test('an attempt after another is no fetch of its own', async () => {
  const last = (await attempted({ judge: unusable({}) })).attempt as Turn['last'];
  expect((await attempted({ last })).begun).toEqual([]);
});

test('what is told of an attempt', async () => {
  const slowly: Adapter = () => new Promise((resolve) => setTimeout(resolve, 30, page));
  const { events } = await attempted({ adapter: slowly, name: 'http' });
  expect(events).toEqual([
    {
      ...{ operation: 'alpha.search', attempt: 3, session: 'session', step: 'http', outcome: 'usable', status: 200 },
      ...{ duration: expect.any(Number), queued: expect.any(Number) },
    },
  ]);
  expect(events[0]!.duration).toBeGreaterThan(25);
  expect(events[0]!.duration).toBeLessThan(performance.now());
  expect(events[0]!.queued).toBeLessThan(25);
});

test('what is told of an attempt without a page', async () => {
  const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const { events } = await attempted({
    adapter: () => Promise.reject(new FetchError('network', 'broke', { cause })),
  });
  expect(events).toEqual([
    {
      ...{ operation: 'alpha.search', attempt: 3, session: 'session', outcome: 'network', causes: ['ECONNRESET'] },
      ...{ duration: expect.any(Number), queued: expect.any(Number) },
    },
  ]);
});
