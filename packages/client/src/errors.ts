import type { Fault, Problem } from './api.js';

/** Codes of what goes wrong before an answer of the service is there. */
export type TransportCode = 'network_error' | 'deadline_exceeded' | 'invalid_answer';

/** Every code: those of the service, and those of the way to it. */
export type SvcErrorCode = Problem['code'] | TransportCode;

/** What is known of an error beside its code. */
interface SvcErrorDetails {
  problem?: Problem | undefined;
  status?: number | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Everything that a call rejects with, except the reason of an `AbortSignal` of the caller's own. Decide by `code`. */
export class SvcError extends Error {
  override readonly name = 'SvcError';
  readonly code: SvcErrorCode;
  /** The body of the answer; undefined where none could be read. */
  readonly problem: Problem | undefined;
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** Whether the same request may succeed when sent again. */
  readonly retryable: boolean;
  /** Seconds to wait before that, where the service says how long. */
  readonly retryAfter: number | undefined;
  /** Id of the request, for reports. */
  readonly requestId: string | undefined;
  /** Every fault of the request; empty unless the request is at fault. */
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

/** The error that an answer is. @param body what was read of it */
export function errorOf(response: Response, body: unknown): SvcError {
  const { status, headers } = response;
  const retryAfter = retryAfterIn(headers);
  if (isProblem(body)) return new SvcError(body.code, body.detail, { problem: body, retryAfter });
  const message = `The answer with status ${status} is none of the service: is the address right?`;
  return new SvcError('invalid_answer', message, { status, retryAfter });
}

/** The error of a problem that came as part of an answer. */
export function problemError(problem: Problem, headers: Readonly<Record<string, string>>): SvcError {
  return new SvcError(problem.code, problem.detail, { problem, retryAfter: retryAfterIn(new Headers(headers)) });
}

/** Seconds in `Retry-After`; undefined where it is missing or is no number. */
export function retryAfterIn(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
