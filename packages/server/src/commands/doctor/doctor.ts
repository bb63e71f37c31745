import { outdatedVersions } from '@svc/fetchers';
import { Command } from 'commander';
import { createLocalClient, withCommandDefaults } from '../../api/asking/local.js';
import { readConfigAndFaults } from '../../config/config.js';
import { hasEngineAdapter } from '../../config/fetching.js';
import { type Config, unknownVariableWarnings } from '../../config/settings.js';
import { terminalStyleOf } from '../../observe/terminal-text.js';
import { betaSearch } from '../../operations/beta.js';
import { openPlaces } from '../../pages/fetching/open.js';
import { CommandError, runUntilInterrupted } from '../command.js';
import {
  type CheckStatus,
  type DoctorCheck,
  type DoctorCheckResult,
  failed,
  ok,
  redactedErrorMessage,
  warning,
} from './check-result.js';
import { checkBrowser, checkKeys, checkPort, checkProxies, checkUsageFileWritable } from './checks.js';
import { checkBatchRedis, checkRedis } from './redis-checks.js';

/** Checks one by one everything that a service needs. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check that the configuration works, with advice where it does not.')
    .option('--json', 'print the findings as JSON')
    .option('--no-search', 'skip the test search, which uses SVC_ADAPTER')
    .addHelpText('after', '\nExit code: 0 if everything needed works, otherwise 1.')
    .action(run);
}

const marks: Readonly<Record<CheckStatus, string>> = { ok: '✓', warning: '!', failed: '✗' };

async function run({ json, search }: { json?: true; search: boolean }): Promise<void> {
  const style = terminalStyleOf(process.stdout);
  const dress = { ok: style.good, warning: style.warn, failed: style.bad };
  const show = ({ check, verdict, message, advice }: DoctorCheckResult) => {
    const way = advice === undefined ? '' : `\n  ${' '.repeat(12)}${style.dim(`→ ${advice}`)}`;
    console.log(`${dress[verdict](marks[verdict])} ${check.padEnd(12)}${message}${way}`);
  };
  const found = await runUntilInterrupted(async (signal) => {
    const all: DoctorCheckResult[] = [];
    for await (const result of runChecks({ env: process.env, withSearch: search, signal })) {
      all.push(result);
      if (!json) show(result);
    }
    return all;
  });
  if (json) console.log(JSON.stringify(found, null, 2));
  const failed = found.filter(({ verdict }) => verdict === 'failed').length;
  if (failed > 0) throw new CommandError(json ? '' : `${failed} ${failed === 1 ? 'check' : 'checks'} failed`);
}

/** What to check. */
interface Examination {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether to make a search, which asks an engine as `SVC_ADAPTER` says. */
  withSearch: boolean;
  signal: AbortSignal;
  /** @default the clock of the system */
  now?: () => Date;
}

/** What every Redis needs. */
const redisSettings = ['SVC_REDIS_MODE', 'SVC_REDIS_SENTINEL', 'SVC_REDIS_PREFIX'];

/** The checks in their order. A check is skipped if one of the variables that it uses has a fault. */
const checks: Readonly<Record<string, { check: DoctorCheck; uses: readonly string[] }>> = {
  adapter: { check: checkAdapter, uses: ['SVC_ADAPTER'] },
  proxies: { check: checkProxies, uses: ['SVC_PROXIES', 'SVC_PROXIES_FILE'] },
  browser: { check: checkBrowser, uses: ['SVC_ADAPTER', 'SVC_BROWSER_PATH', 'SVC_BROWSER_CDP_URL'] },
  redis: { check: checkRedis, uses: ['SVC_REDIS_URL', ...redisSettings] },
  batches: { check: checkBatchRedis, uses: ['SVC_BATCH_REDIS_URL', 'SVC_BATCH_STORE', ...redisSettings] },
  keys: { check: checkKeys, uses: ['SVC_KEYS_FILE'] },
  usage: { check: checkUsageFileWritable, uses: ['SVC_USAGE_FILE', 'SVC_KEYS_FILE', 'SVC_REDIS_URL'] },
  places: { check: checkPlaces, uses: ['SVC_PLACES_FILE'] },
  port: { check: checkPort, uses: ['SVC_HOST', 'SVC_PORT'] },
};

/** Runs the checks one by one. A fault of the configuration only prevents the checks that need it, and the search. */
export async function* runChecks({
  env,
  withSearch,
  signal,
  now = () => new Date(),
}: Examination): AsyncGenerator<DoctorCheckResult> {
  yield ok('node', `Node ${process.versions.node}`);
  yield checkClock(now());
  yield checkProfiles(now());
  const { config, faults } = readConfigAndFaults(withCommandDefaults(env));
  yield* configCheckResults(faults);
  const areNamed = (names: readonly string[]) => faults.some((fault) => names.some((name) => fault.includes(name)));
  for (const [name, said] of unknownVariableWarnings(env))
    if (!areNamed([name])) yield warning('config', said, listsAll);
  const due = Object.entries({
    ...checks,
    ...(withSearch && faults.length === 0 && { search: { check: checkSearch, uses: [] } }),
  });
  for (const [name, { check, uses }] of due) {
    if (areNamed(uses)) continue;
    signal.throwIfAborted();
    const result = await check(config, signal).catch((error: unknown) => failed(name, redactedErrorMessage(error)));
    if (result !== undefined) yield result;
  }
}

const listsAll = '"svc serve --help" lists all variables';

/** Every fault; the advice comes once, with the last. */
function configCheckResults(faults: readonly string[]): DoctorCheckResult[] {
  if (faults.length === 0) return [ok('config', 'all variables are valid')];
  return faults.map((fault, index) => failed('config', fault, index === faults.length - 1 ? listsAll : undefined));
}

/** Keys expire and quotas renew by this clock, and engines and TLS refuse clients whose clock is far off. */
function checkClock(now: Date): DoctorCheckResult {
  const message = `${now.toISOString().slice(0, 19)}Z`;
  const built = 2026;
  if (now.getUTCFullYear() >= built) return ok('clock', message);
  return failed('clock', `${message} is before this program was released`, 'set the clock, preferably with NTP');
}

/** Requests that claim an old browser stand out. */
function checkProfiles(now: Date): DoctorCheckResult {
  const outdated = outdatedVersions(now.getTime());
  const named = outdated.map(({ browser, version, ageDays }) => `${browser} ${version} is ${ageDays} days old`);
  if (named.length === 0) return ok('profiles', 'the browser versions in requests are recent');
  const message = `the browser versions in requests are older than eight weeks: ${named.join(', ')}`;
  return warning('profiles', message, 'update svc');
}

async function checkAdapter({ adapter, gateway, proxies, proxiesFile }: Config): Promise<DoctorCheckResult> {
  if (adapter.includes('simulated')) {
    return warning(
      'adapter',
      'simulated: results are generated, without requests to the engines',
      'SVC_ADAPTER=http fetches from the engines',
    );
  }
  if (adapter.join() === 'replay') {
    return warning(
      'adapter',
      'replay: only queries of captured pages are answered',
      'SVC_ADAPTER=http fetches from the engines',
    );
  }
  const isDirect = hasEngineAdapter(adapter) && gateway === '' && proxies.length === 0 && proxiesFile === '';
  return ok('adapter', `${adapter.join(', then ')}${isDirect ? ', from the address of this machine' : ''}`);
}

async function checkPlaces(config: Config): Promise<DoctorCheckResult> {
  const places = await openPlaces(config);
  const isKnown = 'place' in places.resolve('Lisbon, Portugal');
  const source = config.placesFile || 'the included list';
  if (isKnown) return ok('places', `${source} can be searched`);
  return failed(
    'places',
    `${source} does not know Lisbon`,
    'use the list that alpha publishes, converted by "svc locations import"',
  );
}

const query = 'weather in lisbon';

/** What to do about an error of the search, by its code. */
const adviceFor: Readonly<Record<string, string>> = {
  no_proxy_available: 'correct the addresses, users and passwords in SVC_PROXIES or SVC_PROXIES_FILE',
  upstream_js_required: 'use a browser: SVC_ADAPTER=chain:http,browser',
  upstream_bad_response: 'check that this machine, or the proxies of SVC_PROXIES, can reach the engine',
};

const usualAdvice = 'try another adapter (SVC_ADAPTER) or other proxies (SVC_PROXIES); a block may also end by itself';

/** Makes one search, as the service would. */
async function checkSearch(config: Config, signal: AbortSignal): Promise<DoctorCheckResult> {
  const client = await createLocalClient({ ...config, attempts: 1 }, () => {});
  const began = performance.now();
  try {
    const { status, body } = await client.search({ endpoint: betaSearch, body: { query }, include: [] }, signal);
    const time = `${Math.round(performance.now() - began)} ms`;
    const { organic_results: rows } = body;
    if (status === 200)
      return ok('search', `${betaSearch.name} returned ${Array.isArray(rows) ? rows.length : 0} rows in ${time}`);
    const isReplayed = config.adapter.join() === 'replay';
    if (isReplayed) return ok('search', 'skipped: captured pages only answer their own queries');
    const advice = adviceFor[String(body.code)] ?? usualAdvice;
    return failed('search', `${betaSearch.name}: ${body.detail} (${body.code})`, advice);
  } finally {
    await client.close();
  }
}
