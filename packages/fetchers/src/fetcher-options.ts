import type { FetcherOptions } from './options.js';

const known: Readonly<Record<keyof FetcherOptions, true>> = {
  ...{ adapter: true, proxies: true, attempts: true, attemptTimeout: true, timeout: true, limits: true },
  ...{ budget: true, circuit: true, coolDowns: true, store: true, onAttempt: true },
};

/** Throws a `TypeError` for an unknown option, and for an adapter or proxies that would only fail with the first fetch. */
export function assertFetcherOptions(options: FetcherOptions): void {
  if (typeof options !== 'object' || options === null) throw new TypeError('The options must be an object');
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw new TypeError(`Unknown option "${unknown}"; known options are ${Object.keys(known).join(', ')}`);
  const { adapter, proxies = [] } = options;
  if (typeof adapter !== 'function' && !Array.isArray(adapter?.steps))
    throw new TypeError('adapter must be an adapter, such as httpAdapter(), or a chain of adapters');
  if (Array.isArray(proxies) ? !proxies.every(isProxy) : !(typeof proxies === 'object' && 'current' in proxies))
    throw new TypeError('proxies must be a list from parseProxies(), or a source of proxies');
}

function isProxy(proxy: unknown): boolean {
  return typeof proxy === 'object' && proxy !== null && 'url' in proxy && proxy.url instanceof URL;
}
