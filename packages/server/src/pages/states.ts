import type { RetryAdvice, Suspect } from '@svc/fetchers';
import type { UnreadableState } from '@svc/parsers';
import type { ErrorCode } from '../errors/kinds.js';

/** What is wrong with a page: a state of the parsers, or a response that is no answer of the engine. */
export type Trouble = UnreadableState | 'bad_response' | 'no_page' | 'download';

/** What is done about a page that is no answer. */
interface TroubleKind {
  /** The error that answers the search when no further attempt is made. */
  readonly code: ErrorCode;
  /** Whether another attempt may help. A refusal counts against the session; a wall that every client meets does not. */
  readonly retry: RetryAdvice;
  /** Whose fault it most likely is: an exit may garble a page, or be shown another than the rest. */
  readonly suspect: Suspect;
  /** Whether it counts as a failure of the engine, which opens its circuit. A page that cannot be used says no more. */
  readonly countsAgainstEngine: boolean;
  /** Whether the page is worth keeping: it came as if all were well. There is nothing to learn to read in a refusal. */
  readonly keep: boolean;
}

/** The one table of what a page can be instead of an answer. */
export const troubles: Readonly<Record<Trouble, TroubleKind>> = {
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
    suspect: 'engine',
    countsAgainstEngine: true,
    keep: false,
  },
  // What the engine has for this query is no page, whoever asks: no exit is the worse for it.
  download: {
    code: 'upstream_bad_response',
    retry: 'once',
    suspect: 'engine',
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

/** Whether a page in a state is worth keeping. The state may be one that another judge has named. */
export function isKept(state: string): boolean {
  return Object.hasOwn(troubles, state) && troubles[state as Trouble].keep;
}
