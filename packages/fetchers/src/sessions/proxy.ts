import { FetchError } from '../errors.js';

/** A way out. */
export interface ProxyServer {
  /** Names the proxy in events and logs; never its address. */
  readonly id: string;
  /** Address with credentials, if any. Never log it. */
  readonly url: URL;
}

const schemes = new Set(['http:', 'https:', 'socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:']);

/**
 * Reads proxy addresses: `http://user:password@host:port`, also `https:`, `socks4:`, `socks5:` and `socks5h:` (the
 * proxy resolves names). Ids count from `proxy-1`. Throws a `FetchError` that names the place of a wrong one.
 */
export function readProxies(addresses: readonly string[]): ProxyServer[] {
  return addresses.map((address, index) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url && schemes.has(url.protocol) && url.hostname !== '') return { id: `proxy-${index + 1}`, url };
    const known = [...schemes].join(', ');
    throw new FetchError('proxy', `Proxy ${index + 1} is no address of a known scheme (${known})`);
  });
}
