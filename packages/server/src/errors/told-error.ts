import { ApiError } from './api-error.js';
import type { ErrorCode } from './kinds.js';

/** An error as one process tells it to another: plain JSON. Request faults are not among them. */
export interface ToldError {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly reason: string;
}

/** What is told of an error. Its cause is for the log of the process that met it. */
export function tellError({ code, message: detail, headers, retryable, reason }: ApiError): ToldError {
  return { code, detail, headers, retryable, reason };
}

/** The error that was told. */
export function readToldError({ code, detail, ...extras }: ToldError): ApiError {
  return new ApiError(code, detail, extras);
}
