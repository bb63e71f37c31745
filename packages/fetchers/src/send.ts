import { validateRawPage } from './adapters/body.js';
import { createSecretScrubber } from './captures/scrub.js';
import { secretsOf } from './captures/secrets.js';
import type { Deadline } from './deadline.js';
import { engines, parseUrl } from './engines.js';
import { causesOf, copyErrorWithoutSecrets, FetchError, isFetchError } from './errors.js';
import type { SearchSession } from './fetcher.js';
import { browserHeaders } from './identity/profiles.js';
import type { AttemptFailure } from './policies/blame.js';
import { blameFor, suspectOf } from './policies/blame.js';
import { readDateHeader, readRetryAfter } from './policies/retry.js';
import type { CheckedOutSession } from './session-pool/session.js';
import type { Adapter, Judge, PageRequest, RawPage, Usable } from './types.js';

/** What to fetch, for which search, and until when. */
export interface FetchTask<T> {
  request: PageRequest;
  judge: Judge<T>;
  deadline: Deadline;
  session: SearchSession;
}

/** A failed attempt: an unusable page, or none, in which case `error` is a `FetchError` and `state` its code. */
export type FailedSend = AttemptFailure & {
  error: Error;
  hasProxy: boolean;
  /** Whether it used a gateway, so that the next attempt uses an address without history. */
  isGatewayExit: boolean;
};

/** An attempt's page and the judge's verdict, or its failure. */
export type SendResult<T> = (Usable<T> & { page: RawPage; hasProxy: boolean }) | FailedSend;

/** `usable`, the judge's state or the code of the `FetchError`. */
export function attemptState<T>(attempt: SendResult<T>): string {
  return attempt.usable ? 'usable' : attempt.state;
}

/** Codes of errors for which this machine has no file, buffer or memory left: neither an exit nor an engine is at fault. */
const localFaults: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

function isLocalFault(error: unknown): boolean {
  const causes = error instanceof Error ? [error, ...causesOf(error)] : [];
  return causes.some((cause) => 'code' in cause && localFaults.has(cause.code));
}

interface SendParts {
  checkedOut: CheckedOutSession;
  deadline: Deadline;
  adapter: Adapter;
}

/** Sends the request through a session and judges the page. */
export async function sendAndJudge<T>(
  { request, judge, deadline, session }: FetchTask<T>,
  parts: SendParts,
): Promise<SendResult<T>> {
  const hasProxy = parts.checkedOut.session.proxy !== undefined;
  const isGatewayExit = parts.checkedOut.addresses === Number.POSITIVE_INFINITY;
  const page = await getPage(session.withReferer(request), parts);
  if (page instanceof FetchError) {
    return {
      usable: false,
      state: page.code,
      ...blameFor(page.code, { hasProxy }),
      error: page,
      hasProxy,
      isGatewayExit,
      retryAfter: page.retryAfter,
    };
  }
  const judging = judge(page, { signal: deadline.signal });
  const verdict = judging instanceof Promise ? await deadline.race(judging) : judging;
  assertVerdict(verdict);
  if (verdict.usable) return { ...verdict, page, hasProxy };
  const retryAfter = readRetryAfter(page.headers['retry-after'], readDateHeader(page.headers));
  return { ...verdict, suspect: suspectOf(verdict), page, hasProxy, isGatewayExit, retryAfter };
}

/** Throws a `TypeError` for a request or a judge that is none, before anything is sent. */
export function assertRequestAndJudge(request: PageRequest, judge: unknown): void {
  const { engine, url } = Object(request);
  if (!engines.includes(engine) || parseUrl(url) === undefined)
    throw new TypeError('request must be a page request, such as alphaSearchRequest({ query })');
  if (typeof judge !== 'function') throw new TypeError('judge must be a function that returns a verdict');
}

/** Throws a `TypeError` for what is no verdict: a fetch without one would be retried, and fail with `undefined`. */
function assertVerdict(verdict: unknown): void {
  const { usable, state, error } = Object(verdict);
  if (usable === true || (usable === false && typeof state === 'string' && error !== undefined)) return;
  throw new TypeError('The judge must return { usable: true, value } or { usable: false, state, retry, error }');
}

/**
 * Gets the page or a `FetchError`. Any other error of an adapter counts as `network`. The causes are copied without secrets, because
 * an adapter's HTTP client may attach the request to its errors.
 */
async function getPage(
  request: PageRequest,
  { checkedOut, deadline, adapter }: SendParts,
): Promise<RawPage | FetchError> {
  const { session } = checkedOut;
  const headers = browserHeaders(session.profile, request);
  const context = { signal: deadline.signal, session, deadline: Date.now() + deadline.remaining() };
  try {
    return validateRawPage(await deadline.race(adapter({ ...request, headers }, context)));
  } catch (error) {
    if (deadline.signal.aborted) return deadline.signal.reason;
    if (isFetchError(error) && error.cause === undefined) return error;
    const { text: clean } = createSecretScrubber(await secretsOf({ request: { ...request, headers }, session }));
    if (isLocalFault(error)) {
      const cause = copyErrorWithoutSecrets(error, clean);
      return new FetchError('overloaded', 'This machine can open no more connections', { cause, retryAfter: 1 });
    }
    if (!isFetchError(error)) {
      const cause = copyErrorWithoutSecrets(error, clean);
      return new FetchError('network', `The adapter failed: ${cause.message}`, { cause });
    }
    error.cause = copyErrorWithoutSecrets(error.cause, clean);
    return error;
  } finally {
    deadline.stop();
  }
}
