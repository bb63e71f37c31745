import { randomBytes } from 'node:crypto';
import type { Engine } from '../engines.js';
import { profiles } from '../identity/profiles.js';
import type { HeaderProfile, ProxyServer, Session, SessionTraits } from '../types.js';
import { proxyFor } from './proxy.js';
import { type AttemptOutcome, createSession } from './session.js';

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
      ...(proxy && { proxy: proxyFor(proxy, randomBytes(6).toString('hex')) }),
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
export function recordUse(used: UsedSession, { session }: AttemptOutcome): void {
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
