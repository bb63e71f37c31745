import type { RetryAdvice, Suspect } from '@svc/fetchers';
import type { UnreadableState } from '@svc/parsers';
import type { ErrorCode } from '../errors/kinds.js';

/** What is wrong with a page: a state of the parsers, or a response that is not a page of the engine. */
export type FailureState = UnreadableState | 'bad_response' | 'no_page' | 'download';

/** How a page that is not an answer is handled. */
interface TroubleKind {
  /** The error of the search if there is no further attempt. */
  readonly code: ErrorCode;
  /** Whether another attempt may help. A refusal counts against the session, but not an obstacle that every client meets. */
  readonly retry: RetryAdvice;
  /** What most likely caused it: an exit may corrupt a page, or get another page than the rest. */
  readonly suspect: Suspect;
  /** Whether it counts as a failure of the engine, which may open its circuit. */
  readonly countsAgainstEngine: boolean;
  /** Whether the page is worth keeping: it looked like an answer, so that a parser may have to learn it. */
  readonly keep: boolean;
}

/** The only table of what a page can be instead of an answer. */
export const failureStates: Readonly<Record<FailureState, TroubleKind>> = {
  captcha: {
    code: 'upstream_captcha',
    retry: 'other_session',
    suspect: 'exit_at_engine',
    countsAgainstEngine: true,
    keep: false,
  },
  rate_limited: {
    code: 'upstream_rate_limited',
    retry: 'other_session',
    suspect: 'exit_at_engine',
    countsAgainstEngine: true,
    keep: false,
  },
  forbidden: {
    code: 'upstream_forbidden',
    retry: 'other_session',
    suspect: 'exit_at_engine',
    countsAgainstEngine: true,
    keep: false,
  },
  consent: {
    code: 'upstream_consent',
    retry: 'other_session',
    suspect: 'exit_at_engine',
    countsAgainstEngine: true,
    keep: false,
  },
  js_required: {
    code: 'upstream_js_required',
    retry: 'never',
    suspect: 'engine',
    countsAgainstEngine: true,
    keep: false,
  },
  wrong_query: {
    code: 'upstream_wrong_query',
    retry: 'same',
    suspect: 'request',
    countsAgainstEngine: false,
    keep: true,
  },
  wrong_page: {
    code: 'upstream_wrong_page',
    retry: 'same',
    suspect: 'request',
    countsAgainstEngine: false,
    keep: true,
  },
  truncated: {
    code: 'upstream_bad_response',
    retry: 'once',
    suspect: 'exit_at_engine',
    countsAgainstEngine: true,
    keep: false,
  },
  unrecognised: {
    code: 'upstream_unrecognised',
    retry: 'once',
    suspect: 'exit_at_engine',
    countsAgainstEngine: false,
    keep: true,
  },
  bad_response: {
    code: 'upstream_bad_response',
    retry: 'same',
    suspect: 'exit_at_engine',
    countsAgainstEngine: true,
    keep: false,
  },
  // The result of this query is not a page, whichever exit asks.
  download: {
    code: 'upstream_bad_response',
    retry: 'once',
    suspect: 'request',
    countsAgainstEngine: false,
    keep: false,
  },
  no_page: {
    code: 'upstream_bad_response',
    retry: 'other_session',
    suspect: 'exit_at_engine',
    countsAgainstEngine: true,
    keep: false,
  },
};

/** Whether a page in a state is worth keeping. The state may come from another judge. */
export function isKept(state: string): boolean {
  return Object.hasOwn(failureStates, state) && failureStates[state as FailureState].keep;
}
