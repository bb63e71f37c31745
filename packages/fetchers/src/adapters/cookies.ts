import type { PageRequest, Session } from '../types.js';

/** The session's cookies, with those of the request on top for the host it goes to. */
export function cookiesFor({ url, cookies }: PageRequest, { cookies: jar }: Session): Session['cookies'] {
  const { host } = new URL(url);
  return {
    async getCookieString(target) {
      const own = await jar.getCookieString(target);
      if (new URL(target).host !== host) return own;
      const kept = own.split('; ').filter((pair) => pair !== '' && !Object.hasOwn(cookies, nameOf(pair)));
      return [...kept, ...Object.entries(cookies).map(([name, value]) => `${name}=${value}`)].join('; ');
    },
    setCookie: (cookie, target) => jar.setCookie(cookie, target),
  };
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('=')));
}
