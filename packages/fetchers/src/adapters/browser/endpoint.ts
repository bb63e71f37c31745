import { isIP } from 'node:net';

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * The `ws:` address of a running browser. An `http:` address is asked for it at `/json/version`, as Chromium documents; the
 * host of that answer is replaced by the one that was asked, since the browser may not know under which name it is reached.
 */
export async function webSocketAddress(cdpUrl: string, signal: AbortSignal): Promise<string> {
  const asked = new URL(cdpUrl);
  if (/^wss?:$/.test(asked.protocol)) return asked.href;
  const version = new URL('json/version', asked.href.endsWith('/') ? asked : `${asked.href}/`);
  version.search = asked.search;
  const response = await fetch(version, { signal });
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl?: string };
  if (typeof webSocketDebuggerUrl !== 'string') throw new Error('It names no address of its DevTools protocol');
  const address = new URL(webSocketDebuggerUrl);
  address.protocol = asked.protocol === 'https:' ? 'wss:' : 'ws:';
  address.host = asked.host;
  if (address.search === '') address.search = asked.search;
  return address.href;
}
