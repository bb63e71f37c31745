import { randomBytes } from 'node:crypto';
import { profiles } from '../identity/profiles.js';
import type { Engine, HeaderProfile, ProxyServer, Session, SessionTraits } from '../types.js';
import { proxyFor } from './proxy.js';
import { createSession } from './session.js';

/** A session with what it has been through. */
interface UsedSession {
  readonly session: Session;
  readonly bornAt: number;
  /** Attempts made. */
  uses: number;
  /** A failure adds one, a good page takes half of one away. */
  score: number;
  /** Whether it was blocked, or its exit is gone. */
  isOver: boolean;
}

/** Sessions of one engine and exit that no search uses at the moment. */
export interface IdleSessions {
  /** One that is still good for the traits, else a new one. What else the object holds is not looked at. */
  take(traits: SessionTraits): UsedSession;
  /** Puts one back for another search; one that is used up is closed instead. */
  put(used: UsedSession): void;
  /** Closes all that are there. */
  clear(): void;
}

/** Cookies and profile are used up after so many attempts, minutes or failures; the numbers are crawlee's. */
const maxUses = 50;
const maxAge = 50 * 60_000;
const maxScore = 3;
/** As many as this may wait for another search; beyond that the one that waits longest is closed. */
const maxIdle = 8;

/** Makes a session of a name and a profile that the one before had not. */
export type MakeSession = (proxy: ProxyServer | undefined, traits: SessionTraits) => Session;

/**
 * Makes the sessions of an engine; those that follow each other have different profiles.
 *
 * @param isSupported whether every way to fetch can play the browser of a profile
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
      ...(proxy && { proxy: proxyFor(proxy, randomBytes(6).toString('hex')) }),
    });
  };
}

/** Makes an empty store of idle sessions for one exit. */
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

/** Profiles of the device; those that every way to fetch supports, if there are any. */
function profilesFor(
  { device = 'desktop' }: SessionTraits,
  isSupported: (profile: HeaderProfile) => boolean,
): readonly HeaderProfile[] {
  const ofDevice = profiles.filter((profile) => (profile.device ?? 'desktop') === device);
  const supported = ofDevice.filter(isSupported);
  return supported.length > 0 ? supported : ofDevice;
}

function isSame(session: Session, traits: SessionTraits): boolean {
  return traitsKey(session) === traitsKey(traits);
}

function traitsKey({ device = 'desktop', locale = '', place }: SessionTraits): string {
  return JSON.stringify([device, locale, place?.lat, place?.lon]);
}
