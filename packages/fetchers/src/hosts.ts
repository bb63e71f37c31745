import { type Engine, networks } from './engines.js';

/** Whether a host belongs to an engine. */
export function isEngineHost(engine: Engine, hostname: string): boolean {
  return networks[engine].hosts.test(hostname);
}

/** Whether a host serves scripts and styles of an engine's pages. */
export function isAssetHost(engine: Engine, hostname: string): boolean {
  return networks[engine].assets?.test(hostname) ?? false;
}

/**
 * Whether a redirect may be followed: to the same host, or between hosts of the engine, and never from `https:` to another
 * scheme. A redirect from a gateway or simulator to the engine is therefore not followed.
 */
export function mayRedirect(engine: Engine, from: URL, to: URL): boolean {
  const isSafe = to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:');
  const areEngines = [from, to].every(({ hostname }) => isEngineHost(engine, hostname));
  return isSafe && (to.host === from.host || areEngines);
}

/**
 * Parses an address, relative to `base`; undefined if it is invalid. Does not use `URL.canParse`, which in Node.js 20 wrongly
 * rejects hosts with Latin-1 letters, such as `bücher.example`, once V8 has optimized the call.
 */
export function parsedAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
