import { type Adapter, FetchError, type FetchErrorCode } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { alphaSearch, gammaSearch } from './helpers/operations.js';
import { always, bytes, testService } from './helpers/service.js';

const address = '192.0.2.7:3128';

/** An adapter that fails; as in Node.js, the cause contains a proxy and a credential. */
function failing(code: FetchErrorCode, below?: string): Adapter {
  const cause = Object.assign(new Error(`connect ${below} user:secret@${address}`), { code: below });
  return async () => {
    throw new FetchError(code, 'The adapter says', below === undefined ? {} : { cause });
  };
}

function ownCause(): Error {
  const error = new RangeError('user:secret');
  error.cause = error;
  return error;
}

function oddCode(isThrown = false): Error {
  const error = Object.assign(new Error('user:secret'), { code: Object.create(null) as object });
  if (isThrown) throw error;
  return error;
}

/** The response to a failing search, and the reason logged for it. */
async function answerTo(adapter: Adapter) {
  const lines: string[] = [];
  const service = testService({
    adapter,
    env: { SVC_LOG_LEVEL: 'debug' },
    logTo: { write: (line) => lines.push(line) },
  });
  const response = await service.post(gammaSearch.path, { query: 'tea' });
  const { code, detail } = response.json();
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(`${response.payload}${lines}`).not.toMatch(/secret|192\.0\.2|adapter says/);
  return { code, detail, reason: records.find(({ msg }) => msg === 'request')?.reason, headers: response.headers };
}

describe('the code, reason and detail of a failure', () => {
  test.each<[FetchErrorCode, string | undefined, string, string | undefined, RegExp]>([
    ['network', 'ECONNRESET', 'upstream_bad_response', 'reset', /closed the connection/],
    ['network', 'EPIPE', 'upstream_bad_response', 'reset', /closed the connection/],
    ['network', 'ECONNREFUSED', 'upstream_bad_response', 'refused', /refused the connection/],
    ['network', 'ENOTFOUND', 'upstream_bad_response', 'name', /could not be resolved/],
    ['network', 'EAI_AGAIN', 'upstream_bad_response', 'name', /could not be resolved/],
    ['network', 'EHOSTUNREACH', 'upstream_bad_response', 'unreachable', /no route/],
    ['network', 'CERT_HAS_EXPIRED', 'upstream_bad_response', 'tls', /secure connection/],
    ['network', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'upstream_bad_response', 'tls', /secure connection/],
    ['network', 'EWHATEVER', 'upstream_bad_response', 'network', /could not be reached, or the connection broke/],
    ['network', undefined, 'upstream_bad_response', 'network', /could not be reached, or the connection broke/],
    ['timeout', 'ETIMEDOUT', 'upstream_timeout', 'timeout', /did not answer in time/],
    ['proxy', 'ECONNREFUSED', 'no_proxy_available', 'proxy_refused', /^The proxy refused the connection/],
    ['proxy', 'ETIMEDOUT', 'no_proxy_available', 'proxy_timeout', /^The proxy did not answer/],
    ['proxy', undefined, 'no_proxy_available', 'proxy', /No proxy could be used/],
    ['proxy_auth', undefined, 'no_proxy_available', 'proxy_auth', /^The proxy refused our credentials/],
    ['truncated', 'ECONNRESET', 'upstream_bad_response', 'truncated', /is incomplete/],
    ['too_large', undefined, 'upstream_bad_response', 'too_large', /too large/],
  ])('%s, %s', async (fetchCode, below, code, reason, detail) => {
    expect(await answerTo(failing(fetchCode, below))).toMatchObject({
      code,
      reason,
      detail: expect.stringMatching(detail),
    });
  });

  test.each<[what: string, given: () => unknown, reason: string]>([
    ['an adapter throws an error that is its own cause', () => Promise.reject(ownCause()), 'network'],
    ['an adapter throws an error whose code is an object', () => Promise.reject(oddCode()), 'network'],
    ['an adapter throws a string', () => Promise.reject('http://user:secret@192.0.2.7'), 'network'],
    ['an adapter throws synchronously', () => oddCode(true), 'network'],
    ['an adapter returns undefined', async () => undefined, 'bad_response'],
    [
      'an adapter returns an invalid page',
      async () => ({ status: 200, body: 'http://user:secret@192.0.2.7' }),
      'bad_response',
    ],
  ])('if %s', async (_, given, reason) => {
    expect(await answerTo(given as Adapter)).toMatchObject({ code: 'upstream_bad_response', reason });
  });

  test.each([
    [429, 'upstream_rate_limited', 'rate_limited'],
    [403, 'upstream_forbidden', 'forbidden'],
    [503, 'upstream_bad_response', 'status_503'],
    [500, 'upstream_bad_response', 'status_500'],
  ])('status %i', async (status, code, reason) => {
    const answer = await answerTo(always('<title>?</title>', { status, headers: { 'content-type': 'text/html' } }));
    expect(answer).toMatchObject({ code, reason, detail: expect.stringContaining(`(HTTP status ${status})`) });
  });
});

describe('the wait that an engine asks for becomes Retry-After', () => {
  const refusing = (status: number, wait: string) =>
    always('<title>?</title>', { status, headers: { 'content-type': 'text/html', 'retry-after': wait } });

  test.each([
    [429, '17', '17'],
    [503, '17', '17'],
    [403, '120', '120'],
    [429, '0', '1'],
    [429, '99999999', '3600'],
    [503, new Date(Date.now() - 60_000).toUTCString(), '1'],
    [503, new Date(Date.now() + 86_400_000).toUTCString(), '3600'],
  ])('for status %i and "%s"', async (status, wait, retryAfter) => {
    expect((await answerTo(refusing(status, wait))).headers['retry-after']).toBe(retryAfter);
  });

  test.each(['soon', '-5', '1e3', ''])('unless it is invalid: %s', async (wait) => {
    expect((await answerTo(refusing(429, wait))).headers).not.toHaveProperty('retry-after');
  });

  test('even if retries remain or a proxy sent the response', async () => {
    const adapter: Adapter = async ({ url }) => ({
      url,
      status: 429,
      headers: { 'retry-after': '600' },
      body: bytes('<title>?</title>'),
    });
    const service = testService({ adapter, env: { SVC_ATTEMPTS: '3' } });
    const response = await service.post(alphaSearch.path, { query: 'tea' });
    expect(response.json()).toMatchObject({ status: 502, code: 'upstream_rate_limited', retryable: true });
    expect(response.headers['retry-after']).toBe('600');
  });
});
