import { isProblem, readRetryAfter, SvcError } from './errors.js';

/** When to stop retrying. */
export interface RetryPolicy {
  /** Maximum number of times a request is sent. @default 3 */
  attempts: number;
  /** Milliseconds that a call may take, including retries and waits; 0 for no limit. @default 60000 */
  deadlineMs: number;
}

/** Milliseconds before the first retry if the service names no time; doubles with each further retry. */
const firstWait = 500;

/** Statuses that allow a retry when something between client and service responds. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Sends a request until the response is not a retryable error. Waits as long as `Retry-After` says. If the wait would exceed
 * the deadline, returns the error at once.
 */
export async function fetchWithRetries(
  fetch: SendRequest,
  request: Request,
  { attempts, deadlineMs }: RetryPolicy,
): Promise<Response> {
  // Not `Date.now`: a change of the system time must not end or prolong the retries.
  const end = deadlineMs > 0 ? performance.now() + deadlineMs : Number.POSITIVE_INFINITY;
  const { signal, late } = signalsOf(request, deadlineMs);
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= attempts;
    const outcome = await once(fetch, new Request(isLast ? request : request.clone(), { signal }), signal, late);
    const wait = isLast ? undefined : await waitAfter(outcome, attempt);
    if (wait === undefined || performance.now() + wait > end) {
      if (outcome instanceof SvcError) throw outcome;
      return outcome;
    }
    if (!(outcome instanceof SvcError)) await outcome.body?.cancel();
    await sleep(wait, signal, late);
  }
}

/**
 * A signal that aborts with the request's signal, or at the deadline with `late`. Made of a timer and a listener, because
 * Node.js 20 may garbage-collect signals of `AbortSignal.any` and of requests before they abort. The timer refers to all
 * of them, so that they also end a response whose body is being received.
 */
function signalsOf(request: Request, deadlineMs: number): { signal: AbortSignal; late: AbortSignal } {
  const call = new AbortController();
  const late = new AbortController();
  const abort = ({ signal }: { signal: AbortSignal }): void => call.abort(signal.reason);
  if (request.signal.aborted) abort(request);
  request.signal.addEventListener('abort', () => abort(request), { once: true });
  if (deadlineMs > 0) {
    const timer: unknown = setTimeout(() => {
      late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
      abort(late);
    }, deadlineMs);
    (timer as { unref?: () => void }).unref?.(); // in Node.js, a call that has ended must not keep the process alive
  }
  return { signal: call.signal, late: late.signal };
}

/** Sends a request. The signal is that of the request, which not every runtime keeps. */
export type SendRequest = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

/** A response, or a transport error. Throws if the call was aborted. */
async function once(
  fetch: SendRequest,
  request: Request,
  signal: AbortSignal,
  late: AbortSignal,
): Promise<Response | SvcError> {
  try {
    return await fetch(request, { signal });
  } catch (error) {
    if (signal.aborted) throw abortError(signal, late);
    return new SvcError('network_error', 'The service could not be reached.', { cause: error });
  }
}

/** Milliseconds before the next attempt; undefined if a retry cannot help. */
async function waitAfter(outcome: Response | SvcError, attempt: number): Promise<number | undefined> {
  const usual = firstWait * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  if (outcome instanceof SvcError) return usual;
  if (outcome.ok || !(await mayPass(outcome))) return undefined;
  const asked = (readRetryAfter(outcome.headers) ?? 0) * 1000;
  return Math.max(asked, usual);
}

async function mayPass(response: Response): Promise<boolean> {
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return passing.has(response.status);
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined); // without JSON, the status decides
  return isProblem(body) ? body.retryable : passing.has(response.status);
}

/** Waits; rejects as soon as the signal aborts. */
function sleep(milliseconds: number, signal: AbortSignal, late: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(abortError(signal, late));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** The reason of the caller's signal, or the error for an exceeded deadline. */
function abortError(signal: AbortSignal, late: AbortSignal): unknown {
  if (late.aborted && signal.reason === late.reason) return deadlineError(signal.reason);
  return signal.reason;
}

/** The error for an exceeded deadline. */
function deadlineError(cause: unknown): SvcError {
  return new SvcError('deadline_exceeded', 'The call took longer than its deadline.', { cause });
}

/** Turns an error while reading a response into an `SvcError`. The reason of the caller's own signal is kept. */
export function transportError(error: unknown): unknown {
  if (error instanceof SvcError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') return deadlineError(error);
  if (error instanceof SyntaxError) {
    return new SvcError('invalid_answer', 'The response is not valid JSON.', { cause: error });
  }
  if (error instanceof TypeError) return new SvcError('network_error', 'The response was cut off.', { cause: error });
  return error;
}
