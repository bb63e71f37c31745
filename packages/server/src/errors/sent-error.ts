import { ApiError } from './api-error.js';
import type { ErrorCode } from './kinds.js';

/** An error as one process tells it to another: plain JSON. Request faults are not among them. */
export interface SentError {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly reason: string;
}

/** What is told of an error. Its cause is for the log of the process that met it. */
export function sentErrorOf({ code, message: detail, headers, retryable, reason }: ApiError): SentError {
  return { code, detail, headers, retryable, reason };
}

/** The error that was told. */
export function readSentError({ code, detail, ...extras }: SentError): ApiError {
  return new ApiError(code, detail, extras);
}
