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

/** What an error says in addition to its code. */
interface ApiErrorExtras {
  /** The faults of the request, if the request is at fault. */
  faults?: readonly Fault[];
  /** How many more faults the request has. @default 0 */
  unlisted?: number;
  /** Response headers, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** Seconds after which to retry, sent as `Retry-After`. @default that of the code, if any */
  retryAfter?: number | undefined;
  /** Whether the same request may succeed when sent again. @default what the code says */
  retryable?: boolean | undefined;
  /** A word for logs and metrics, more precise than the code: `reset`, `status_503`. @default the code */
  reason?: string;
  /** Only logged, never shown to a caller. */
  cause?: unknown;
}

/** An error that becomes an answer: `code` determines the status, `message` is safe to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly unlisted: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly reason: string;

  constructor(code: ErrorCode, detail: string, extras: ApiErrorExtras = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // the stack adds nothing to the code and takes as long as the rest of a refusal
    super(detail, { cause: extras.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.faults = extras.faults ?? [];
    this.unlisted = extras.unlisted ?? 0;
    this.reason = extras.reason ?? code;
    this.retryable = extras.retryable ?? errorKinds[code].retryable ?? false;
    const retryAfter = extras.retryAfter ?? errorKinds[code].retryAfter;
    this.headers = {
      ...extras.headers,
      ...(retryAfter !== undefined && { 'retry-after': `${Math.ceil(retryAfter)}` }),
    };
  }
}

/** Maximum number of faults listed, so that an answer is not larger than its request. */
export const maxFaultsPerError = 20;

/** Maximum number of characters quoted from a name or value that a caller sent. */
const quotedLength = 64;

/**
 * One error for all faults of a request, with the code of the first.
 *
 * @param unlisted number of faults in addition to those given
 */
export function errorFromFaults(faults: readonly [Fault, ...Fault[]], unlisted = 0): ApiError {
  const listed = faults.slice(0, maxFaultsPerError);
  const rest = unlisted + faults.length - listed.length;
  const sentences = [...new Set(listed.map(({ message }) => message))];
  if (rest > 0) sentences.push(`${rest} more ${rest === 1 ? 'fault is' : 'faults are'} not listed.`);
  return new ApiError(faults[0].code, sentences.join(' '), { faults: listed, unlisted: rest });
}

/** A name or value that a caller sent, cut to 64 characters without splitting one. */
export function truncateForMessage(text: string): string {
  const characters = [...text.slice(0, 2 * quotedLength + 1)];
  return characters.length > quotedLength ? `${characters.slice(0, quotedLength).join('')}…` : text;
}

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
    instance: maskedPath(url),
    code,
    request_id: id,
    retryable,
    error: detail,
    ...(faults.length > 0 && { errors: faults }),
    ...(unlisted > 0 && { errors_omitted: unlisted }),
  };
}

/** `Link` header (RFC 8288) to the page of the documentation that explains a code and what to do. */
export function errorHelpLinkHeader(code: ErrorCode): string {
  return `</docs/errors/${code}>; rel="help"`;
}

/** An address without its query string, which may hold a query. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** What stands for a key. */
const mask = '***';

/**
 * The path of a request for logs and messages, without the keys in it: those after `/k/`, where dialects take them, also if the
 * rest of the path is mistyped, and those that should have been in the query string.
 */
export function maskedPath(url: string): string {
  let previous = '';
  const parts = withoutQuery(url)
    .split('/')
    .map((part) => {
      const isKey = part !== '' && /^(?:k|%6b)$/i.test(previous);
      if (part !== '') previous = part;
      return isKey ? mask : part.replace(/((?:key|token)=)[^&;]+/gi, `$1${mask}`);
    });
  return parts.join('/');
}
