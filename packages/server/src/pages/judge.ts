import type { Judge, RawPage, RetryAdvice } from '@svc/fetchers';
import { PageError, type UnreadableState } from '@svc/parsers';
import { ApiError, type ErrorCode } from '../errors/errors.js';

/** What is wrong with a page: a state of the parsers, or a response that is no answer of the engine. */
type Trouble = UnreadableState | 'bad_response';

/** Whether another attempt may help. A block is held against the session; a wall that every client meets is not. */
const advice: Readonly<Record<Trouble, RetryAdvice>> = {
  captcha: 'other_session',
  rate_limited: 'other_session',
  forbidden: 'other_session',
  consent: 'other_session',
  js_required: 'never',
  wrong_query: 'same',
  wrong_page: 'same',
  unrecognised: 'never',
  bad_response: 'same',
};

/**
 * A judge that reads pages with a parser. What the parser does not recognise is told by status and address where these
 * leave no doubt.
 */
export function judgeBy<Result>(parse: (page: RawPage) => Result): Judge<Result> {
  return (page) => {
    try {
      return { usable: true, value: parse(page) };
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
      const state = troubleOf(error.state, page);
      return { usable: false, state, retry: advice[state], error: upstreamError(state, error) };
    }
  };
}

function troubleOf(state: UnreadableState, { status, url }: RawPage): Trouble {
  if (state !== 'unrecognised') return state;
  const { hostname, pathname } = new URL(url);
  if (hostname.startsWith('consent.')) return 'consent';
  if (hostname.startsWith('sorry.') || pathname.startsWith('/sorry')) return 'captcha';
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'forbidden';
  return status >= 400 ? 'bad_response' : 'unrecognised';
}

function upstreamError(state: Trouble, cause: PageError): ApiError {
  const code: ErrorCode = `upstream_${state}`;
  const detail = state === 'bad_response' ? 'The engine answered with an error of its own' : messageOf(state, cause);
  return new ApiError(code, `${detail}.`, { cause });
}

/** The parser's sentence, unless status or address have told a state that the parser did not see. */
function messageOf(state: UnreadableState, cause: PageError): string {
  return (state === cause.state ? cause : new PageError(state)).message;
}
