import { expect, it } from 'vitest';
import { causesOf, codesOf, FetchError, type FetchErrorCode, isFetchError, kindOf } from '../src/errors.js';

it('a FetchError has a code, a message and what was given with it', () => {
  const cause = new Error('below');
  const error = new FetchError('proxy', 'The proxy refused', { cause, retryAfter: 5 });
  expect(error).toBeInstanceOf(Error);
  expect({ ...error }).toEqual({ name: 'FetchError', code: 'proxy', retryAfter: 5 });
  expect([error.message, error.cause]).toEqual(['The proxy refused', cause]);
});

it('a FetchError without a cause or a wait has no such property', () => {
  const error = new FetchError('network', 'No connection');
  expect(['cause' in error, 'retryAfter' in error]).toEqual([false, false]);
  expect(new FetchError('overloaded', 'Full', { retryAfter: 0 }).retryAfter).toBe(0);
  for (const retryAfter of [-1, Number.NaN])
    expect('retryAfter' in new FetchError('network', 'No connection', { retryAfter })).toBe(false);
});

/** What may help after each failure, and whether the engine is to blame. */
const kinds: Record<FetchErrorCode, readonly [retry: string, blame: boolean]> = {
  timeout: ['other_session', true],
  network: ['same', true],
  proxy: ['other_session', false],
  proxy_auth: ['other_session', false],
  bad_response: ['same', true],
  truncated: ['once', true],
  redirect: ['never', true],
  too_large: ['never', true],
  rate_limited: ['never', true],
  no_proxy_available: ['never', true],
  circuit_open: ['never', true],
  overloaded: ['never', true],
  misconfigured: ['never', false],
  no_capture: ['never', false],
  aborted: ['never', false],
  closed: ['never', false],
};

it.each(Object.entries(kinds))('after %s the advice and the blame are %j', (code, [retry, blame]) => {
  const kind = kindOf(new FetchError(code as FetchErrorCode, code));
  expect([kind.retry, kind.countsAgainstEngine ?? true]).toEqual([retry, blame]);
});

it('the codes of the errors below are listed, the nearest first, and none of their messages', () => {
  const deepest = Object.assign(new Error('10.0.0.1'), { code: 'ECONNREFUSED' });
  const between = new TypeError('http://proxy.test', { cause: deepest });
  expect(codesOf(new FetchError('network', 'failed', { cause: between }))).toEqual(['TypeError', 'ECONNREFUSED']);
  expect(codesOf(new FetchError('network', 'failed', { cause: 'text' }))).toEqual([]);
  expect(codesOf(new FetchError('network', 'failed'))).toEqual([]);
  for (const code of [undefined, null, {}]) {
    const odd = Object.assign(new RangeError('odd'), { code });
    expect(codesOf(new Error('above', { cause: odd }))).toEqual(['RangeError']);
  }
  const platform = new DOMException('left', 'AbortError');
  expect(codesOf(new Error('above', { cause: platform }))).toEqual(['AbortError']);
  const numbered = Object.assign(new Error('numbered'), { code: 7 });
  expect(codesOf(new Error('above', { cause: numbered }))).toEqual(['7']);
});

it('errors are followed ten deep, since one may be its own cause', () => {
  const errors = Array.from({ length: 12 }, (_, depth) => Object.assign(new Error(), { code: depth }));
  for (const [depth, error] of errors.entries()) error.cause = errors[depth + 1];
  expect(codesOf(errors[0]!)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  expect(causesOf(errors[9]!)).toEqual([errors[10], errors[11]]);
});

it('a FetchError is one of a code that there is', () => {
  expect(isFetchError(new FetchError('timeout', 'slow'))).toBe(true);
  expect(isFetchError(new FetchError('odd' as 'timeout', 'slow'))).toBe(false);
  expect(isFetchError(Object.assign(new Error('slow'), { code: 'timeout' }))).toBe(false);
});
