import { describe, expect, it } from 'vitest';
import {
  causeCodes,
  causesOf,
  copyErrorWithoutSecrets,
  FetchError,
  type FetchErrorCode,
  isFetchError,
} from '../src/errors.js';
import { blameFor, isBlockedState, suspectOf } from '../src/policies/blame.js';

it('a FetchError has the given code, message and options', () => {
  const cause = new Error('below');
  const error = new FetchError('proxy', 'The proxy refused', { cause, retryAfter: 5 });
  expect(error).toBeInstanceOf(Error);
  expect({ ...error }).toEqual({ name: 'FetchError', code: 'proxy', retryAfter: 5 });
  expect([error.message, error.cause]).toEqual(['The proxy refused', cause]);
});

it('a FetchError has no cause or retryAfter unless they are given and valid', () => {
  const error = new FetchError('network', 'No connection');
  expect(['cause' in error, 'retryAfter' in error]).toEqual([false, false]);
  expect(new FetchError('overloaded', 'Full', { retryAfter: 0 }).retryAfter).toBe(0);
  for (const retryAfter of [-1, Number.NaN])
    expect('retryAfter' in new FetchError('network', 'No connection', { retryAfter })).toBe(false);
});

it('a FetchError has the reason of a refusal by a proxy', () => {
  expect(new FetchError('proxy', 'The proxy refused', { refusal: 'quota' }).refusal).toBe('quota');
  expect('refusal' in new FetchError('proxy', 'The proxy refused')).toBe(false);
});

it('a FetchError says whether a circuit is open for one caller only', () => {
  expect(new FetchError('circuit_open', 'Open', { isCallerOnly: true }).isCallerOnly).toBe(true);
  for (const options of [{}, { isCallerOnly: false }])
    expect('isCallerOnly' in new FetchError('circuit_open', 'Open', options)).toBe(false);
});

it.each([
  [{ retry: 'other_session', suspect: 'request' }, 'request'],
  [{ retry: 'never', suspect: 'exit' }, 'exit'],
  [{ retry: 'other_session' }, 'exit_at_engine'],
  [{ retry: 'other_session', countsAgainstEngine: false }, 'exit_at_engine'],
  [{ retry: 'same' }, 'engine'],
  [{ retry: 'never', countsAgainstEngine: true }, 'engine'],
  [{ retry: 'once', countsAgainstEngine: false }, 'request'],
] as const)('a verdict %j blames %s', (verdict, suspect) => {
  expect(suspectOf(verdict)).toBe(suspect);
});

it.each([
  ['captcha', true],
  ['rate_limited', true],
  ['forbidden', true],
  ['consent', true],
  ['bad_response', false],
  ['js_required', false],
])('a page %s is a block: %s', (state, expected) => {
  expect(isBlockedState(state)).toBe(expected);
});

/** The advice to retry and the suspect of each failure. */
const blames: Record<FetchErrorCode, readonly [retry: string, suspect: string]> = {
  timeout: ['other_session', 'exit_at_engine'],
  network: ['same', 'exit_at_engine'],
  proxy: ['other_session', 'exit'],
  proxy_auth: ['other_session', 'exit'],
  bad_response: ['same', 'exit_at_engine'],
  truncated: ['once', 'exit_at_engine'],
  redirect: ['never', 'engine'],
  too_large: ['never', 'engine'],
  rate_limited: ['never', 'engine'],
  no_proxy_available: ['never', 'caller'],
  circuit_open: ['never', 'caller'],
  overloaded: ['never', 'caller'],
  misconfigured: ['never', 'request'],
  no_capture: ['never', 'request'],
  forbidden_target: ['never', 'request'],
  aborted: ['never', 'caller'],
  closed: ['never', 'caller'],
};

it.each(Object.entries(blames))('a direct %s has the advice and suspect %j', (code, [retry, suspect]) => {
  expect(blameFor(code as FetchErrorCode, { hasProxy: false })).toEqual({ retry, suspect });
});

it.each(Object.entries(blames))(
  'a proxy is blamed for %s like a direct connection, unless it may be the cause',
  (code, [retry, suspect]) => {
    const isProxys = code === 'redirect' || code === 'too_large';
    const expected = isProxys ? { retry: 'once', suspect: 'exit_at_engine' } : { retry, suspect };
    expect(blameFor(code as FetchErrorCode, { hasProxy: true })).toEqual(expected);
  },
);

it('causeCodes lists the codes or names of the causes, nearest first, without their messages', () => {
  const deepest = Object.assign(new Error('10.0.0.1'), { code: 'ECONNREFUSED' });
  const between = new TypeError('http://proxy.test', { cause: deepest });
  expect(causeCodes(new FetchError('network', 'failed', { cause: between }))).toEqual(['TypeError', 'ECONNREFUSED']);
  expect(causeCodes(new FetchError('network', 'failed', { cause: 'text' }))).toEqual([]);
  expect(causeCodes(new FetchError('network', 'failed'))).toEqual([]);
  for (const code of [undefined, null, {}]) {
    const odd = Object.assign(new RangeError('odd'), { code });
    expect(causeCodes(new Error('above', { cause: odd }))).toEqual(['RangeError']);
  }
  const platform = new DOMException('left', 'AbortError');
  expect(causeCodes(new Error('above', { cause: platform }))).toEqual(['AbortError']);
  const numbered = Object.assign(new Error('numbered'), { code: 7 });
  expect(causeCodes(new Error('above', { cause: numbered }))).toEqual(['7']);
});

describe('copyErrorWithoutSecrets', () => {
  const first = 'https://user:word@api.test/?key=1';

  it('keeps name, code, stack frames and the first line of the message, without URLs and other properties', () => {
    const error = Object.assign(new TypeError(`two: ${first} and (ws://b.test/c), end\nsecond line`), {
      code: 'ECONNRESET',
      options: {},
    });
    const bare = copyErrorWithoutSecrets(error);
    expect(bare.message).toBe('two: <address> and (<address> end');
    expect(bare).toMatchObject({ name: 'TypeError', code: 'ECONNRESET' });
    expect(Object.keys(bare)).toEqual(['code']);
    expect('cause' in bare).toBe(false);
    const [head, ...frames] = bare.stack!.split('\n');
    expect(head).toBe('TypeError: two: <address> and (<address> end');
    expect(frames).toEqual(error.stack!.split('\n').slice(2));
    expect(frames[0]).toMatch(/^ {4}at .*errors\.test\.ts/);
  });

  it('keeps no line of the message, also one that looks like a stack frame', () => {
    const error = new Error('refused\nuser    at home\n    at secret-word');
    expect(copyErrorWithoutSecrets(error).stack).toBe(
      `Error: refused\n${error.stack!.split('\n').slice(3).join('\n')}`,
    );
    error.message = 'changed';
    expect(copyErrorWithoutSecrets(error).stack).not.toContain('user    at home');
  });

  it('returns an error whose properties can be changed, as those of others', () => {
    const bare = copyErrorWithoutSecrets(new Error('outer', { cause: new Error('inner') }));
    bare.stack = 'another';
    expect(bare.stack).toBe('another');
    expect(delete bare.cause).toBe(true);
    expect('cause' in bare).toBe(false);
  });

  it('adds no code and no stack frames that the error does not have', () => {
    const error = Object.assign(new Error('plain'), { stack: undefined });
    const bare = copyErrorWithoutSecrets(error);
    expect([Object.keys(bare), bare.name, bare.stack]).toEqual([[], 'Error', 'Error: plain']);
    expect(Object.keys(copyErrorWithoutSecrets(new DOMException('left', 'AbortError')))).toEqual([]);
    expect(copyErrorWithoutSecrets(new DOMException('left', 'AbortError')).name).toBe('AbortError');
  });

  it('cleans the message, then cuts it to 500 characters', () => {
    const cleaned = copyErrorWithoutSecrets(new Error(`${'a'.repeat(496)}secret`), (text) =>
      text.replaceAll('secret', '******'),
    );
    expect(cleaned.message).toBe(`${'a'.repeat(496)}****`);
  });

  it('copies causes ten deep, and the first error of an AggregateError', () => {
    const deepest = Object.assign(new Error(`no ${first}`), { code: 'EPIPE', request: {} });
    const bare = copyErrorWithoutSecrets(
      new Error('a', { cause: new AggregateError([deepest, new Error('other')], 'b') }),
      (text) => text.toUpperCase(),
    );
    expect(causesOf(bare).map(({ name, message }) => `${name} ${message}`)).toEqual([
      'AggregateError B',
      'Error NO <ADDRESS>',
    ]);
    expect(Object.keys(causesOf(bare)[1]!)).toEqual(['code']);
    expect(Object.keys(bare)).toEqual([]);
    const caused = copyErrorWithoutSecrets(new AggregateError([deepest], 'b', { cause: new Error('cause') }));
    expect(causesOf(caused).map(({ message }) => message)).toEqual(['cause']);
    const loop = new Error('again');
    loop.cause = loop;
    let depth = 0;
    for (let copy: unknown = copyErrorWithoutSecrets(loop); copy instanceof Error; copy = copy.cause) depth += 1;
    expect(depth).toBe(11);
  });

  it('accepts values that are not errors', () => {
    expect(copyErrorWithoutSecrets('refused')).toMatchObject({ name: 'Error', message: 'refused' });
    expect(copyErrorWithoutSecrets({ code: 'ECONNRESET' })).not.toHaveProperty('code');
    expect(copyErrorWithoutSecrets(new Error('outer', { cause: 'text' })).cause).toMatchObject({ message: 'text' });
  });
});

it('causeCodes and causesOf stop after ten causes, since an error may be its own cause', () => {
  const errors = Array.from({ length: 12 }, (_, depth) => Object.assign(new Error(), { code: depth }));
  for (const [depth, error] of errors.entries()) error.cause = errors[depth + 1];
  expect(causeCodes(errors[0]!)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  expect(causesOf(errors[9]!)).toEqual([errors[10], errors[11]]);
});

it('isFetchError accepts only a FetchError with a known code', () => {
  expect(isFetchError(new FetchError('timeout', 'slow'))).toBe(true);
  expect(isFetchError(new FetchError('odd' as 'timeout', 'slow'))).toBe(false);
  expect(isFetchError(Object.assign(new Error('slow'), { code: 'timeout' }))).toBe(false);
});
