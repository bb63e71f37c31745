import {
  type Judge,
  type JudgeContext,
  type RawPage,
  type RetryAdvice,
  readDateHeader,
  readRetryAfter,
  type Suspect,
  type Unusable,
} from '@svc/fetchers';
import { PageError, type UnreadableState } from '@svc/parsers';
import { ApiError } from '../errors/api-error.js';
import { clampRetryAfter } from '../errors/failures.js';
import type { ErrorCode } from '../errors/kinds.js';

/** What is wrong with a page: a state of the parsers, or a response that is not a page of the engine. */
type FailureState = UnreadableState | 'bad_response' | 'no_page' | 'download';

/** How a page that is not an answer is handled. */
interface FailureHandling {
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
export const failureHandling: Readonly<Record<FailureState, FailureHandling>> = {
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
export function isStateWorthKeeping(state: string): boolean {
  return Object.hasOwn(failureHandling, state) && failureHandling[state as FailureState].keep;
}

/**
 * A judge that parses pages. Anything but text is judged by its status alone. If the parser recognises nothing, status and
 * address decide if they are unambiguous. A response with the status of an error is never an answer, whatever it looks like.
 *
 * @param doubtOf returns how the result contradicts the request. @default never
 */
export function createParsingJudge<Result>(
  read: (page: RawPage, context: JudgeContext) => Promise<Result>,
  doubtOf: (read: Result) => string | undefined = () => undefined,
): Judge<Result> {
  return async (page, context) => {
    if (!isText(page)) return unusable(stateWithoutText(page), page);
    try {
      const value = await read(page, context);
      const doubt = doubtOf(value);
      if (page.status < 300) return { usable: true, value, ...(doubt !== undefined && { doubt }) };
      return unusable(troubleOfStatus(page.status) ?? 'bad_response', page);
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
      return unusable(failureStateOf(error.state, page), page, error);
    }
  };
}

/** Media types of result pages and suggestions. */
const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:xml|json)|application\/(?:x-)?(?:java|ecma)script)/i;

function isText({ body, headers }: RawPage): boolean {
  const { 'content-type': type = '' } = headers;
  return body.length > 0 && isTextType(type);
}

/** Whether a page can have a media type; `''`, for none, says nothing. */
export function isTextType(type: string): boolean {
  return type.trim() === '' || textTypes.test(type.trim());
}

/** Engines and proxies also refuse with an empty body, or with a picture: then only the status says so. */
function stateWithoutText({ status, body }: RawPage): FailureState {
  return troubleOfStatus(status) ?? (status < 300 && body.length > 0 ? 'download' : 'no_page');
}

function unusable(state: FailureState, { status, headers }: RawPage, cause?: PageError): Unusable {
  const { code, retry, suspect, countsAgainstEngine } = failureHandling[state];
  const wait = readRetryAfter(headers['retry-after'], readDateHeader(headers));
  const error = new ApiError(code, `${messageOf(state, cause)}${status === 200 ? '' : ` (HTTP status ${status})`}.`, {
    cause,
    reason: state === 'bad_response' ? `status_${status}` : state,
    retryAfter: wait === undefined ? undefined : clampRetryAfter(wait),
  });
  return { usable: false, state, retry, suspect, countsAgainstEngine, error };
}

function failureStateOf(state: UnreadableState, { status, url }: RawPage): FailureState {
  // A refusal in a line of text is not a document and looks truncated; its status is more precise.
  if (state === 'truncated') return troubleOfStatus(status) ?? state;
  if (state !== 'unrecognised') return state;
  const { hostname, pathname } = new URL(url);
  if (hostname.startsWith('consent.')) return 'consent';
  if (hostname.startsWith('sorry.') || pathname.startsWith('/sorry')) return 'captcha';
  return troubleOfStatus(status) ?? 'unrecognised';
}

/** Statuses with which engines refuse a client; bot protections use 202 and 418. */
const refusals: ReadonlySet<number> = new Set([202, 401, 402, 403, 418]);

function troubleOfStatus(status: number): FailureState | undefined {
  if (status === 429) return 'rate_limited';
  if (refusals.has(status)) return 'forbidden';
  return status >= 400 ? 'bad_response' : undefined;
}

/** The message of the parser, unless the state has another origin. */
function messageOf(state: FailureState, cause: PageError | undefined): string {
  if (state === 'bad_response') return 'The engine answered with an error';
  if (state === 'no_page' || state === 'download')
    return 'The engine answered with an empty response, or with something other than a page';
  return (cause?.state === state ? cause : new PageError(state)).message;
}
