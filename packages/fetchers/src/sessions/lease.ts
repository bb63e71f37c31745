import type { Engine, Session, SessionTraits } from '../types.js';

/** What a search asks of its session. */
export interface SessionWish extends SessionTraits {
  engine: Engine;
  /** Who searches, so that nobody holds up others. */
  caller?: string | undefined;
  /** Country to come from, ISO 3166-1 alpha-2 in lower case, if there is such a proxy that is not cooling down. */
  country?: string | undefined;
  /** Whether the way to fetch brings its own addresses, so that no proxy is needed. @default false */
  isDirect?: boolean;
  /** The session that was given up. The next one has another proxy, if there is one, and none of a lower tier. */
  instead?: Lease | undefined;
}

/** How an attempt went, as far as it says something of its session. */
export interface AttemptOutcome {
  /** `usable`, else what was wrong. */
  state: string;
  /** `good`, `failed`: counts against the session, `blocked`: ends it, `unknown`: says nothing of it. */
  session: 'good' | 'failed' | 'blocked' | 'unknown';
  /** Seconds that the engine asks to wait. */
  retryAfter?: number | undefined;
}

/** A session that a search has for itself. */
export interface Lease {
  readonly session: Session;
  /** Takes note of an attempt. */
  report(outcome: AttemptOutcome): Promise<void>;
  /** Gives the session back for other searches, unless it shall `end`. Calls after the first do nothing. */
  release(fate?: 'end'): void;
}
