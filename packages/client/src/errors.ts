import type { Fault, Problem } from './api.js';

/** Codes of errors that occur without a response from the service. */
export type TransportCode = 'network_error' | 'deadline_exceeded' | 'invalid_answer';

/** All codes: those of the service, and those of the transport. */
export type SvcErrorCode = Problem['code'] | TransportCode;

/** Details of an error. */
interface SvcErrorDetails {
  problem?: Problem | undefined;
  status?: number | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The error that calls reject with, unless the caller's own `AbortSignal` aborted them. Branch on `code`. */
export class SvcError extends Error {
  override readonly name = 'SvcError';
  readonly code: SvcErrorCode;
  /** The body of the response; undefined if it could not be read. */
  readonly problem: Problem | undefined;
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait before a retry, if the service says so. */
  readonly retryAfter: number | undefined;
  /** Id of the request, for bug reports. */
  readonly requestId: string | undefined;
  /** All faults of the request; empty if the request is valid. */
  readonly faults: readonly Fault[];

  constructor(code: SvcErrorCode, message: string, { problem, status, retryAfter, cause }: SvcErrorDetails = {}) {
    super(message, { cause });
    this.code = code;
    this.problem = problem;
    this.status = problem?.status ?? status;
    this.retryable = problem?.retryable ?? code === 'network_error';
    this.retryAfter = retryAfter;
    this.requestId = problem?.request_id;
    this.faults = problem?.errors ?? [];
  }
}

/** Whether a value is the body of an error of the service. */
export function isProblem(body: unknown): body is Problem {
  return isObject(body) && typeof body.code === 'string' && typeof body.retryable === 'boolean';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The error for a response. @param body its parsed body */
export function responseError(response: Response, body: unknown): SvcError {
  const { status, headers } = response;
  const retryAfter = readRetryAfter(headers);
  if (isProblem(body)) return new SvcError(body.code, body.detail, { problem: body, retryAfter });
  const message = `A response with status ${status} did not come from the service. Is the address right?`;
  return new SvcError('invalid_answer', message, { status, retryAfter });
}

/** The error for a problem that is part of a response, such as a line of a batch. */
export function problemError(problem: Problem, headers: Readonly<Record<string, string>>): SvcError {
  return new SvcError(problem.code, problem.detail, { problem, retryAfter: readRetryAfter(new Headers(headers)) });
}

/** Seconds in `Retry-After`; undefined if it is missing or not a number. */
export function readRetryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
