import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import type { ProxyServer } from '../../types.js';
import { loadOptional } from '../optional.js';

/** A proxy as a browser can use it. */
export interface BrowserProxy {
  readonly settings: NonNullable<BrowserContextOptions['proxy']>;
  /** Ends what stands between the browser and the proxy. */
  close(): Promise<void>;
}

/** Chromium passes the loopback address by every proxy unless it is told not to. */
const bypass = '<-loopback>';

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
 * Makes a proxy fit for Chromium. It knows no password for SOCKS and no SOCKS 4a: then a forwarder on the loopback
 * address, which asks for a password of its own, speaks to the proxy. Throws a `FetchError` of code `misconfigured`
 * where the package for that is missing.
 */
export async function browserProxy({ url }: ProxyServer): Promise<BrowserProxy> {
  const { protocol, host, username, password } = url;
  const scheme = schemes[protocol];
  const isSocks = protocol.startsWith('socks');
  if (scheme === undefined || (isSocks && username !== '')) return await forwarder(url);
  const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  const settings = { server: `${scheme}://${host}`, bypass, ...(username !== '' && credentials) };
  return { settings, close: async () => {} };
}

async function forwarder(upstream: URL): Promise<BrowserProxy> {
  const { Server } = await loadOptional(
    'proxy-chain',
    'A browser behind a SOCKS proxy of this kind',
    async () => await import('proxy-chain'),
  );
  const [username, password] = ['browser', randomUUID()];
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: (request) => ({
      requestAuthentication: request.username !== username || request.password !== password,
      upstreamProxyUrl: upstream.href,
    }),
  });
  await server.listen();
  return {
    settings: { server: `http://127.0.0.1:${server.port}`, bypass, username, password },
    close: () => server.close(true),
  };
}
