import { FetchError } from '../errors.js';
import type { ProxyServer } from '../types.js';

const schemes = new Set(['http:', 'https:', 'socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:']);

/**
 * Reads proxy addresses: `http://user:password@host:port`, also `https:`, `socks4:`, `socks5:` and `socks5h:` (the
 * proxy resolves names). Ids count from `proxy-1`. Throws a `FetchError` that names the place of a wrong one.
 */
export function readProxies(addresses: readonly string[]): ProxyServer[] {
  return addresses.map((address, index) => {
    const url = readUrl(address);
    if (url && schemes.has(url.protocol) && url.hostname !== '') return { id: `proxy-${index + 1}`, url };
    const known = [...schemes].join(', ');
    throw new FetchError('proxy', `Proxy ${index + 1} is no address of a known scheme (${known})`);
  });
}

/** The address; undefined where it is none, or its user or password is not percent-encoded as it must be. */
function readUrl(address: string): URL | undefined {
  try {
    const url = new URL(address);
    decodeURIComponent(`${url.username}:${url.password}`);
    return url;
  } catch {
    return undefined;
  }
}
