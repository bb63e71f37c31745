import type { Engine } from './types.js';

/** The hosts of an engine. */
interface EngineHosts {
  /** Hosts of its pages, including consent and captcha pages. */
  own: RegExp;
  /** Further hosts from which its pages load scripts and styles. @default none */
  assets?: RegExp;
}

const hosts: Readonly<Record<Engine, EngineHosts>> = {
  alpha: {
    own: /^(?:[a-z0-9-]+\.)*(?:google\.(?:com?\.)?[a-z]{2,3}|youtube\.com)$/,
    assets: /^(?:[a-z0-9-]+\.)*(?:gstatic\.com|googleapis\.com|googleusercontent\.com|recaptcha\.net|ytimg\.com)$/,
  },
  beta: { own: /^(?:[a-z0-9-]+\.)*bing\.com$/, assets: /^(?:[a-z0-9-]+\.)*bing\.net$/ },
  gamma: { own: /^(?:[a-z0-9-]+\.)*brave\.com$/ },
};

/** Whether a host belongs to an engine. */
export function isEngineHost(engine: Engine, hostname: string): boolean {
  return hosts[engine].own.test(hostname);
}

/** Whether a host serves scripts and styles of an engine's pages. */
export function isAssetHost(engine: Engine, hostname: string): boolean {
  return hosts[engine].assets?.test(hostname) ?? false;
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
