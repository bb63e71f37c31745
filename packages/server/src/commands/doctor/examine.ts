import { outdatedVersions } from '@svc/fetchers';
import { commandConfig } from '../../api/asking/local.js';
import { ConfigError } from '../../config/config.js';
import type { Config } from '../../config/settings.js';
import { openPlaces } from '../../pages/fetching/open.js';
import { checkBrowser, checkProxies } from './fetching.js';
import { type Check, type Finding, failed, messageOf, ok, warning } from './finding.js';
import { checkSearch } from './search.js';
import { checkKeys, checkPort, checkRedis, checkUsage } from './service.js';

/** What is checked. */
export interface Examination {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether a search is made, which asks an engine as `SVC_ADAPTER` says. */
  withSearch: boolean;
  signal: AbortSignal;
  /** @default the clock of the system */
  now?: () => Date;
}

/** In this order. */
const checks: Readonly<Record<string, Check>> = {
  adapter: checkAdapter,
  proxies: checkProxies,
  browser: checkBrowser,
  redis: checkRedis,
  keys: checkKeys,
  usage: checkUsage,
  places: checkPlaces,
  port: checkPort,
};

/** Runs every check in turn. Faults of the configuration end them: all others need it. */
export async function* examine({
  env,
  withSearch,
  signal,
  now = () => new Date(),
}: Examination): AsyncGenerator<Finding> {
  yield ok('node', `Node ${process.versions.node}`);
  yield checkClock(now());
  yield checkProfiles(now());
  const config = readOrFaults(env);
  if (Array.isArray(config)) return yield* config;
  yield ok('config', 'every variable is sound');
  const due = Object.entries({ ...checks, ...(withSearch && { search: checkSearch }) });
  for (const [name, check] of due) {
    signal.throwIfAborted();
    const finding = await check(config, signal).catch((error: unknown) => failed(name, messageOf(error)));
    if (finding !== undefined) yield finding;
  }
}

function readOrFaults(env: Examination['env']): Config | Finding[] {
  try {
    return commandConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = '"svc serve --help" lists every variable';
    return error.faults.map((fault) => failed('config', fault, advice));
  }
}

/** Keys expire and quotas turn over by this clock, and engines and TLS refuse a client whose clock is far off. */
function checkClock(now: Date): Finding {
  const message = `${now.toISOString().slice(0, 19)}Z`;
  const built = 2026;
  if (now.getUTCFullYear() >= built) return ok('clock', message);
  return failed('clock', `${message} is before this program was made`, 'set the clock, best by NTP');
}

/** Engines meet hardly anyone with an old browser. */
function checkProfiles(now: Date): Finding {
  const outdated = outdatedVersions(now.getTime());
  const named = outdated.map(({ browser, version, ageDays }) => `${browser} ${version} is ${ageDays} days old`);
  if (named.length === 0) return ok('profiles', 'the browser versions that requests claim are recent');
  const message = `the browser versions that requests claim are older than eight weeks: ${named.join(', ')}`;
  return warning('profiles', message, 'update svc');
}

async function checkAdapter({ adapter }: Config): Promise<Finding> {
  if (adapter.includes('simulated')) {
    return warning(
      'adapter',
      'simulated: answers are made up, no engine is asked',
      'SVC_ADAPTER=http asks the engines',
    );
  }
  if (adapter.join() === 'replay') {
    return warning('adapter', 'replay: only captured queries are answered', 'SVC_ADAPTER=http asks the engines');
  }
  return ok('adapter', adapter.join(', then '));
}

async function checkPlaces(config: Config): Promise<Finding> {
  const places = await openPlaces(config);
  const isKnown = 'place' in places.resolve('Lisbon, Portugal');
  const source = config.placesFile || 'the included list';
  if (isKnown) return ok('places', `${source} can be searched`);
  return failed(
    'places',
    `${source} does not know Lisbon`,
    '"svc locations import" makes a list of the one that alpha publishes',
  );
}
