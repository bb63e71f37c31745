import { type Judge, type JudgeContext, type RawPage, readRetryAfter, type Unusable } from '@svc/fetchers';
import { PageError, type UnreadableState } from '@svc/parsers';
import { ApiError } from '../errors/api-error.js';
import { clampRetryAfter } from '../errors/failures.js';
import { type FailureState, failureStates } from './states.js';

/**
 * A judge that parses pages. Anything but text is not parsed. If the parser recognises nothing, status and address decide if
 * they are unambiguous. A response with the status of an error is never an answer, whatever it looks like.
 *
 * @param doubtOf returns how the result contradicts the request. @default never
 */
export function judgeBy<Result>(
  read: (page: RawPage, context: JudgeContext) => Promise<Result>,
  doubtOf: (read: Result) => string | undefined = () => undefined,
): Judge<Result> {
  return async (page, context) => {
    if (!isText(page)) return unusable(page.status < 300 && page.body.length > 0 ? 'download' : 'no_page', page);
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

function unusable(state: FailureState, { status, headers }: RawPage, cause?: PageError): Unusable {
  const { code, retry, suspect, countsAgainstEngine } = failureStates[state];
  const wait = readRetryAfter(headers['retry-after'], Date.now());
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
