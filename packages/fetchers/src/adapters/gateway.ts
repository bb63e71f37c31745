import { parseUrl } from '../engines.js';
import { FetchError } from '../errors.js';
import { assertKnownOptions, type OptionNames } from '../known-options.js';
import type { Adapter, SessionCookies } from '../types.js';

/** Options of `gatewayAdapter`. */
export interface GatewayAdapterOptions {
  /**
   * Address of the gateway, such as `http://user:password@127.0.0.1:9000/base?token=1`. Requests go to
   * `/base/<host of the engine>/<path>?<query>&token=1`, with the credentials in `Authorization`.
   */
  address: string;
  /** The adapter that fetches from the gateway. */
  adapter: Adapter;
}

const known: OptionNames<GatewayAdapterOptions> = { address: true, adapter: true };

/**
 * Fetches every page from a gateway instead of the engine, for instance from an engine simulator or an unblocking service. Pages
 * and cookies keep the engine's addresses. Throws a `FetchError` of code `misconfigured` if the address is invalid.
 */
export function gatewayAdapter(options: GatewayAdapterOptions): Adapter {
  assertKnownOptions(options, known);
  const { address, adapter } = options;
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
    throw new FetchError('redirect', 'The gateway redirects to a host that is not allowed');
  };
  if (adapter.supportsProfile) through.supportsProfile = (profile) => adapter.supportsProfile?.(profile) ?? true;
  if (adapter.close) through.close = () => adapter.close?.();
  return through;
}

interface Gateway {
  /** Value of the `Authorization` header; undefined without credentials. */
  readonly authorization: string | undefined;
  /** Converts an engine's address to the gateway's. */
  addressOf(url: string): string;
  /** Converts a gateway's address to the engine's; undefined if it does not belong to the gateway. */
  engineAddress(url: string): string | undefined;
}

function readGateway(address: string): Gateway {
  const base = parseUrl(address);
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    throw new FetchError('misconfigured', 'The address of the gateway is not an http: or https: URL');
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
      const found = parseUrl(`https://${asked.pathname.slice(path.length + 1)}`);
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
    throw new FetchError('misconfigured', 'The credentials of the gateway are not percent-encoded correctly', {
      cause,
    });
  }
}

function nameIn(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? '';
}

/** The session's cookies, accessed by the gateway's addresses. */
function engineCookies(cookies: SessionCookies, { engineAddress }: Gateway): SessionCookies {
  return {
    getCookieString: (url) => cookies.getCookieString(engineAddress(url) ?? url),
    setCookie: (cookie, url) => cookies.setCookie(cookie, engineAddress(url) ?? url),
  };
}
