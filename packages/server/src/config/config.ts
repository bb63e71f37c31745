import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { missingExtractPackageFaults } from './extract.js';
import { hasEngineAdapter, isModulePath } from './fetching.js';
import { type Config, misspeltVariableFaults, settings } from './settings.js';
import { withoutCredentials } from './without-credentials.js';

/** The environment is not a valid configuration; the message lists every fault and contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const list = faults.map((fault) => `  - ${fault}`).join('\n');
    super(
      faults.length === 1
        ? `The configuration has a fault: ${faults[0]}`
        : `The configuration has ${faults.length} faults:\n${list}`,
    );
    this.faults = faults;
  }
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the configuration. A variable set to `''` counts as not set.
 *
 * @throws {ConfigError} with every fault
 * @throws {TypeError} for an environment that is no object
 */
export function readConfig(env: Environment): Config {
  if (Object(env) !== env) throw new TypeError('readConfig takes environment variables, such as process.env');
  const { config, faults } = readConfigAndFaults(env);
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Throws a `TypeError` for a configuration that lacks a setting, as one written by hand may. */
export function assertWholeConfig(config: Config): void {
  const missing = Object.keys(settings).find((name) => !(name in Object(config)));
  if (missing !== undefined) throw new TypeError(`The configuration has no ${missing}; readConfig() makes a whole one`);
}

/** A configuration that may have faults. */
interface ReadSettings {
  /** An invalid setting has its default. */
  config: Config;
  /** Every fault: invalid values, misspelt names, settings that contradict each other. */
  faults: readonly string[];
}

/** Reads the configuration and lists all its faults at once. */
export function readConfigAndFaults(env: Environment): ReadSettings {
  const config: Partial<Record<keyof Config, unknown>> = {};
  const faults = new Map<string, string>();
  for (const key of Object.keys(settings) as (keyof Config)[]) {
    const { name, fallback, must, secret = false, read } = settings[key];
    const text = env[name] || fallback;
    const value = read(text);
    config[key] = value === undefined ? read(fallback) : value;
    if (value === undefined) faults.set(name, `${name} must be ${must}${secret ? '' : `, not ${quoted(text)}`}`);
  }
  const complete = config as Config; // every default is valid
  // A contradiction of the default that replaces an invalid value is not reported.
  const contradicted = contradictions(complete).filter(
    (fault) => ![...faults.keys()].some((name) => names(fault, name)),
  );
  return { config: complete, faults: [...faults.values(), ...misspeltVariableFaults(env), ...contradicted] };
}

function names(fault: string, variable: string): boolean {
  return fault.split(/[^A-Z_]+/).includes(variable);
}

/** The configuration as it may be logged, by variable. */
export function toLoggableConfig(config: Config): Record<string, unknown> {
  const shown = (Object.keys(settings) as (keyof Config)[]).map((key) => {
    const { name, secret = false } = settings[key];
    return [name, secret ? hidden(config[key]) : masked(config[key])];
  });
  return Object.fromEntries(shown);
}

function quoted(value: string): string {
  return `"${withoutCredentials(value)}"`;
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'string' ? withoutCredentials(value) : value;
}

function hidden(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} (not shown)`;
  return value === '' ? '' : '(not shown)';
}

function contradictions(config: Config): string[] {
  const { apiKeys, disabledApiKeys, keysFile, usageFile, keepFolder, placesFile, proxies, proxiesFile } = config;
  const { cache, redisUrl, redisMode, workers } = config;
  const ids = [...apiKeys, ...disabledApiKeys].map(({ id }) => id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) < index);
  const isPlacesFile = placesFile === '' || kindAt(placesFile) === 'file';
  const mayKeep = keepFolder === '' || ['folder', 'nothing'].includes(kindAt(keepFolder));
  return [
    ...(apiKeys.length === 0 && keysFile === '' && redisUrl === '' ? ['SVC_API_KEYS must name at least one key'] : []),
    ...(cache === 'redis' && redisUrl === '' ? ['SVC_CACHE=redis needs SVC_REDIS_URL'] : []),
    ...(workers > 1 && redisUrl === ''
      ? ['SVC_WORKERS above 1 needs SVC_REDIS_URL, where processes share limits, keys and jobs']
      : []),
    ...(redisMode === 'single' && redisUrl.includes(',')
      ? ['SVC_REDIS_URL with several addresses needs SVC_REDIS_MODE=cluster or SVC_REDIS_MODE=sentinel']
      : []),
    ...(usageFile !== '' && redisUrl !== '' ? ['SVC_USAGE_FILE and SVC_REDIS_URL exclude each other'] : []),
    ...fileFaults({ SVC_KEYS_FILE: keysFile, SVC_USAGE_FILE: usageFile }),
    ...repeated.map((id) => `the key id "${id}" is given more than once in SVC_API_KEYS and SVC_DISABLED_API_KEYS`),
    ...(isPlacesFile ? [] : [`SVC_PLACES_FILE must be a file; ${quoted(placesFile)} is not one`]),
    ...(mayKeep ? [] : [`SVC_KEEP_FOLDER must be a folder; ${quoted(keepFolder)} is not one`]),
    ...(proxiesFile !== '' && proxies.length > 0 ? ['SVC_PROXIES and SVC_PROXIES_FILE exclude each other'] : []),
    ...(config.webhookHosts.length > 0 && config.webhookSecret === ''
      ? [
          'SVC_WEBHOOK_HOSTS needs SVC_WEBHOOK_SECRET, which webhooks are signed with: echo "whsec_$(openssl rand -base64 32)" makes one',
        ]
      : []),
    ...wayFaults(config),
    ...missingExtractPackageFaults(config),
  ];
}

/** Faults of files that are created if they do not exist. */
function fileFaults(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files)
    .filter(([, path]) => path !== '')
    .flatMap(([name, path]) => {
      const kind = kindAt(path);
      if (kind === 'file') return [];
      if (kind !== 'nothing') return [`${name} must be a file; ${quoted(path)} is not one`];
      return kindAt(dirname(path)) === 'folder'
        ? []
        : [`${name} must be in an existing folder; ${quoted(path)} is not`];
    });
}

/** What the adapters need. */
function wayFaults(config: Config): string[] {
  const { adapter, replayFolder, gateway, recordFolder, browserPath, browserCdpUrl, unblockerFile } = config;
  const missing = adapter.filter((way) => isModulePath(way) && kindAt(way) !== 'file');
  const isReplayFolder = !adapter.includes('replay') || kindAt(replayFolder) === 'folder';
  const mayRecord = recordFolder === '' || ['folder', 'nothing'].includes(kindAt(recordFolder));
  const browsers = [browserPath, browserCdpUrl].filter((place) => place !== '').length;
  const isBrowserPath = browserPath === '' || kindAt(browserPath) === 'file';
  return [
    ...missing.map((way) => `SVC_ADAPTER must name a module that is a file; ${quoted(way)} is not one`),
    ...(gateway !== '' && !hasEngineAdapter(adapter)
      ? ['SVC_GATEWAY needs http, impit or browser in SVC_ADAPTER']
      : []),
    ...(isReplayFolder
      ? []
      : [
          `SVC_REPLAY_FOLDER must be a folder for SVC_ADAPTER=replay; ${quoted(replayFolder)} is not one (SVC_ADAPTER=http fetches from the engines)`,
        ]),
    ...(mayRecord ? [] : [`SVC_RECORD_FOLDER must be a folder; ${quoted(recordFolder)} is not one`]),
    ...(adapter.includes('browser') && browsers !== 1
      ? ['SVC_ADAPTER=browser needs either SVC_BROWSER_PATH or SVC_BROWSER_CDP_URL']
      : []),
    ...(adapter.includes('unblocker') && unblockerFile === ''
      ? ['SVC_ADAPTER=unblocker needs SVC_UNBLOCKER_FILE']
      : []),
    ...(adapter.includes('unblocker') && unblockerFile !== '' && kindAt(unblockerFile) !== 'file'
      ? [`SVC_UNBLOCKER_FILE must be a file; ${quoted(unblockerFile)} is not one`]
      : []),
    ...(isBrowserPath ? [] : [`SVC_BROWSER_PATH must be a file; ${quoted(browserPath)} is not one`]),
  ];
}

/** What is at a path; `nothing` where it could be created. */
function kindAt(path: string): 'folder' | 'file' | 'nothing' | 'out of reach' {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'nothing';
    return found.isDirectory() ? 'folder' : 'file';
  } catch {
    return 'out of reach'; // below a file, or not readable: the caller reports it as a fault
  }
}
