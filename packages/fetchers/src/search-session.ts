import type { Deadline } from './deadline.js';
import type { SessionPool } from './session-pool/pool.js';
import type { CheckedOutSession } from './session-pool/session.js';
import type { PageRequest, RawPage, SessionTraits } from './types.js';

/** What decides on the session of a search. */
export interface SearchTraits extends SessionTraits {
  /** Country to come from; that of the request where none is given. */
  country?: string | undefined;
  /** Whose search it is, for fairness among callers and for circuits that one caller cannot open alone. */
  caller?: string | undefined;
  /** Names the search in events. */
  tag?: string | undefined;
}

/** The session of one search on one engine: it stays the same from page to page, unless it is given up. */
export interface SearchSession {
  readonly caller: string | undefined;
  readonly tag: string | undefined;
  /** The session of the search; a new one when it has none, or one of the wrong kind. */
  checkOut(request: PageRequest, need: { isDirect: boolean; deadline: Deadline }): Promise<CheckedOutSession>;
  /** Ends the session: the next one has another exit, if there is one. */
  giveUp(): void;
  /** The request, led to by the page before it if there is one. */
  followed(request: PageRequest): PageRequest;
  /** A page was got. */
  saw(page: RawPage): void;
  /** Gives the session back. */
  end(): void;
}

/** Makes the session of a search; none is checked out yet. */
export function createSearchSession(pool: SessionPool, traits: SearchTraits): SearchSession {
  const { country, caller, tag, ...sessionTraits } = traits;
  /** What is checked out, and whether for a step that needs no proxy. */
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
      referer = undefined; // a new client comes from nowhere
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
