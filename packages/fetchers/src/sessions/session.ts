import { CookieJar } from 'tough-cookie';
import type { Session } from '../types.js';

/** Makes a session without cookies. */
export function createSession(session: Omit<Session, 'cookies'>): Session {
  return { ...session, cookies: new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false }) };
}
