import { CookieJar } from 'tough-cookie';
import { FetchError } from '../errors.js';
import type { Closable, Engine, Session, SessionCookies, SessionTraits, Suspect } from '../types.js';

/** No browser keeps a larger cookie. */
const largestCookie = 4_096;
/** What is sent to one address in all: servers take 8 kB of headers, and refuse more with a status 431. */
const mostCookieBytes = 4_096;

/** Cookies of a session. Where an engine sets more than it would take back, the oldest are dropped. */
function createCookies(): SessionCookies {
  const jar = new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
  return {
    getCookieString: (url) => jar.getCookieString(url),
    async setCookie(text, url) {
      if (text.length > largestCookie) return;
      await jar.setCookie(text, url);
      const cookies = await jar.getCookies(url);
      let size = cookies.reduce((sum, cookie) => sum + cookie.cookieString().length + 2, 0);
      for (const cookie of cookies.toSorted((one, other) => (one.creationIndex ?? 0) - (other.creationIndex ?? 0))) {
        if (size <= mostCookieBytes) break;
        size -= cookie.cookieString().length + 2;
        await jar.store.removeCookie(cookie.domain ?? '', cookie.path ?? '/', cookie.key);
      }
    },
  };
}

/** Makes a session without cookies, for which nothing is held open yet. */
export function createSession(session: Omit<Session, 'cookies' | 'keep' | 'close'>): Session {
  const kept = new Map<object, Closable>();
  let closed: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    // Sessions end when nobody waits for it. A thing that fails to close keeps no other open, and nobody from working on.
    await Promise.allSettled([...kept.values()].map(async (thing) => thing.close()));
    kept.clear();
  }

  return {
    ...session,
    cookies: createCookies(),
    keep<T extends Closable>(owner: object, make: () => T): T {
      if (closed !== undefined) throw new FetchError('closed', 'The session has ended');
      const thing = (kept.get(owner) ?? make()) as T; // an owner keeps one thing, of one type
      kept.set(owner, thing);
      return thing;
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}

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
  /** How many addresses there are that the engine is judged by; a gateway has no end of them. */
  readonly addresses: number;
  /** Whether its exit has failed before, and others have not, so that another failure of it is no news of the engine. */
  readonly isOnTrial: boolean;
  /** Whether its exit gave a usable page lately, here or at another engine, so that a failure is not taken for its own. */
  isHealthy(): boolean;
  /** Takes note of an attempt. */
  report(outcome: AttemptOutcome): Promise<void>;
  /** Gives the session back for other searches, unless it shall `end`. Calls after the first do nothing. */
  release(fate?: 'end'): void;
}
