import { CookieJar } from 'tough-cookie';
import type { Engine } from '../engines.js';
import { FetchError } from '../errors.js';
import type { Closable, Session, SessionCookies, SessionTraits, Suspect } from '../types.js';

/** Browsers reject larger cookies (RFC 6265bis, 5.6). */
const maxCookieBytes = 4_096;
/** Limit of the `Cookie` header: many servers accept 8 kB of headers and answer more with status 431. */
const maxCookieHeaderBytes = 4_096;

/** Creates the cookies of a session. Beyond the size limit, the oldest are removed. */
function createCookies(): SessionCookies {
  const jar = new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
  return {
    getCookieString: (url) => jar.getCookieString(url),
    async setCookie(text, url) {
      if (text.length > maxCookieBytes) return;
      await jar.setCookie(text, url);
      const cookies = await jar.getCookies(url);
      let size = cookies.reduce((sum, cookie) => sum + cookie.cookieString().length + 2, 0);
      for (const cookie of cookies.toSorted((one, other) => one.creationIndex! - other.creationIndex!)) {
        if (size <= maxCookieHeaderBytes) break;
        size -= cookie.cookieString().length + 2;
        await jar.store.removeCookie(cookie.domain!, cookie.path!, cookie.key);
      }
    },
  };
}

/** Creates a session without cookies or open resources. */
export function createSession(session: Omit<Session, 'cookies' | 'keep' | 'close'>): Session {
  const kept = new Map<object, Closable>();
  let closed: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    // Nobody waits for a session to close, so a resource that fails to close must not prevent the others from closing.
    await Promise.allSettled([...kept.values()].map(async (thing) => thing.close()));
    kept.clear();
  }

  return {
    ...session,
    cookies: createCookies(),
    keep<T extends Closable>(owner: object, make: () => T): T {
      if (closed !== undefined) throw new FetchError('closed', 'The session has ended');
      const thing = (kept.get(owner) ?? make()) as T; // an owner keeps one resource, of one type
      kept.set(owner, thing);
      return thing;
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}

/** What a search requires of its session. */
export interface SessionNeeds extends SessionTraits {
  engine: Engine;
  /** Who searches, for the fair queue. */
  caller?: string | undefined;
  /** Preferred country, ISO 3166-1 alpha-2 in lower case; used if a proxy there is not cooling down. */
  country?: string | undefined;
  /** Whether the adapter uses its own addresses, so that no proxy is needed. @default false */
  isDirect?: boolean;
  /** The session that this one replaces. Another exit is chosen if there is one. */
  instead?: CheckedOutSession | undefined;
}

/** The outcome of an attempt for its session and exit. */
export interface AttemptOutcome {
  /** `usable`, or the state of the failure. */
  state: string;
  /** Who is most likely at fault; left out for a usable page. */
  suspect?: Suspect | undefined;
  /** What it means for the session: `ended` by a block, `failed` counts against it. */
  session: 'good' | 'failed' | 'ended' | 'unknown';
  /** `Retry-After` of the engine or of the proxy, in seconds. */
  retryAfter?: number | undefined;
  /** Whether the exit is at fault for certain, so that not even a first failure is tolerated. @default false */
  isCertain?: boolean;
}

/** A session that is reserved for one search until it is released. */
export interface CheckedOutSession {
  readonly session: Session;
  /** Identifies the address that the engine sees: the exit, or the session if each session has its own address. */
  readonly address: string;
  /** Number of addresses by which the engine is judged; infinite for a gateway. */
  readonly addresses: number;
  /** Whether its exit has failed before while others have not, so that another failure shows nothing about the engine. */
  readonly isOnTrial: boolean;
  /** Whether its exit usually works, so that a failure is evidence against the engine. */
  isHealthy(): boolean;
  /** Records the outcome of an attempt. */
  report(outcome: AttemptOutcome): Promise<void>;
  /** Returns the session for reuse; with `end`, closes it. Calls after the first have no effect. */
  release(fate?: 'end'): void;
}
