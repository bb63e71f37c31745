/** The search engines: `alpha` is Google, `beta` is Bing, `gamma` is Brave Search. */
export const engines = ['alpha', 'beta', 'gamma'] as const;
export type Engine = (typeof engines)[number];

/** A kind of search on one engine: `<engine>.<kind>`. */
export type Operation =
  | 'alpha.search'
  | 'alpha.news'
  | 'alpha.videos'
  | 'alpha.autocomplete'
  | 'beta.search'
  | 'gamma.search';

/** What is known of the network of an engine. */
interface EngineNetwork {
  /** Hosts of its pages, including consent and captcha pages. */
  readonly hosts: RegExp;
  /** Further hosts from which its pages load scripts and styles. @default none */
  readonly assets?: RegExp;
  /** Concurrent searches that it tolerates from one address. @default 4 */
  readonly perAddress?: number;
}

/** One row per engine; a missing one does not compile. */
export const engineNetworks: Readonly<Record<Engine, EngineNetwork>> = {
  alpha: {
    hosts: /^(?:[a-z0-9-]+\.)*(?:google\.(?:com?\.)?[a-z]{2,3}|youtube\.com)$/,
    assets: /^(?:[a-z0-9-]+\.)*(?:gstatic\.com|googleapis\.com|googleusercontent\.com|recaptcha\.net|ytimg\.com)$/,
  },
  beta: { hosts: /^(?:[a-z0-9-]+\.)*bing\.com$/, assets: /^(?:[a-z0-9-]+\.)*bing\.net$/ },
  gamma: { hosts: /^(?:[a-z0-9-]+\.)*brave\.com$/, perAddress: 1 }, // refuses the second or third
};

/** Whether a host belongs to an engine. */
export function isEngineHost(engine: Engine, hostname: string): boolean {
  return engineNetworks[engine].hosts.test(hostname);
}

/** Whether a host serves scripts and styles of an engine's pages. */
export function isAssetHost(engine: Engine, hostname: string): boolean {
  return engineNetworks[engine].assets?.test(hostname) ?? false;
}

/**
 * Whether a redirect may be followed: to the same host, or between hosts of the engine, and never from `https:` to another
 * scheme. A redirect from a gateway or simulator to the engine is therefore not followed.
 */
export function isRedirectAllowed(engine: Engine, from: URL, to: URL): boolean {
  const isSafe = to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:');
  const areEngines = [from, to].every(({ hostname }) => isEngineHost(engine, hostname));
  return isSafe && (to.host === from.host || areEngines);
}

/**
 * Parses an address, relative to `base`; undefined if it is invalid. Does not use `URL.canParse`, which in Node.js 20 wrongly
 * rejects hosts with Latin-1 letters, such as `bücher.example`, once V8 has optimized the call.
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
