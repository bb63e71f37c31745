import type { Limit } from '../limit.js';
import type { PageRequest, RawPage, SessionTraits } from '../types.js';
import type { Lease } from './lease.js';
import type { SessionPool } from './pool.js';

/** What a search is for, which decides on its session. */
export interface VisitTraits extends SessionTraits {
  /** Country to come from; that of the request where none is given. */
  country?: string | undefined;
  /** Whose search it is, for turns among callers and for circuits that one caller cannot open alone. */
  caller?: string | undefined;
}

/** One search on one engine: its session stays the same from page to page, unless it is given up. */
export interface Visit {
  readonly caller: string | undefined;
  /** The session of the search; a new one when it has none, or one of the wrong kind. */
  lease(request: PageRequest, need: { isDirect: boolean; limit: Limit }): Promise<Lease>;
  /** The session shall not be used again for this search. */
  giveUp(): void;
  /** The request, led to by the page before it if there is one. */
  followed(request: PageRequest): PageRequest;
  /** The same search once more, with a session of its own that has another way out, if there is one. */
  fork(): Visit;
  /** Goes on with the session of a fork, in place of its own. */
  takeOver(fork: Visit): void;
  /** Hands the session to another search, without giving it back. */
  handOver(): Held | undefined;
  /** A page was got. */
  saw(page: RawPage): void;
  /** Gives the session back. */
  end(): void;
}

/** The session that a search has. */
interface Held {
  lease: Lease;
  /** Whether it was got for a step that needs no proxy. */
  isDirect: boolean;
}

/** Where a search comes from. */
interface Origin {
  /** The session that it had. */
  before?: Lease | undefined;
  /** The page that led to the next one. */
  referer?: string | undefined;
}

/** Makes a search without a session. */
export function createVisit(pool: SessionPool, wanted: VisitTraits, origin: Origin = {}): Visit {
  const { country, caller, ...traits } = wanted;
  let held: Held | undefined;
  let { before, referer } = origin;

  function letGo(fate?: 'end'): Lease | undefined {
    const lease = held?.lease;
    held = undefined;
    lease?.release(fate);
    return lease;
  }

  return {
    caller,
    async lease(request, { isDirect, limit }) {
      if (held?.isDirect === isDirect && held.lease.session.engine === request.engine) return held.lease;
      letGo();
      const from = { country: country ?? request.country, caller, instead: before };
      const lease = await pool.lease({ ...traits, engine: request.engine, isDirect, ...from }, limit);
      held = { lease, isDirect };
      return lease;
    },
    giveUp() {
      before = letGo('end');
      referer = undefined; // who comes for the first time comes from nowhere
    },
    followed(request) {
      if (referer === undefined || request.page <= 1 || request.headers.referer !== undefined) return request;
      return { ...request, headers: { ...request.headers, referer } };
    },
    fork: () => createVisit(pool, wanted, { before: held?.lease ?? before }),
    takeOver(fork) {
      letGo('end');
      held = fork.handOver();
    },
    handOver() {
      const handed = held;
      held = undefined;
      return handed;
    },
    saw: ({ url }) => {
      referer = url;
    },
    end: () => void letGo(),
  };
}
