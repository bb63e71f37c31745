import { CookieJar } from 'tough-cookie';
import type { Engine } from '../types.js';
import type { HeaderProfile } from './profiles.js';
import type { ProxyServer } from './proxy.js';

/** Cookies of one session, by the rules of RFC 6265. */
export interface SessionCookies {
  /** Value of the `Cookie` header for an address; `''` when there is none. */
  getCookieString(url: string): Promise<string>;
  /** Takes a `Set-Cookie` value that came from an address. One that does not belong there is dropped. */
  setCookie(cookie: string, url: string): Promise<unknown>;
}

/**
 * One identity towards one engine, and the unit of rotation: its cookies came through its proxy to its browser, so the
 * three are never mixed.
 */
export interface Session {
  /** Unique in the process; safe to log. */
  readonly id: string;
  readonly engine: Engine;
  /** The way out; left out for a direct connection. */
  readonly proxy?: ProxyServer;
  readonly cookies: SessionCookies;
  readonly profile: HeaderProfile;
}

/** Makes a session without cookies. */
export function createSession(session: Omit<Session, 'cookies'>): Session {
  return { ...session, cookies: new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false }) };
}
