import type { Engine, Session, SessionTraits, Suspect } from '../types.js';

/** What a search asks of its session. */
export interface SessionNeeds extends SessionTraits {
  engine: Engine;
  /** Who searches, so that nobody holds up others. */
  caller?: string | undefined;
  /** Country to come from, ISO 3166-1 alpha-2 in lower case, if there is such a proxy that is not cooling down. */
  country?: string | undefined;
  /** Whether the way to fetch brings its own addresses, so that no proxy is needed. @default false */
  isDirect?: boolean;
  /** The session that was given up. The next one has another exit, if there is one. */
  instead?: CheckedOutSession | undefined;
}

/** How an attempt went, as far as it says something of its session and exit. */
export interface AttemptOutcome {
  /** `usable`, else what was wrong. */
  state: string;
  /** Whose fault it was; left out for a usable page. */
  suspect?: Suspect | undefined;
  /** Whether the session can be used again: `ended` by a block, `failed` counts against it. */
  session: 'good' | 'failed' | 'ended' | 'unknown';
  /** Seconds that the engine, or the proxy, asks to wait. */
  retryAfter?: number | undefined;
}

/** A session that a search has for itself until it is released. */
export interface CheckedOutSession {
  readonly session: Session;
  /** Names what the engine sees of it: the exit, or the session where each session has another address. */
  readonly address: string;
  /** How many addresses there are in all; a gateway has no end of them. */
  readonly addresses: number;
  /** Whether its exit has failed before, so that another failure of it is no news of the engine. */
  readonly isOnTrial: boolean;
  /** Whether its exit gave a usable page lately, here or at another engine, so that a failure is not taken for its own. */
  isHealthy(): boolean;
  /** Takes note of an attempt. */
  report(outcome: AttemptOutcome): Promise<void>;
  /** Gives the session back for other searches, unless it shall `end`. Calls after the first do nothing. */
  release(fate?: 'end'): void;
}
