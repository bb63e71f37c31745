import { FetchError } from '../../errors.js';
import type { ProxyServer } from '../../types.js';

/** A proxy as a browser elsewhere can use it by itself. */
export interface RemoteProxy {
  server: string;
  login: { username: string; password: string } | undefined;
}

/** Schemes that Chromium speaks, by ours; it leaves looking up names to a SOCKS 5 proxy in any case. */
const schemes: Readonly<Record<string, string>> = {
  'http:': 'http',
  'https:': 'https',
  'socks:': 'socks5',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
  'socks4:': 'socks4',
};

/**
 * The proxy for a browser that runs elsewhere and cannot use a forwarder on this machine. Throws a `FetchError` of code
 * `misconfigured` for what Chromium does not speak: SOCKS 4a, and SOCKS with a password.
 */
export function remoteProxy(proxy: ProxyServer | undefined): RemoteProxy | undefined {
  if (proxy === undefined) return undefined;
  const { protocol, host, username, password } = proxy.url;
  const scheme = schemes[protocol];
  if (scheme === undefined || (scheme.startsWith('socks') && username !== '')) {
    throw new FetchError('misconfigured', 'A remote browser cannot use SOCKS 4a, nor SOCKS with a password');
  }
  const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { server: `${scheme}://${host}`, login: username === '' ? undefined : login };
}
