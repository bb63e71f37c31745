import type { ApiError, Fault } from './api-error.js';
import { type ErrorCode, errorKinds } from './kinds.js';

/** The body of every error: Problem Details of RFC 9457 with members of our own. */
export interface Problem {
  /** URI of the kind of error, one for each `code`. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Path of the request. */
  instance: string;
  code: ErrorCode;
  request_id: string;
  /** Whether the same request may succeed when sent again. */
  retryable: boolean;
  /** Equals `detail`. */
  error: string;
  /** The faults of the request, at most 20; only where the request is at fault. */
  errors?: readonly Fault[];
  /** Number of faults that are not listed; omitted when all are. */
  errors_omitted?: number;
}

/** Media type of every error. */
export const problemType = 'application/problem+json';

/** Makes the body of the answer to an error. */
export function problemOf(
  { code, message: detail, faults, unlisted, retryable }: ApiError,
  { id, url }: { id: string; url: string },
): Problem {
  const { status, title } = errorKinds[code];
  return {
    type: `urn:svc:error:${code}`,
    title,
    status,
    detail,
    instance: withoutQuery(url),
    code,
    request_id: id,
    retryable,
    error: detail,
    ...(faults.length > 0 && { errors: faults }),
    ...(unlisted > 0 && { errors_omitted: unlisted }),
  };
}

/** `Link` header (RFC 8288) to the page of the documentation that explains a code and what to do. */
export function helpLink(code: ErrorCode): string {
  return `</docs/errors/${code}>; rel="help"`;
}

/** An address without its query string, which may hold a query. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
