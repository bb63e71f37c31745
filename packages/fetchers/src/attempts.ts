import { FetchError, retryAdviceOf } from './errors.js';
import { type Limit, startLimit } from './limit.js';
import { decideRetry, readRetryAfter } from './retry.js';
import type { SessionOutcome, SessionPool } from './sessions/pool.js';
import { browserHeaders } from './sessions/profiles.js';
import type { Adapter, Judge, Operation, PageRequest, RawPage, Session, Unusable } from './types.js';

/** One attempt, as told to `onAttempt`. It names no address and no query. */
export interface AttemptEvent {
  operation: Operation;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Id of the session. */
  session: string;
  /** Id of the proxy; left out for a direct connection. */
  proxy?: string;
  /** `usable`, else the judge's `state` or the code of the `FetchError`. */
  outcome: string;
  /** Milliseconds. */
  duration: number;
  /** HTTP status, where a page came. */
  status?: number;
}

/** What stays the same through the life of a fetcher. */
export interface AttemptSettings {
  adapter: Adapter;
  sessions: SessionPool;
  attempts: number;
  attemptTimeout: number;
  onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** What is to be fetched, and until when. */
export interface FetchTask<T> {
  request: PageRequest;
  judge: Judge<T>;
  limit: Limit;
}

type Attempt<T> = { usable: true; page: RawPage; value: T } | FailedPage;

/** An unusable page, or the lack of any: then `error` is a `FetchError`, and `state` its code. */
type FailedPage = Unusable & { page?: RawPage };

/** Attempts until a page is usable, or another attempt is of no use. */
export async function attemptAll<T>(
  settings: AttemptSettings,
  task: FetchTask<T>,
): Promise<{ page: RawPage; value: T; attempts: number }> {
  const nextSession = sessionChooser(settings.sessions, task.request);
  let session = nextSession();
  for (let number = 1; ; number += 1) {
    const attempt = await attemptOnce(settings, task, { session, number });
    if (attempt.usable) return { page: attempt.page, value: attempt.value, attempts: number };
    const delay = delayAfter(settings, attempt, { number, remaining: task.limit.remaining() });
    if (attempt.retry === 'other_session') session = nextSession({ session, failed: attempt });
    await task.limit.sleep(delay);
  }
}

/** Chooses sessions, never again one that was given up. Throws when there is none. */
function sessionChooser(sessions: SessionPool, { engine }: PageRequest) {
  const avoid = { sessions: new Set<string>(), proxies: new Set<string>() };
  return (givenUp?: { session: Session; failed: FailedPage }): Session => {
    if (givenUp) avoid.sessions.add(givenUp.session.id);
    if (givenUp?.session.proxy && givenUp.failed.state === 'proxy') avoid.proxies.add(givenUp.session.proxy.id);
    const session = sessions.acquire(engine, avoid);
    if (session === undefined) throw givenUp?.failed.error ?? new FetchError('proxy', 'No proxy is at hand');
    return session;
  };
}

async function attemptOnce<T>(
  { adapter, sessions, attemptTimeout, onAttempt }: AttemptSettings,
  { request, judge, limit: whole }: FetchTask<T>,
  { session, number }: { session: Session; number: number },
): Promise<Attempt<T>> {
  const start = performance.now();
  const limit = startLimit(Math.min(attemptTimeout, whole.remaining()), whole.signal);
  const headers = browserHeaders(session.profile, request);
  try {
    const page = await limit.race(adapter({ ...request, headers }, { signal: limit.signal, session }));
    const verdict = judge(page);
    return tell({ ...verdict, page });
  } catch (error) {
    const cause: unknown = limit.signal.aborted ? limit.signal.reason : error;
    if (!(cause instanceof FetchError)) throw cause;
    return tell({ usable: false, state: cause.code, retry: retryAdviceOf(cause), error: cause });
  } finally {
    limit.stop();
  }

  function tell(attempt: Attempt<T>): Attempt<T> {
    const outcome = sessionOutcome(attempt);
    if (outcome) sessions.report(session, outcome);
    onAttempt?.({
      operation: request.operation,
      attempt: number,
      session: session.id,
      ...(session.proxy && { proxy: session.proxy.id }),
      outcome: attempt.usable ? 'usable' : attempt.state,
      duration: performance.now() - start,
      ...(attempt.page && { status: attempt.page.status }),
    });
    return attempt;
  }
}

/** Milliseconds to wait before the next attempt. Throws when there shall be none. */
function delayAfter(
  { sessions, attempts: maxAttempts }: AttemptSettings,
  { page, retry: advice, error }: FailedPage,
  { number: attempt, remaining }: { number: number; remaining: number },
): number {
  const retryAfter = readRetryAfter(page?.headers['retry-after'], Date.now());
  const otherExit = sessions.exits > attempt;
  const failed = { attempt, maxAttempts, advice, remaining, retryAfter, otherExit };
  const decision = decideRetry(failed, Math.random());
  if (decision.again) return decision.delay;
  if (decision.why === 'spent' || retryAfter === undefined) throw error;
  throw new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { cause: error, retryAfter });
}

/** What an attempt says about its session; nothing where it says something about the request or the reader. */
function sessionOutcome<T>(attempt: Attempt<T>): SessionOutcome | undefined {
  if (attempt.usable) return 'good';
  if (attempt.retry === 'never') return undefined;
  return attempt.retry === 'other_session' && attempt.page ? 'blocked' : 'failed';
}
