import { FetchError } from '../errors.js';
import type { ProxyServer } from '../types.js';

const schemes = new Set(['http:', 'https:', 'socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:']);

/** Placeholder for the session's name in a user name. */
const sessionMark = '{session}';

/** Parsers of the tags' values. They return undefined for an invalid value. */
const tags = new Map<string, (value: string) => Partial<ProxyServer> | undefined>([
  ['country', (value) => (/^[a-z]{2}$/i.test(value) ? { country: value.toLowerCase() } : undefined)],
  ['tier', (value) => (/^\d$/.test(value) ? { tier: Number(value) } : undefined)],
  ['rotates', (value) => (value === 'yes' || value === 'no' ? { rotates: value === 'yes' } : undefined)],
  ['id', (value) => (/^[\w.-]{1,64}$/.test(value) ? { id: value } : undefined)],
]);

/**
 * Parses proxies. Each entry is an address such as `http://user:password@host:port`, also with `https:`, `socks4:`, `socks5:` or
 * `socks5h:` (the proxy resolves names), optionally followed by tags: `country=at`, `tier=1` (0 to 9), `rotates=yes`,
 * `id=vienna`. Default ids are `proxy-1`, `proxy-2` and so on. Throws a `FetchError` that gives the position of an invalid entry,
 * never its text.
 */
export function readProxies(entries: readonly string[]): ProxyServer[] {
  const proxies = entries.map(readProxy);
  const ids = proxies.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated !== -1) throw new FetchError('proxy', `Proxy ${repeated + 1} has the same id as an earlier one`);
  return proxies;
}

function readProxy(entry: string, index: number): ProxyServer {
  const [address, ...words] = entry.trim().split(/\s+/);
  const url = readUrl(address!);
  if (url === undefined || !schemes.has(url.protocol) || url.hostname === '') {
    const known = [...schemes].join(', ');
    throw new FetchError('proxy', `Proxy ${index + 1} is not an address with a supported scheme (${known})`);
  }
  return Object.assign({ id: `proxy-${index + 1}`, url }, ...words.map((word) => readTag(word, index)));
}

function readTag(word: string, index: number): Partial<ProxyServer> {
  const [name, ...value] = word.split('=');
  const read = tags.get(name!)?.(value.join('='));
  if (read) return read;
  throw new FetchError(
    'proxy',
    `Proxy ${index + 1} has an invalid tag; valid tags are country=at, tier=0 to 9, rotates=yes or no, id=name`,
  );
}

/** Whether each session has its own address. */
export function isRotating({ rotates, url }: ProxyServer): boolean {
  return rotates ?? decodeURIComponent(url.username).includes(sessionMark);
}

/** The proxy with the session's name in place of `{session}`. */
export function proxyFor(proxy: ProxyServer, name: string): ProxyServer {
  const user = decodeURIComponent(proxy.url.username);
  if (!user.includes(sessionMark)) return proxy;
  const url = new URL(proxy.url);
  url.username = encodeURIComponent(user.replaceAll(sessionMark, name));
  return { ...proxy, url };
}

/** Parses an address; undefined if it is invalid, or its credentials are not percent-encoded correctly. */
function readUrl(address: string): URL | undefined {
  try {
    const url = new URL(address);
    decodeURIComponent(`${url.username}:${url.password}`);
    return url;
  } catch {
    return undefined;
  }
}
