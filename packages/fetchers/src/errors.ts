import { isFetchErrorCode } from './policies/blame.js';

/**
 * Why a fetch returned no page.
 *
 * - `timeout`: an attempt or the whole fetch took too long
 * - `network`: the engine could not be reached, or the connection broke
 * - `proxy`: the proxy could not be reached, did not respond, or refused the request (see `refusal`)
 * - `proxy_auth`: the proxy refused the credentials
 * - `bad_response`: the response is not valid HTTP
 * - `truncated`: the connection closed before the end of the body
 * - `redirect`: too many redirects, or a redirect to a host that is not allowed
 * - `too_large`: the body exceeds the limit
 * - `rate_limited`: the engine's `Retry-After` exceeds the remaining time; see `retryAfter`
 * - `no_proxy_available`: every proxy is cooling down, nothing was sent; `retryAfter` is the time until the first is available
 * - `circuit_open`: the engine failed too often recently, nothing was sent; `retryAfter` is the time until the next trial
 * - `overloaded`: too many fetches are waiting, or this machine can open no more connections; nothing was sent
 * - `misconfigured`: a package or program is missing, or a setting is invalid
 * - `no_capture`: the replay adapter has no matching page
 * - `forbidden_target`: the address of a document is not allowed: it is private, or not `http:` or `https:`
 * - `aborted`: the caller's signal was aborted
 * - `closed`: the fetcher or the session is closed
 */
export type FetchErrorCode =
  | 'timeout'
  | 'network'
  | 'proxy'
  | 'proxy_auth'
  | 'bad_response'
  | 'truncated'
  | 'redirect'
  | 'too_large'
  | 'rate_limited'
  | 'no_proxy_available'
  | 'circuit_open'
  | 'overloaded'
  | 'misconfigured'
  | 'no_capture'
  | 'forbidden_target'
  | 'aborted'
  | 'closed';

/**
 * Why a proxy refused: `credentials` (status 401, 407), `quota` used up (402, 509), `rate_limited` (429), `forbidden` target
 * (403, 451), `unavailable` (any other).
 */
export type ProxyRefusal = 'credentials' | 'quota' | 'rate_limited' | 'forbidden' | 'unavailable';

/** Options of a `FetchError`. */
export interface FetchErrorOptions {
  /** The underlying error, for logs. It may contain addresses, so do not show it to callers. */
  cause?: unknown;
  /** Seconds until a retry is useful; ignored unless at least 0. */
  retryAfter?: number | undefined;
  refusal?: ProxyRefusal | undefined;
  /** Whether the circuit is open for this caller only. */
  isCallerOnly?: boolean | undefined;
}

/** The error that this package throws if no page could be fetched. Its message contains no address and no credentials. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;
  /** Seconds until a retry is useful; left out if unknown. */
  declare readonly retryAfter?: number;
  /** Why the proxy refused the request, if it did. */
  declare readonly refusal?: ProxyRefusal;
  /** For `circuit_open`: the circuit is open for this caller only; left out if it is open for all. */
  declare readonly isCallerOnly?: true;

  constructor(
    code: FetchErrorCode,
    message: string,
    { cause, retryAfter, refusal, isCallerOnly }: FetchErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    if (retryAfter !== undefined && retryAfter >= 0) this.retryAfter = retryAfter;
    if (refusal !== undefined) this.refusal = refusal;
    if (isCallerOnly === true) this.isCallerOnly = true;
  }
}

/** Whether an error is a `FetchError` with a known code. Code that throws one may be JavaScript without type checks. */
export function isFetchError(error: unknown): error is FetchError {
  return error instanceof FetchError && isFetchErrorCode(error.code);
}

/** Limit of causes, because an error can be its own cause. */
const deepest = 10;

/** The causes of an error, outermost first, at most ten. Their messages may contain addresses. */
export function causesOf(error: Error): readonly Error[] {
  const below: Error[] = [];
  let { cause } = error;
  while (cause instanceof Error && below.length < deepest) {
    below.push(cause);
    cause = cause.cause;
  }
  return below;
}

/** Addresses, which may contain credentials and words of the query. */
const addresses = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+/gi;
/** Characters of a message that are kept, and of those that are read: addresses become shorter. */
const maxMessage = 500;
const maxRead = 4_000;

/**
 * A copy of an error with its name, code, stack, causes and the first line of its message without URLs. Other properties are left
 * out, because errors of HTTP clients contain the request with its credentials.
 *
 * @param clean removes further secrets from a message
 */
export function copyErrorWithoutSecrets(error: unknown, clean: (text: string) => string = String): Error {
  return bareCopy(error, clean, 0);
}

function bareCopy(error: unknown, clean: (text: string) => string, depth: number): Error {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const [line = ''] = message.split('\n');
  const bare = new Error(clean(line.slice(0, maxRead).replace(addresses, '<address>')).slice(0, maxMessage));
  const code = error instanceof Error ? codeIn(error) : undefined;
  const below = cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  // A line of the message may look like a frame.
  const frames =
    stack
      ?.replace(message, '')
      .split('\n')
      .filter((frame) => /^ {4}at /.test(frame)) ?? [];
  hide(bare, 'name', name);
  hide(bare, 'stack', [`${name}: ${bare.message}`, ...frames].join('\n'));
  if (below !== undefined && depth < deepest) hide(bare, 'cause', bareCopy(below, clean, depth + 1));
  return code === undefined ? bare : Object.assign(bare, { code });
}

/** Sets a property as Node.js has it in errors: not enumerable. */
function hide(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, enumerable: false, writable: true, configurable: true });
}

/** The codes of an error's causes, outermost first, without their messages, which may contain addresses. */
export function causeCodes(error: Error): string[] {
  return causesOf(error).map((cause) => codeIn(cause) ?? `${cause.name}`);
}

/** The code of an error; undefined if it has none. A `DOMException` has only a legacy number, so its name is used instead. */
function codeIn(error: Error): string | undefined {
  if (error instanceof DOMException || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' || typeof code === 'number' ? `${code}` : undefined;
}

/**
 * Calls a function of the caller whose result is not needed. An error that it throws, at once or from a promise, becomes a process
 * warning: as an unhandled rejection, it would end the process.
 *
 * @param name of the function, for the warning
 */
export function callOrWarn(name: string, call: () => unknown): void {
  const warn = (error: unknown) =>
    process.emitWarning(`${name} threw: ${error instanceof Error ? error.message : String(error)}`, 'FetcherWarning');
  try {
    Promise.resolve(call()).catch(warn);
  } catch (error) {
    warn(error);
  }
}

/**
 * Loads an optional package. If it is missing, throws a `FetchError` of code `misconfigured` that states how to install it.
 *
 * @param what what needs the package, as the subject of the message
 */
export async function loadOptionalPackage<T>(name: string, what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new FetchError('misconfigured', `${what} needs a package that is not installed: npm install ${name}`, {
      cause,
    });
  }
}

/** Whether the package itself is missing, not one of its dependencies. */
function isMissing(error: unknown, name: string): boolean {
  const isNotFound = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(`'${name}'`);
}
