import { type Judge, type JudgeContext, type RawPage, readRetryAfter, type Unusable } from '@svc/fetchers';
import { PageError, type UnreadableState } from '@svc/parsers';
import { ApiError } from '../errors/api-error.js';
import { clampRetryAfter } from '../errors/failures.js';
import { type Trouble, troubles } from './states.js';

/**
 * A judge that reads pages with a parser. What is no text is not read; where the parser recognises nothing, status and
 * address decide if they are unambiguous; and what came with the status of an error is no answer, whatever it looks like.
 *
 * @param doubtOf what contradicts the request in what was read. @default nothing
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
      return unusable(troubleOf(error.state, page), page, error);
    }
  };
}

/** What a page of results, or data of suggestions, may be sent as. No type at all is nothing to go by. */
const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:xml|json)|application\/(?:x-)?(?:java|ecma)script)/i;

function isText({ body, headers }: RawPage): boolean {
  const { 'content-type': type = '' } = headers;
  return body.length > 0 && isTextType(type);
}

/** Whether a page may be of a media type, `''` for none. */
export function isTextType(type: string): boolean {
  return type.trim() === '' || textTypes.test(type.trim());
}

function unusable(state: Trouble, { status, headers }: RawPage, cause?: PageError): Unusable {
  const { code, retry, suspect, countsAgainstEngine } = troubles[state];
  const wait = readRetryAfter(headers['retry-after'], Date.now());
  const error = new ApiError(code, `${messageOf(state, cause)}${status === 200 ? '' : ` (HTTP status ${status})`}.`, {
    cause,
    reason: state === 'bad_response' ? `status_${status}` : state,
    retryAfter: wait === undefined ? undefined : clampRetryAfter(wait),
  });
  return { usable: false, state, retry, suspect, countsAgainstEngine, error };
}

function troubleOf(state: UnreadableState, { status, url }: RawPage): Trouble {
  // What refuses in a line of text is no document, and so breaks off for whoever expects one: its status says more.
  if (state === 'truncated') return troubleOfStatus(status) ?? state;
  if (state !== 'unrecognised') return state;
  const { hostname, pathname } = new URL(url);
  if (hostname.startsWith('consent.')) return 'consent';
  if (hostname.startsWith('sorry.') || pathname.startsWith('/sorry')) return 'captcha';
  return troubleOfStatus(status) ?? 'unrecognised';
}

/** Statuses by which engines refuse a client; 202 and 418 are those of bot walls. */
const refusals: ReadonlySet<number> = new Set([202, 401, 402, 403, 418]);

function troubleOfStatus(status: number): Trouble | undefined {
  if (status === 429) return 'rate_limited';
  if (refusals.has(status)) return 'forbidden';
  return status >= 400 ? 'bad_response' : undefined;
}

/** The parser's sentence, unless the state comes from elsewhere. */
function messageOf(state: Trouble, cause: PageError | undefined): string {
  if (state === 'bad_response') return 'The engine answered with an error of its own';
  if (state === 'no_page' || state === 'download')
    return 'The engine answered with nothing, or with something else than a page';
  return (cause?.state === state ? cause : new PageError(state)).message;
}
