import { isEngineHost } from '../../hosts.js';
import type { Engine } from '../../types.js';

/** Hosts beside an engine's own that its pages load scripts and styles from. */
const assetHosts: Readonly<Record<Engine, RegExp>> = {
  alpha: /^(?:[a-z0-9-]+\.)*(?:gstatic\.com|googleapis\.com|googleusercontent\.com|recaptcha\.net|ytimg\.com)$/,
  beta: /^(?:[a-z0-9-]+\.)*bing\.net$/,
  gamma: /^(?:[a-z0-9-]+\.)*brave\.com$/,
};

/**
 * Whether a page may send a request to an address: to the very host and port that was asked for, or, for a page that an
 * engine itself was asked for, by `https:` or `wss:` at their usual port to the hosts that its pages are made of.
 */
export function mayLoad(engine: Engine, asked: URL, to: URL): boolean {
  const isSecure = to.protocol === 'https:' || to.protocol === 'wss:';
  const isPlain = to.protocol === 'http:' || to.protocol === 'ws:';
  if (to.host === asked.host) return isSecure || (isPlain && asked.protocol === 'http:');
  if (!isSecure || to.port !== '' || !isEngineHost(engine, asked.hostname)) return false;
  return isEngineHost(engine, to.hostname) || assetHosts[engine].test(to.hostname);
}
