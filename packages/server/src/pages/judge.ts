import type { Judge, RawPage } from '@svc/fetchers';
import { PageError, type UnreadableState } from '@svc/parsers';
import { ApiError } from '../errors/api-error.js';
import { type Trouble, troubles } from './states.js';

/**
 * A judge that reads pages with a parser. Where the parser recognises nothing, status and address decide if they are
 * unambiguous.
 */
export function judgeBy<Result>(parse: (page: RawPage) => Result): Judge<Result> {
  return (page) => {
    try {
      return { usable: true, value: parse(page) };
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
      const state = troubleOf(error.state, page);
      const { retry, countsAgainstEngine } = troubles[state];
      return { usable: false, state, retry, countsAgainstEngine, error: upstreamError(state, error) };
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
  const detail = state === 'bad_response' ? 'The engine answered with an error of its own' : messageOf(state, cause);
  return new ApiError(troubles[state].code, `${detail}.`, { cause });
}

/** The parser's sentence, unless the state comes from status or address. */
function messageOf(state: UnreadableState, cause: PageError): string {
  return (state === cause.state ? cause : new PageError(state)).message;
}
