import { FetchError } from '../errors.js';
import { parsedAddress } from '../hosts.js';
import type { Adapter, SessionCookies } from '../types.js';

/** Where pages are asked for in the engines' stead. */
export interface GatewayAdapterOptions {
  /**
   * Address of the gateway, `http://user:password@127.0.0.1:9000/base?token=1`. It is asked for
   * `/base/<host of the engine>/<path>?<query>&token=1`, with the credentials in `Authorization`.
   */
  address: string;
  /** Gets the page from there. */
  adapter: Adapter;
}

/**
 * Asks a gateway for every page, as a simulator of the engines or an unblocking service is one. Who reads the page, and
 * the session's cookies, see the engine's addresses: its cookies with a `Domain` are kept. Throws a `FetchError` of code
 * `misconfigured` where the address is none.
 */
export function gatewayAdapter({ address, adapter }: GatewayAdapterOptions): Adapter {
  const gateway = readGateway(address);
  const through: Adapter = async (request, context) => {
    const { session } = context;
    const headers = gateway.authorization
      ? { ...request.headers, authorization: gateway.authorization }
      : request.headers;
    const asked = { ...request, headers, url: gateway.addressOf(request.url) };
    const cookies = engineCookies(session.cookies, gateway);
    const page = await adapter(asked, { ...context, session: { ...session, cookies } });
    const url = gateway.engineAddress(page.url);
    if (url !== undefined) return { ...page, url };
    throw new FetchError('redirect', 'The gateway redirects to where a page must not come from');
  };
  if (adapter.supportsProfile) through.supportsProfile = (profile) => adapter.supportsProfile?.(profile) ?? true;
  if (adapter.close) through.close = () => adapter.close?.();
  return through;
}

interface Gateway {
  /** Value of the header; undefined where the address has no credentials. */
  readonly authorization: string | undefined;
  /** The address of the gateway for one of an engine. */
  addressOf(url: string): string;
  /** The engine's address for one of the gateway; undefined where it is none of the gateway's. */
  engineAddress(url: string): string | undefined;
}

function readGateway(address: string): Gateway {
  const base = parsedAddress(address);
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    throw new FetchError('misconfigured', 'The gateway has no address with http: or https:');
  }
  const { origin } = base;
  const path = base.pathname.replace(/\/$/, '');

  return {
    authorization: authorizationIn(base),
    addressOf(url) {
      const { host, pathname, search } = new URL(url);
      const query = [search.slice(1), base.search.slice(1)].filter((part) => part !== '').join('&');
      return `${origin}${path}/${host}${pathname}${query === '' ? '' : `?${query}`}`;
    },
    engineAddress(url) {
      const asked = new URL(url);
      if (asked.origin !== origin || !asked.pathname.startsWith(`${path}/`)) return undefined;
      const found = parsedAddress(`https://${asked.pathname.slice(path.length + 1)}`);
      if (found === undefined) return undefined;
      const own = new Set(base.searchParams.keys());
      const query = asked.search
        .slice(1)
        .split('&')
        .filter((pair) => pair !== '' && !own.has(nameIn(pair)));
      return `${found.href}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    },
  };
}

function authorizationIn({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
  } catch (cause) {
    throw new FetchError('misconfigured', 'The credentials of the gateway are not percent-encoded', { cause });
  }
}

function nameIn(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? '';
}

/** The session's cookies for whoever sees the gateway's addresses. */
function engineCookies(cookies: SessionCookies, { engineAddress }: Gateway): SessionCookies {
  return {
    getCookieString: (url) => cookies.getCookieString(engineAddress(url) ?? url),
    setCookie: (cookie, url) => cookies.setCookie(cookie, engineAddress(url) ?? url),
  };
}
