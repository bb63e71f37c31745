import type { Operation } from './engines.js';
import { callOrWarn, causeCodes, FetchError, type ProxyRefusal } from './errors.js';
import { attemptState, type FailedSend, type FetchTask, type SendResult } from './send.js';
import type { CheckedOutSession } from './session-pool/session.js';
import type { Suspect } from './types.js';

/** One attempt, as reported to `onAttempt`. Contains no address and no query. */
export interface AttemptEvent {
  operation: Operation;
  /** `SearchOptions.tag`; left out if not given. */
  tag?: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Id of the session. */
  session: string;
  /** Id of the proxy; left out for a direct connection. */
  proxy?: string;
  /** Name of the step of the adapter chain; left out without a chain. */
  step?: string;
  /** `usable`, the judge's `state` or the code of the `FetchError`. */
  outcome: string;
  /** Who is most likely at fault; left out for a usable page. */
  suspect?: Suspect;
  /** Why the proxy refused the request, if it did. */
  refusal?: ProxyRefusal;
  /** `Usable.doubt` of a usable page: how it contradicts the request. */
  doubt?: string;
  /** Milliseconds. */
  duration: number;
  /** Milliseconds spent waiting for a session. */
  queued: number;
  /** HTTP status; left out without a response. */
  status?: number;
  /** Without a response: the codes of the error's causes, outermost first, such as `ECONNRESET`. */
  causes?: readonly string[];
}

interface Listener {
  onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** Calls `onAttempt`. An error of it does not lose the fetched page. */
export function notifyOfAttempt({ onAttempt }: Listener, event: AttemptEvent): void {
  callOrWarn('onAttempt', () => onAttempt?.(event));
}

interface AttemptDetails<T> {
  task: FetchTask<T>;
  checkedOut: CheckedOutSession;
  /** Number of the attempt, from 1. */
  number: number;
  /** Name of the step of the adapter chain. */
  step: string | undefined;
  /** When a session was asked for, and when it was there. */
  asked: number;
  began: number;
}

/** Describes an attempt for `onAttempt`. */
export function attemptEventOf<T>(attempt: SendResult<T>, details: AttemptDetails<T>): AttemptEvent {
  const { task, checkedOut, number, step, asked, began } = details;
  const { session } = checkedOut;
  return {
    operation: task.request.operation,
    ...(task.session.tag !== undefined && { tag: task.session.tag }),
    attempt: number,
    session: session.id,
    ...(session.proxy && { proxy: session.proxy.id }),
    ...(step !== undefined && { step }),
    outcome: attemptState(attempt),
    ...(attempt.usable ? attempt.doubt !== undefined && { doubt: attempt.doubt } : failureFacts(attempt)),
    duration: performance.now() - began,
    queued: began - asked,
    ...(attempt.page && { status: attempt.page.status }),
  };
}

function failureFacts({ suspect, error, page }: FailedSend): Partial<AttemptEvent> {
  const refusal = error instanceof FetchError ? error.refusal : undefined;
  return { suspect, ...(refusal && { refusal }), ...(!page && { causes: causeCodes(error) }) };
}
