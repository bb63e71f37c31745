import { type ErrorCode, errorKinds } from './kinds.js';

/** One fault of a request. */
export interface Fault {
  /** Name of the parameter, `''` for the body as a whole. */
  field: string;
  code: ErrorCode;
  /** A sentence that is safe to show. */
  message: string;
  /** Values that may have been meant. */
  suggestions?: string[];
}

/** What an error says beside its code. */
export interface ApiErrorExtras {
  /** Every fault of the request; only for request faults. */
  faults?: readonly Fault[];
  /** Response headers, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** Seconds after which to retry, sent as `Retry-After`. @default that of the code, if any */
  retryAfter?: number | undefined;
  /** Whether the same request may succeed when sent again. @default what the code says */
  retryable?: boolean | undefined;
  /** For the log only; never shown to a caller. */
  cause?: unknown;
}

/** An error that is answered as it is: `code` decides the status, `message` is safe to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;

  constructor(code: ErrorCode, detail: string, extras: ApiErrorExtras = {}) {
    super(detail, { cause: extras.cause });
    this.code = code;
    this.faults = extras.faults ?? [];
    this.retryable = extras.retryable ?? errorKinds[code].retryable ?? false;
    const retryAfter = extras.retryAfter ?? errorKinds[code].retryAfter;
    this.headers = {
      ...extras.headers,
      ...(retryAfter !== undefined && { 'retry-after': `${Math.ceil(retryAfter)}` }),
    };
  }
}

/** One error for all faults of a request, under the code of the first. */
export function faultsError(faults: readonly [Fault, ...Fault[]]): ApiError {
  return new ApiError(faults[0].code, [...new Set(faults.map(({ message }) => message))].join(' '), { faults });
}
