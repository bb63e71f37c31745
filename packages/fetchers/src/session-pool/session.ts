import { CookieJar } from 'tough-cookie';
import { FetchError } from '../errors.js';
import type { Closable, Session, SessionCookies } from '../types.js';

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
