import { editDistance } from '../operations/request/nearest.js';
import { type BatchesConfig, batchSettings, type WebhooksConfig, webhookSettings } from './batches.js';
import { type AgentsConfig, agentSettings, type CompatConfig, compatSettings } from './compat.js';
import { type ExtractConfig, extractSettings } from './extract.js';
import {
  type BrowserConfig,
  browserSettings,
  type FetchingConfig,
  fetchingSettings,
  type UnblockerConfig,
  unblockerSettings,
} from './fetching.js';
import type { Settings } from './kinds.js';
import {
  type KeysConfig,
  keySettings,
  type LimitsConfig,
  limitSettings,
  type OverloadConfig,
  overloadSettings,
} from './limits.js';
import { type ListeningConfig, listeningSettings } from './listening.js';
import { type LoggingConfig, loggingSettings, type ObservingConfig, observingSettings } from './logging.js';
import {
  type RedisConfig,
  redisSettings,
  type StoppingConfig,
  stoppingSettings,
  type WorkerProcessesConfig,
  workerProcessSettings,
} from './processes.js';
import {
  type CacheConfig,
  cacheSettings,
  type PageParsingConfig,
  pageParsingSettings,
  type SearchesConfig,
  searchSettings,
} from './searches.js';

/** The checked values of all settings. Times have the unit that their variable names. */
export interface Config
  extends ListeningConfig,
    FetchingConfig,
    BrowserConfig,
    UnblockerConfig,
    KeysConfig,
    LimitsConfig,
    SearchesConfig,
    BatchesConfig,
    WebhooksConfig,
    PageParsingConfig,
    OverloadConfig,
    CacheConfig,
    WorkerProcessesConfig,
    RedisConfig,
    StoppingConfig,
    ObservingConfig,
    AgentsConfig,
    CompatConfig,
    ExtractConfig,
    LoggingConfig {}

/** The settings by subject, as help and documentation list them. */
export const settingsBySubject: Readonly<Record<string, Partial<Settings<Config>>>> = {
  Listening: listeningSettings,
  Fetching: fetchingSettings,
  Browser: browserSettings,
  'Unblocking service': unblockerSettings,
  Keys: keySettings,
  Limits: limitSettings,
  Searches: searchSettings,
  Batches: batchSettings,
  Webhooks: webhookSettings,
  'Reading pages': pageParsingSettings,
  Overload: overloadSettings,
  Cache: cacheSettings,
  Processes: workerProcessSettings,
  Redis: redisSettings,
  Stopping: stoppingSettings,
  Observing: observingSettings,
  Agents: agentSettings,
  'Other APIs': compatSettings,
  'Text of pages found': extractSettings,
  Log: loggingSettings,
};

/** The one table of settings: read, checked and documented from here. */
export const settings: Settings<Config> = Object.assign({}, ...Object.values(settingsBySubject));

/** Variables that are not settings, but used by commands, documentation or tests. */
const otherNames: ReadonlySet<string> = new Set([
  'SVC_DEBUG',
  'SVC_KEY',
  'SVC_URL',
  'SVC_CORPUS',
  'SVC_HTML5LIB',
  'SVC_PYTHON_PACKAGES',
  'SVC_TEST_CHROMIUM',
]);

/** Unknown variables with our prefix, each with a message that names the setting it resembles, if any. */
export function unknownVariableWarnings(env: NodeJS.ProcessEnv): Map<string, string> {
  const unknown = unknownIn(env).filter((name) => !otherNames.has(name));
  return new Map(
    unknown.map((name) => {
      const { known, distance } = nearestTo(name);
      const meant = distance <= (name.length - prefix.length) / 2 ? `; the most similar name is ${known}` : '';
      return [name, `${name} is unknown and has no effect${meant}`];
    }),
  );
}

/** Messages for variables that look like a setting: a typo must not silently leave the default in place. */
export function misspeltVariableFaults(env: NodeJS.ProcessEnv): string[] {
  return unknownIn(env).flatMap((name) => {
    const { known, distance } = nearestTo(name);
    return distance <= 2 && !otherNames.has(name) ? [`${name} is unknown; did you mean ${known}?`] : [];
  });
}

const prefix = 'SVC_';

function unknownIn(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(Object.values(settings).map(({ name }) => name));
  return Object.keys(env).filter((name) => name.startsWith(prefix) && !known.has(name));
}

function nearestTo(name: string): { known: string; distance: number } {
  const near = Object.values(settings).map(({ name: known }) => ({ known, distance: editDistance(known, name) }));
  return near.reduce((best, one) => (one.distance < best.distance ? one : best));
}
