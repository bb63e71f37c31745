import type { Engine } from './types.js';

/** The hosts of an engine. */
interface EngineHosts {
  /** Those that answer for it, with those that ask for consent or a captcha in its name. */
  own: RegExp;
  /** Those beside its own that its pages load scripts and styles from. @default none */
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

/** Whether a host answers for an engine. */
export function isEngineHost(engine: Engine, hostname: string): boolean {
  return hosts[engine].own.test(hostname);
}

/** Whether the pages of an engine load scripts and styles from a host beside its own. */
export function isAssetHost(engine: Engine, hostname: string): boolean {
  return hosts[engine].assets?.test(hostname) ?? false;
}

/**
 * Whether a request may be redirected from one address to another: to the same host, or from one of the engine's to
 * another, and never from `https:` to anything else. What is asked in the engine's stead never leads to the engine.
 */
export function mayRedirect(engine: Engine, from: URL, to: URL): boolean {
  const isSafe = to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:');
  const areEngines = [from, to].every(({ hostname }) => isEngineHost(engine, hostname));
  return isSafe && (to.host === from.host || areEngines);
}

/**
 * The address taken apart, relative to `base`; undefined for a text that is none. Not by `URL.canParse`: once compiled,
 * that of Node 20 refuses hosts with letters of Latin-1, such as `bücher.example`.
 */
export function parsedAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
