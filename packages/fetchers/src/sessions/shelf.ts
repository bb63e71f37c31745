import { randomBytes } from 'node:crypto';
import { profiles } from '../identity/profiles.js';
import type { Engine, HeaderProfile, ProxyServer, Session, SessionTraits } from '../types.js';
import { proxyFor } from './proxy.js';
import { createSession } from './session.js';

/** A session with what it has been through. */
export interface Worn {
  readonly session: Session;
  readonly bornAt: number;
  /** Attempts made. */
  uses: number;
  /** A failure adds one, a good page takes half of one away. */
  score: number;
  /** Whether it was blocked, or its way out is gone. */
  isOver: boolean;
}

/** Sessions of one engine and way out that no search uses at the moment. */
export interface Shelf {
  /** One that is still good for the traits, else a new one. What else the object holds is not looked at. */
  take(traits: SessionTraits): Worn;
  /** Puts one back for another search; one that is worn out is closed instead. */
  put(worn: Worn): void;
  /** Closes all that are there. */
  clear(): void;
}

/** Cookies and profile are worn out after so many attempts, minutes or failures; the numbers are crawlee's. */
const maxUses = 50;
const maxAge = 50 * 60_000;
const maxScore = 3;
/** As many as this may wait for another search; beyond that the one that waits longest is closed. */
const maxIdle = 8;

/** What the sessions of one engine have in common. */
export interface SessionMaker {
  /** Makes a session of a name and a profile that the one before had not. */
  make(proxy: ProxyServer | undefined, traits: SessionTraits): Session;
}

/** Makes the sessions of an engine; those that follow each other have different profiles. */
export function createSessionMaker(engine: Engine): SessionMaker {
  let made = 0;
  return {
    make(proxy, { device, locale, place }) {
      const traits = { ...(device && { device }), ...(locale && { locale }), ...(place && { place }) };
      const fitting = profilesFor(traits);
      const profile = fitting[made % fitting.length]!;
      made += 1;
      return createSession({
        ...traits,
        id: `${engine}-${made}`,
        engine,
        profile,
        ...(proxy && { proxy: proxyFor(proxy, randomBytes(6).toString('hex')) }),
      });
    },
  };
}

/** Makes an empty shelf for one way out. */
export function createShelf(maker: SessionMaker, proxy: ProxyServer | undefined, now: () => number): Shelf {
  let idle: Worn[] = [];

  function isSpent({ bornAt, uses, score, isOver }: Worn): boolean {
    return isOver || uses >= maxUses || score >= maxScore || now() - bornAt >= maxAge;
  }

  function drop(isDropped: (worn: Worn) => boolean): void {
    for (const worn of idle) if (isDropped(worn)) close(worn);
    idle = idle.filter((worn) => !isDropped(worn));
  }

  return {
    take(traits) {
      drop(isSpent);
      const found = idle.findLast(({ session }) => isSame(session, traits));
      if (found === undefined)
        return { session: maker.make(proxy, traits), bornAt: now(), uses: 0, score: 0, isOver: false };
      idle = idle.filter((worn) => worn !== found);
      return found;
    },
    put(worn) {
      if (isSpent(worn)) return close(worn);
      idle.push(worn);
      const [oldest] = idle;
      if (idle.length > maxIdle) drop((other) => other === oldest);
    },
    clear: () => drop(() => true),
  };
}

function close({ session }: Worn): void {
  void session.close();
}

function profilesFor({ device = 'desktop' }: SessionTraits): readonly HeaderProfile[] {
  return profiles.filter((profile) => (profile.device ?? 'desktop') === device);
}

function isSame(session: Session, traits: SessionTraits): boolean {
  return traitsKey(session) === traitsKey(traits);
}

function traitsKey({ device = 'desktop', locale = '', place }: SessionTraits): string {
  return JSON.stringify([device, locale, place?.lat, place?.lon]);
}
