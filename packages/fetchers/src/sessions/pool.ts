import type { Engine, ProxyServer, Session } from '../types.js';
import { profiles } from './profiles.js';
import { createSession } from './session.js';

/** How a session fared. `blocked` ends it; `failed` counts against it. */
export type SessionOutcome = 'good' | 'failed' | 'blocked';

/** What a session must not be. */
export interface Avoid {
  /** Ids of sessions. */
  sessions: ReadonlySet<string>;
  /** Ids of proxies. */
  proxies: ReadonlySet<string>;
}

/** Hands out sessions and learns how they fared. */
export interface SessionPool {
  /** The session to use next; undefined when every proxy is to be avoided. */
  acquire(engine: Engine, avoid: Avoid): Session | undefined;
  /** Takes note of how an attempt went. */
  report(session: Session, outcome: SessionOutcome): void;
  /** Number of different ways out, at least 1. */
  readonly exits: number;
}

/** Cookies and profile are worn out after so many pages. */
const maxUses = 50;
const maxAge = 50 * 60_000;
/** A failure adds 1, a good page takes half of one away. */
const maxScore = 3;

interface Entry {
  session: Session;
  bornAt: number;
  uses: number;
  score: number;
}

/**
 * Keeps one session for each engine and way out, used in turn, so that cookies are kept as long as they are good. A
 * session that was blocked, failed too often or is worn out is replaced by a new one with the next profile.
 *
 * @param proxies none means a direct connection
 * @param now the clock, milliseconds
 */
export function createSessionPool(proxies: readonly ProxyServer[] = [], now: () => number = Date.now): SessionPool {
  const exits: readonly (ProxyServer | undefined)[] = proxies.length > 0 ? proxies : [undefined];
  const queues = new Map<Engine, Entry[]>();
  const entries = new Map<string, Entry>();
  let made = 0;

  function enter(engine: Engine, proxy: ProxyServer | undefined): Entry {
    const profile = profiles[made % profiles.length]!;
    made += 1;
    const session = createSession({ id: `${engine}-${made}`, engine, profile, ...(proxy && { proxy }) });
    const entry: Entry = { session, bornAt: now(), uses: 0, score: 0 };
    entries.set(session.id, entry);
    return entry;
  }

  function isSpent({ bornAt, uses, score }: Entry): boolean {
    return uses >= maxUses || score >= maxScore || now() - bornAt >= maxAge;
  }

  function renew(entry: Entry): Entry {
    entries.delete(entry.session.id);
    return enter(entry.session.engine, entry.session.proxy);
  }

  return {
    exits: exits.length,
    acquire(engine, avoid) {
      const queue = queues.get(engine) ?? exits.map((proxy) => enter(engine, proxy));
      queues.set(engine, queue);
      const candidates = queue.filter(({ session }) => !avoid.proxies.has(session.proxy?.id ?? ''));
      const chosen = candidates.find(({ session }) => !avoid.sessions.has(session.id)) ?? candidates[0];
      if (chosen === undefined) return undefined;
      const isUsable = !isSpent(chosen) && !avoid.sessions.has(chosen.session.id);
      const entry = isUsable ? chosen : renew(chosen);
      queue.splice(queue.indexOf(chosen), 1);
      queue.push(entry);
      entry.uses += 1;
      return entry.session;
    },
    report(session, outcome) {
      const entry = entries.get(session.id);
      if (entry === undefined) return;
      if (outcome === 'good') entry.score = Math.max(0, entry.score - 0.5);
      else entry.score += outcome === 'blocked' ? maxScore : 1;
    },
  };
}
