import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { callOrWarn, FetchError } from '../errors.js';
import { assertKnownOptions, type OptionNames } from '../known-options.js';
import type { ProxyServer } from '../types.js';

/** A list of proxies that may change while the fetcher runs. */
export interface ProxySource {
  /** The current proxies. Must not throw. */
  current(): readonly ProxyServer[];
  /** Calls `listener` after each change. */
  onChange(listener: () => void): void;
  /** Stops checking for changes. */
  close(): void;
}

/** Options of `proxiesFromFile` and `proxiesFromFunction`. */
export interface ProxySourceOptions {
  /** Milliseconds between checks for changes. @default 5000 for a file, 60000 for a function */
  every?: number | undefined;
  /** Called if a check fails; the proxies do not change then. The error's message contains no address. */
  onError?: ((error: unknown) => void) | undefined;
}

const known: OptionNames<ProxySourceOptions> = { every: true, onError: true };

/**
 * Reads proxies from a file, and again after each change of the file. Each line is an address, optionally followed by tags; `#`
 * starts a comment.
 *
 * ```text
 * http://user:password@proxy.example:8080 country=at tier=0 id=vienna
 * ```
 *
 * If the file cannot be read later, or contains no proxy, the proxies do not change. Throws if that is so at the first read.
 */
export async function proxiesFromFile(path: string, options: ProxySourceOptions = {}): Promise<ProxySource> {
  assertKnownOptions(options, known);
  const { every = 5_000 } = options;
  const read = async () => {
    const lines = linesOf(await readFile(path, 'utf8'));
    // A file is empty for a moment while it is being written.
    if (lines.length === 0) throw new FetchError('misconfigured', 'The proxy file contains no proxies');
    return parseProxies(lines);
  };
  const source = createSource(await read(), read, options);
  const look = () => void source.refresh();
  watchFile(path, { interval: every, persistent: false }, look);
  return { ...source, close: () => unwatchFile(path, look) };
}

/** Gets proxies from a function, at once and then every `every` milliseconds. Throws if the first call throws. */
export async function proxiesFromFunction(
  list: () => Promise<readonly ProxyServer[]>,
  options: ProxySourceOptions = {},
): Promise<ProxySource> {
  assertKnownOptions(options, known);
  const { every = 60_000 } = options;
  const source = createSource(await list(), list, options);
  const timer = setInterval(() => void source.refresh(), every);
  timer.unref();
  return { ...source, close: () => clearInterval(timer) };
}

/** A source that never changes. */
export function fixedProxies(proxies: readonly ProxyServer[]): ProxySource {
  return { current: () => proxies, onChange() {}, close() {} };
}

function createSource(
  first: readonly ProxyServer[],
  read: () => Promise<readonly ProxyServer[]>,
  { onError }: ProxySourceOptions,
): Omit<ProxySource, 'close'> & { refresh(): Promise<void> } {
  let proxies = withSteadyIds(first, []);
  const listeners: (() => void)[] = [];
  return {
    current: () => proxies,
    onChange: (listener) => void listeners.push(listener),
    async refresh() {
      try {
        proxies = withSteadyIds(await read(), proxies);
      } catch (error) {
        callOrWarn('onError', () => onError?.(error));
        return;
      }
      for (const listener of listeners) callOrWarn('onChange', listener);
    },
  };
}

/** A proxy that remains keeps its id, wherever it is in the new list, so that its health record still applies. */
function withSteadyIds(proxies: readonly ProxyServer[], before: readonly ProxyServer[]): readonly ProxyServer[] {
  const known = new Map(before.map(({ id, url }) => [url.href, id]));
  const taken = new Set(proxies.flatMap(({ url }) => known.get(url.href) ?? []));
  const distinct = proxies.filter(
    ({ url }, index) => proxies.findIndex((other) => other.url.href === url.href) === index,
  );
  return distinct.map((proxy) => {
    const id = known.get(proxy.url.href) ?? freeId(proxy.id, taken);
    taken.add(id);
    return { ...proxy, id };
  });
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*/, '').trim())
    .filter((line) => line !== '');
}

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
 * never its text, and a `TypeError` for anything but a list.
 */
export function parseProxies(entries: readonly string[]): ProxyServer[] {
  if (!Array.isArray(entries)) throw new TypeError('The proxies must be a list of addresses');
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
export function proxyForSession(proxy: ProxyServer, name: string): ProxyServer {
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
