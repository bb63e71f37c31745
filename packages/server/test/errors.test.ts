import { FetchError } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  errorFromFaults,
  maxFaultsPerError,
  problemOf,
  truncateForMessage,
  withoutQuery,
} from '../src/errors/api-error.js';
import { clampRetryAfter, toApiError } from '../src/errors/failures.js';
import { codeOf } from '../src/errors/reasons.js';
import type { Fault } from '../src/index.js';

const coded = (code: unknown, extra: object = {}) => Object.assign(new Error('inside'), { code, ...extra });
const fault = (message: string, code: Fault['code'] = 'invalid_parameter'): Fault => ({ field: 'page', code, message });

describe('an API error', () => {
  test('has the defaults of its code', () => {
    const { stackTraceLimit } = Error;
    const error = new ApiError('overloaded', 'Full.');
    expect(error).toMatchObject({
      ...{ name: 'ApiError', message: 'Full.', code: 'overloaded', reason: 'overloaded' },
      ...{ faults: [], unlisted: 0, retryable: true, headers: { 'retry-after': '1' }, cause: undefined },
    });
    expect(new ApiError('not_found', '')).toMatchObject({ retryable: false, headers: {} });
    expect([error.stack?.split('\n').length, Error.stackTraceLimit]).toEqual([1, stackTraceLimit]);
  });

  test('has the given extras', () => {
    const cause = new Error('inside');
    const extras = { faults: [fault('a')], unlisted: 2, reason: 'reset', retryable: false, cause };
    expect(new ApiError('overloaded', '', { ...extras, headers: { allow: 'GET' }, retryAfter: 2.1 })).toMatchObject({
      ...extras,
      headers: { allow: 'GET', 'retry-after': '3' },
    });
  });

  test('does not reveal what was thrown unless it is an ApiError', () => {
    const own = new ApiError('not_found', '');
    expect(toApiError(own)).toBe(own);
    for (const thrown of [new Error('secret'), 'secret', undefined, coded('ECONNRESET'), coded('NO_SUCH_CODE')]) {
      expect(toApiError(thrown)).toMatchObject({
        code: 'internal_error',
        message: 'The service failed; the error was logged.',
        cause: thrown,
      });
    }
  });

  test.each([['FST_ERR_BAD_URL', 'not_found', 'The path has invalid percent-encoding.']])(
    "for the web framework's %s is %s",
    (code, answered, message) => {
      const thrown = coded(code);
      expect(toApiError(thrown)).toMatchObject({ code: answered, message, cause: thrown });
    },
  );

  test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])('is overloaded for %s, wherever it occurs', (code) => {
    const detail = 'The service has too many files or connections open.';
    for (const thrown of [coded(code), new FetchError('overloaded', '', { cause: coded(code) })])
      expect(toApiError(thrown)).toMatchObject({
        ...{ code: 'overloaded', message: detail, reason: 'no_resources', retryable: true },
        headers: { 'retry-after': '1' },
      });
  });

  test('takes the code of the thrown error, if any', () => {
    expect([coded('EPIPE'), coded(7), new Error(''), { code: 'EPIPE' }, null].map(codeOf)).toEqual([
      ...['EPIPE', '7', '', '', ''],
    ]);
  });
});

describe('an error for a failed fetch', () => {
  test('has the code of the failure, and a Retry-After from a second to an hour', () => {
    const failed = new FetchError('rate_limited', 'at http://10.0.0.1', { retryAfter: 90 });
    expect(toApiError(failed)).toMatchObject({
      ...{ code: 'upstream_rate_limited', reason: 'rate_limited', cause: failed, headers: { 'retry-after': '90' } },
      message: 'The engine asked to wait longer than the time left for this search.',
    });
    expect(new Set([0, -5, 1].map(clampRetryAfter))).toEqual(new Set([1]));
    expect([3600, 3601, 1e9].map(clampRetryAfter)).toEqual([3600, 3600, 3600]);
    const endless = new FetchError('rate_limited', '', { retryAfter: 1e9 });
    expect(toApiError(endless).headers['retry-after']).toBe('3600');
    expect(toApiError(new FetchError('bad_response', '')).headers).toEqual({});
  });

  test('is retryable like its code, unless the failure says otherwise', () => {
    expect(toApiError(new FetchError('bad_response', '')).retryable).toBe(true);
    expect(toApiError(new FetchError('no_capture', '')).retryable).toBe(false);
  });

  const failed = (code: 'network' | 'proxy' | 'bad_response' | 'timeout', ...causes: unknown[]) => {
    const cause = causes.reduceRight<unknown>((below, one) => coded(one, { cause: below }), undefined);
    const { reason, message } = toApiError(new FetchError(code, '', { cause }));
    return [reason, message];
  };

  test('has the reason of the nearest cause that has one', () => {
    expect(failed('network', 'ECONNREFUSED')).toEqual(['refused', 'The engine refused the connection.']);
    expect(failed('network', 'OTHER', 'EPIPE', 'ENOTFOUND')).toEqual([
      'reset',
      'The engine closed the connection before it answered.',
    ]);
    expect(failed('proxy', 'ECONNREFUSED')).toEqual(['proxy_refused', 'The proxy refused the connection.']);
  });

  test('has the reason of its code if no cause has one', () => {
    const usual = 'The engine could not be reached, or the connection broke.';
    expect(failed('network')).toEqual(['network', usual]);
    expect(failed('network', 'OTHER')).toEqual(['network', usual]);
    expect(failed('network', 'XECONNREFUSED')).toEqual(['network', usual]);
    expect(failed('timeout', 'ECONNREFUSED')).toEqual(['timeout', 'The engine did not answer in time.']);
    expect(failed('bad_response', 'ECONNREFUSED')).toEqual(['bad_response', 'The engine sent an invalid response.']);
    const noProxy = toApiError(new FetchError('no_proxy_available', '', { cause: 'no error' }));
    expect(noProxy.reason).toBe('no_proxy');
    const uncoded = new FetchError('network', '', { cause: new Error('', { cause: coded('EPIPE') }) });
    expect(toApiError(uncoded).reason).toBe('reset');
  });
});

describe('the errors of a request', () => {
  test('are combined under the code of the first, without repeated sentences', () => {
    const faults = [fault('One.', 'missing_parameter'), fault('Two.'), fault('One.')] as const;
    expect(errorFromFaults(faults)).toMatchObject({
      code: 'missing_parameter',
      message: 'One. Two.',
      faults,
      unlisted: 0,
    });
  });

  test('are listed up to twenty, and the others are counted', () => {
    const many = (count: number) => Array.from({ length: count }, () => fault('One.')) as [Fault, ...Fault[]];
    expect(maxFaultsPerError).toBe(20);
    expect(errorFromFaults(many(20))).toMatchObject({ message: 'One.', unlisted: 0 });
    const error = errorFromFaults(many(21));
    expect([error.message, error.faults.length, error.unlisted]).toEqual(['One. 1 more fault is not listed.', 20, 1]);
    expect(errorFromFaults(many(22), 3).message).toBe('One. 5 more faults are not listed.');
    expect(errorFromFaults(many(1), 1).message).toBe('One. 1 more fault is not listed.');
  });

  test('quote at most 64 characters, without splitting a character', () => {
    expect(truncateForMessage('a'.repeat(64))).toBe('a'.repeat(64));
    expect(truncateForMessage('a'.repeat(65))).toBe(`${'a'.repeat(64)}…`);
    expect(truncateForMessage('😀'.repeat(64))).toBe('😀'.repeat(64));
    expect(truncateForMessage(`${'😀'.repeat(64)}a`)).toBe(`${'😀'.repeat(64)}…`);
    expect(truncateForMessage('😀'.repeat(65))).toBe(`${'😀'.repeat(64)}…`);
  });
});

describe('the body of an error response', () => {
  test('has the members of RFC 9457 and our own', () => {
    const error = new ApiError('invalid_parameter', 'No.', { faults: [fault('No.')], unlisted: 1 });
    expect(problemOf(error, { id: 'id', url: '/a?query=secret' })).toEqual({
      ...{
        type: 'urn:svc:error:invalid_parameter',
        title: expect.any(String),
        status: 400,
        detail: 'No.',
        error: 'No.',
      },
      ...{ instance: '/a', code: 'invalid_parameter', request_id: 'id', retryable: false },
      ...{ errors: [fault('No.')], errors_omitted: 1 },
    });
    const plain = problemOf(new ApiError('overloaded', 'Full.'), { id: 'id', url: '/a' });
    expect([plain.retryable, plain.status, Object.keys(plain)]).toEqual([
      true,
      503,
      ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'retryable', 'error'],
    ]);
  });

  test('has the path without its query string', () => {
    expect(['/a?b', '/a#b', '/a?b\nc', '/a', '/a?b?c#d'].map(withoutQuery)).toEqual(['/a', '/a', '/a', '/a', '/a']);
  });
});
