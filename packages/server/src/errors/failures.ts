import { FetchError, type FetchErrorCode } from '@svc/fetchers';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './kinds.js';
import { codeOf, reasonOf } from './reasons.js';

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
  bad_response: { code: 'upstream_bad_response', detail: 'The engine sent no sound response.' },
  truncated: { code: 'upstream_bad_response', detail: 'The page of the engine broke off.' },
  redirect: { code: 'upstream_bad_response', detail: 'The engine redirects without end or to a foreign host.' },
  too_large: { code: 'upstream_bad_response', detail: 'The page of the engine is too large.' },
  rate_limited: { code: 'upstream_rate_limited', detail: 'The engine asks to wait longer than there is time for.' },
  no_proxy_available: { code: 'no_proxy_available', detail: 'Every proxy is cooling down.' },
  circuit_open: { code: 'circuit_open', detail: 'The engine failed too often lately.' },
  overloaded: { code: 'overloaded', detail: 'Too many searches are waiting for this engine.' },
  misconfigured: { code: 'internal_error', detail: 'The service is not set up to fetch this page; the log says why.' },
  forbidden_target: { code: 'upstream_bad_response', detail: 'The address may not be asked.', retryable: false },
  no_capture: {
    code: 'upstream_bad_response',
    detail: 'There is no captured page that answers this search.',
    retryable: false,
  },
  aborted: { code: 'shutting_down', detail: 'The search was aborted because its caller disconnected.' }, // its caller no longer reads
  closed: { code: 'shutting_down', detail: 'The search was aborted because the service is shutting down.' },
};

/** How errors of the web framework are answered, by their code. */
const frameworkFailures: Readonly<Record<string, { code: ErrorCode; detail: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'The body must be sent with "Content-Type: application/json".',
  },
  FST_ERR_BAD_URL: { code: 'not_found', detail: 'The path is not properly encoded.' },
};

/** Any error as the one that is answered. An unexpected one is an `internal_error`; its message is for the log only. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof FetchError) return fromFetch(error);
  const known = frameworkFailures[codeOf(error)];
  if (known !== undefined) return new ApiError(known.code, known.detail, { cause: error });
  return new ApiError('internal_error', 'The service failed; the error was logged.', { cause: error });
}

function fromFetch(error: FetchError): ApiError {
  const { code, detail: usual, retryable } = fetchFailures[error.code];
  const { name: reason, detail } = reasonOf(error, usual);
  const retryAfter = error.retryAfter === undefined ? undefined : clampRetryAfter(error.retryAfter);
  return new ApiError(code, detail, { cause: error, reason, retryAfter, retryable });
}

/** Seconds. An engine may ask for the end of time, a provider for no time at all. */
const longestWait = 3600;

/** A wait that is worth telling a caller, in seconds: from 1 to an hour. */
export function clampRetryAfter(seconds: number): number {
  return Math.min(Math.max(1, seconds), longestWait);
}
