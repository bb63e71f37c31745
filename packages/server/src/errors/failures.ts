import { FetchError, type FetchErrorCode } from '@svc/fetchers';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './kinds.js';
import { codeOf, expectedReasonOf, failureReasonOf } from './reasons.js';

interface FetchFailure {
  code: ErrorCode;
  detail: string;
  /** @default what the code says */
  retryable?: boolean;
}

/** How each error of a fetch is answered. */
const fetchFailures: Readonly<Record<FetchErrorCode, FetchFailure>> = {
  timeout: { code: 'upstream_timeout', detail: 'The engine did not answer in time.' },
  network: { code: 'upstream_bad_response', detail: 'The engine could not be reached, or the connection broke.' },
  proxy: { code: 'no_proxy_available', detail: 'No proxy could be used.' },
  proxy_auth: { code: 'no_proxy_available', detail: 'The proxy refused our credentials.' },
  bad_response: { code: 'upstream_bad_response', detail: 'The engine sent an invalid response.' },
  truncated: { code: 'upstream_bad_response', detail: 'The page from the engine is incomplete.' },
  redirect: { code: 'upstream_bad_response', detail: 'The engine redirected in a loop or to another host.' },
  too_large: { code: 'upstream_bad_response', detail: 'The page from the engine is too large.' },
  rate_limited: {
    code: 'upstream_rate_limited',
    detail: 'The engine asked to wait longer than the time left for this search.',
  },
  no_proxy_available: { code: 'no_proxy_available', detail: 'Every proxy is cooling down.' },
  circuit_open: { code: 'circuit_open', detail: 'The engine has failed too often recently.' },
  overloaded: { code: 'overloaded', detail: 'Too many searches are waiting for this engine.' },
  misconfigured: {
    code: 'internal_error',
    detail: 'The service is not configured to fetch this page; its log says why.',
  },
  forbidden_target: { code: 'upstream_bad_response', detail: 'This address must not be requested.', retryable: false },
  no_capture: {
    code: 'upstream_bad_response',
    detail: 'No captured page answers this search.',
    retryable: false,
  },
  aborted: { code: 'shutting_down', detail: 'The search was aborted because its caller disconnected.' }, // never read by its caller
  closed: { code: 'shutting_down', detail: 'The search was aborted because the service is shutting down.' },
};

/** How errors of Fastify are answered, by their code. */
const frameworkFailures: Readonly<Record<string, { code: ErrorCode; detail: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'The body must be sent with "Content-Type: application/json".',
  },
  FST_ERR_BAD_URL: { code: 'not_found', detail: 'The path has invalid percent-encoding.' },
};

/** Turns any error into the one that is answered. An unexpected one is an `internal_error`; its message is only logged. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof FetchError) return fromFetch(error);
  const known = frameworkFailures[codeOf(error)];
  if (known !== undefined) return new ApiError(known.code, known.detail, { cause: error });
  const expected = expectedReasonOf(error);
  if (expected !== undefined)
    return new ApiError('overloaded', expected.detail, { cause: error, reason: expected.name });
  return new ApiError('internal_error', 'The service failed; the error was logged.', { cause: error });
}

function fromFetch(error: FetchError): ApiError {
  const { code, detail: usual, retryable } = fetchFailures[error.code];
  const { name: reason, detail } = failureReasonOf(error, usual);
  const retryAfter = error.retryAfter === undefined ? undefined : clampRetryAfter(error.retryAfter);
  return new ApiError(code, detail, { cause: error, reason, retryAfter, retryable });
}

/** Seconds. Engines may ask for unlimited waits, providers for none. */
const maxWait = 3600;

/** Clamps a wait in seconds to what is useful to a caller: from 1 second to an hour. */
export function clampRetryAfter(seconds: number): number {
  return Math.min(Math.max(1, seconds), maxWait);
}
