import { CookieJar } from 'tough-cookie';
import { FetchError } from '../errors.js';
import type { Closable, Session } from '../types.js';

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
    cookies: new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false }),
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
