import type { Deadline } from './deadline.js';
import type { SessionPool } from './session-pool/pool.js';
import type { CheckedOutSession } from './session-pool/session.js';
import type { PageRequest, RawPage, SessionTraits } from './types.js';

/** What determines the session of a search. */
export interface SearchTraits extends SessionTraits {
  /** Preferred country of the exit. @default `country` of the request */
  country?: string | undefined;
  /** Who searches, for the fair queue and for circuits per caller. */
  caller?: string | undefined;
  /** Identifies the search in events. */
  tag?: string | undefined;
}

/** The session of one search on one engine. It stays the same from page to page unless it is given up. */
export interface SearchSession {
  readonly caller: string | undefined;
  readonly tag: string | undefined;
  /** The session of the search; a new one if it has none, or one for another engine or kind of exit. */
  checkOut(request: PageRequest, need: { isDirect: boolean; deadline: Deadline }): Promise<CheckedOutSession>;
  /** Ends the session. The next one uses another exit if there is one. */
  giveUp(): void;
  /** Adds the previous page, if any, as `Referer`. */
  followed(request: PageRequest): PageRequest;
  /** Records a fetched page, for the `Referer` of the next. */
  saw(page: RawPage): void;
  /** Returns the session for reuse. */
  end(): void;
}

/** Creates the session of a search. Nothing is checked out yet. */
export function createSearchSession(pool: SessionPool, traits: SearchTraits): SearchSession {
  const { country, caller, tag, ...sessionTraits } = traits;
  /** The checked-out session, and whether it is for a step without a proxy. */
  let held: { session: CheckedOutSession; isDirect: boolean } | undefined;
  let before: CheckedOutSession | undefined;
  let referer: string | undefined;

  function release(fate?: 'end'): CheckedOutSession | undefined {
    const session = held?.session;
    held = undefined;
    session?.release(fate);
    return session;
  }

  return {
    caller,
    tag,
    async checkOut(request, { isDirect, deadline }) {
      if (held?.isDirect === isDirect && held.session.session.engine === request.engine) return held.session;
      release();
      const needs = { ...sessionTraits, engine: request.engine, isDirect, country: country ?? request.country, caller };
      const session = await pool.checkOut({ ...needs, instead: before }, deadline);
      held = { session, isDirect };
      return session;
    },
    giveUp() {
      before = release('end') ?? before;
      referer = undefined; // a new client has no previous page
    },
    followed(request) {
      if (referer === undefined || request.page <= 1 || request.headers.referer !== undefined) return request;
      return { ...request, headers: { ...request.headers, referer } };
    },
    saw: ({ url }) => {
      referer = url;
    },
    end: () => void release(),
  };
}
