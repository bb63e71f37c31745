import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FetchError } from '../errors.js';
import type { ProxyServer } from '../types.js';
import { readProxies } from './proxy.js';

/** Where the proxies come from, when they may change while the fetcher lives. */
export interface ProxySource {
  /** The proxies of now. It must not throw. */
  current(): readonly ProxyServer[];
  /** Calls back after each change. */
  onChange(listener: () => void): void;
  /** Stops looking for changes. */
  close(): void;
}

/** How a source of proxies is kept up to date. */
export interface ProxySourceOptions {
  /** Milliseconds from one look to the next. @default 5000 for a file, 60000 for a function */
  every?: number;
  /** Told when a look failed; the proxies stay as they were. Its message holds no address. */
  onError?: (error: unknown) => void;
}

/**
 * Reads proxies from a file and again whenever it changes: one address a line, then tags if any, `#` begins a comment.
 *
 * ```text
 * http://user:password@proxy.example:8080 country=at tier=0 id=vienna
 * ```
 *
 * A file that cannot be read, or holds none, changes nothing. Throws when that is so the first time.
 */
export async function proxyFile(path: string, options: ProxySourceOptions = {}): Promise<ProxySource> {
  const { every = 5_000 } = options;
  const read = async () => {
    const lines = linesOf(await readFile(path, 'utf8'));
    // It is also empty for a moment while it is written.
    if (lines.length === 0) throw new FetchError('misconfigured', 'The file of proxies holds none');
    return readProxies(lines);
  };
  const source = createSource(await read(), read, options);
  const look = () => void source.refresh();
  watchFile(path, { interval: every, persistent: false }, look);
  return { ...source, close: () => unwatchFile(path, look) };
}

/** Asks a function for proxies, at once and then from time to time. Throws when the first call does. */
export async function proxyFunction(
  list: () => Promise<readonly ProxyServer[]>,
  options: ProxySourceOptions = {},
): Promise<ProxySource> {
  const { every = 60_000 } = options;
  const source = createSource(await list(), list, options);
  const timer = setInterval(() => void source.refresh(), every);
  timer.unref();
  return { ...source, close: () => clearInterval(timer) };
}

/** Proxies that stay the same. */
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
        onError?.(error);
        return;
      }
      for (const listener of listeners) listener();
    },
  };
}

/** A proxy that stays keeps its id, wherever it is in the list now, so that what is known of it still holds. */
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
