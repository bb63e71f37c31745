import { randomBytes } from 'node:crypto';
import type { Engine } from '../engines.js';
import { FetchError } from '../errors.js';
import { loadToughCookie } from '../heavy-packages.js';
import { headerProfiles } from '../identity/profiles.js';
import type {
  Closable,
  HeaderProfile,
  ProxyServer,
  Session,
  SessionCookies,
  SessionTraits,
  Suspect,
} from '../types.js';
import { proxyForSession } from './proxies.js';

/** Browsers reject larger cookies (RFC 6265bis, 5.6). */
const maxCookieBytes = 4_096;
/** Limit of the `Cookie` header: many servers accept 8 kB of headers and answer more with status 431. */
const maxCookieHeaderBytes = 4_096;

/** Creates the cookies of a session. Beyond the size limit, the oldest are removed. */
function createCookies(): SessionCookies {
  const { CookieJar } = loadToughCookie();
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
  replaces?: CheckedOutSession | undefined;
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
  isSuspectCertain?: boolean;
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

/** A session with its history. */
interface UsedSession {
  readonly session: Session;
  readonly bornAt: number;
  /** Attempts made. */
  uses: number;
  /** Each failure adds 1, each usable page subtracts 0.5. */
  score: number;
  /** Whether it was blocked, or its exit is gone. */
  isOver: boolean;
}

/** The sessions of one engine and exit that are not in use. */
export interface IdleSessions {
  /** Takes an idle session with the given traits, or creates one. Other properties of the object are ignored. */
  take(traits: SessionTraits): UsedSession;
  /** Returns a session for reuse, or closes it if it is used up. */
  put(used: UsedSession): void;
  /** Closes all idle sessions. */
  clear(): void;
}

/** A session is used up after this many attempts, milliseconds or failures, the defaults of crawlee's `Session`. */
const maxUses = 50;
const maxAge = 50 * 60_000;
const maxScore = 3;
/** Limit of idle sessions. Beyond it, the one idle longest is closed. */
const maxIdle = 8;

/** Creates a session with a new id, and a profile that differs from that of the previous session. */
export type MakeSession = (proxy: ProxyServer | undefined, traits: SessionTraits) => Session;

/**
 * Creates the function that creates sessions of an engine. It rotates through the profiles.
 *
 * @param isSupported whether every adapter can send the headers of a profile
 */
export function createSessionMaker(engine: Engine, isSupported: (profile: HeaderProfile) => boolean): MakeSession {
  let made = 0;
  return (proxy, { device, locale, place }) => {
    const traits = { ...(device && { device }), ...(locale && { locale }), ...(place && { place }) };
    const fitting = profilesFor(traits, isSupported);
    const profile = fitting[made % fitting.length]!;
    made += 1;
    return createSession({
      ...traits,
      id: `${engine}-${made}`,
      engine,
      profile,
      ...(proxy && { proxy: proxyForSession(proxy, randomBytes(6).toString('hex')) }),
    });
  };
}

/** Creates an empty store of idle sessions for one exit. */
export function createIdleSessions(make: MakeSession, proxy: ProxyServer | undefined, now: () => number): IdleSessions {
  let idle: UsedSession[] = [];

  function isSpent({ bornAt, uses, score, isOver }: UsedSession): boolean {
    return isOver || uses >= maxUses || score >= maxScore || now() - bornAt >= maxAge;
  }

  function drop(isDropped: (used: UsedSession) => boolean): void {
    for (const used of idle) if (isDropped(used)) close(used);
    idle = idle.filter((used) => !isDropped(used));
  }

  return {
    take(traits) {
      drop(isSpent);
      const found = idle.findLast(({ session }) => isSame(session, traits));
      if (found === undefined) return { session: make(proxy, traits), bornAt: now(), uses: 0, score: 0, isOver: false };
      idle = idle.filter((used) => used !== found);
      return found;
    },
    put(used) {
      if (isSpent(used)) return close(used);
      idle.push(used);
      const [oldest] = idle;
      if (idle.length > maxIdle) drop((other) => other === oldest);
    },
    clear: () => drop(() => true),
  };
}

function close({ session }: UsedSession): void {
  void session.close();
}

/** Records an attempt in its session. */
export function recordSessionUse(used: UsedSession, { session }: AttemptOutcome): void {
  used.uses += 1;
  if (session === 'good') used.score = Math.max(0, used.score - 0.5);
  if (session === 'failed') used.score += 1;
  if (session === 'ended') used.isOver = true;
}

/** The profiles of a device that every adapter supports, or all of the device if none is supported. */
function profilesFor(
  { device = 'desktop' }: SessionTraits,
  isSupported: (profile: HeaderProfile) => boolean,
): readonly HeaderProfile[] {
  const ofDevice = headerProfiles.filter((profile) => (profile.device ?? 'desktop') === device);
  const supported = ofDevice.filter(isSupported);
  return supported.length > 0 ? supported : ofDevice;
}

function isSame(session: Session, traits: SessionTraits): boolean {
  return traitsKey(session) === traitsKey(traits);
}

function traitsKey({ device = 'desktop', locale = '', place }: SessionTraits): string {
  return JSON.stringify([device, locale, place?.lat, place?.lon]);
}
