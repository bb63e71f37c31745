import { FetchError } from '../errors.js';
import type { ProxyServer } from '../types.js';

const schemes = new Set(['http:', 'https:', 'socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:']);

/** What stands for the name of the session in a user name. */
const sessionMark = '{session}';

/** What a tag may say, and how it is read; undefined for a value that is none. */
const tags: Readonly<Record<string, (value: string) => Partial<ProxyServer> | undefined>> = {
  country: (value) => (/^[a-z]{2}$/i.test(value) ? { country: value.toLowerCase() } : undefined),
  tier: (value) => (/^\d$/.test(value) ? { tier: Number(value) } : undefined),
  rotates: (value) => (value === 'yes' || value === 'no' ? { rotates: value === 'yes' } : undefined),
  id: (value) => (/^[\w.-]{1,64}$/.test(value) ? { id: value } : undefined),
};

/**
 * Reads proxies: an address such as `http://user:password@host:port`, also `https:`, `socks4:`, `socks5:` and `socks5h:`
 * (the proxy resolves names), and after a space tags if any: `country=at`, `tier=1` (0 to 9), `rotates=yes`, `id=vienna`. Ids count
 * from `proxy-1` where none is given. Throws a `FetchError` that names the place of a wrong one, never its text.
 */
export function readProxies(entries: readonly string[]): ProxyServer[] {
  const proxies = entries.map(readProxy);
  const ids = proxies.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated >= 0) throw new FetchError('proxy', `Proxy ${repeated + 1} has the id of another`);
  return proxies;
}

function readProxy(entry: string, index: number): ProxyServer {
  const [address = '', ...words] = entry.trim().split(/\s+/);
  const url = readUrl(address);
  if (url === undefined || !schemes.has(url.protocol) || url.hostname === '') {
    const known = [...schemes].join(', ');
    throw new FetchError('proxy', `Proxy ${index + 1} is no address of a known scheme (${known})`);
  }
  return Object.assign({ id: `proxy-${index + 1}`, url }, ...words.map((word) => readTag(word, index)));
}

function readTag(word: string, index: number): Partial<ProxyServer> {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? [];
  const read = Object.hasOwn(tags, name) ? tags[name]?.(value) : undefined;
  if (read) return read;
  throw new FetchError(
    'proxy',
    `Proxy ${index + 1} has a tag that is none of country=at, tier=0 to 9, rotates=yes, id=name`,
  );
}

/** Whether each session leaves from another address. */
export function isRotating({ rotates, url }: ProxyServer): boolean {
  return rotates ?? decodeURIComponent(url.username).includes(sessionMark);
}

/** The proxy with the user name that a session has for itself. */
export function proxyFor(proxy: ProxyServer, name: string): ProxyServer {
  const user = decodeURIComponent(proxy.url.username);
  if (!user.includes(sessionMark)) return proxy;
  const url = new URL(proxy.url);
  url.username = encodeURIComponent(user.replaceAll(sessionMark, name));
  return { ...proxy, url };
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
