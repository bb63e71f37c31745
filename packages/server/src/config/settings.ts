import { type BatchesConfig, batches, type WebhooksConfig, webhooks } from './batches.js';
import { type BrowserConfig, browser } from './browser.js';
import { type AgentsConfig, agents, type CompatConfig, compatSettings } from './compat.js';
import { type ExtractConfig, extract } from './extract.js';
import { type FetchingConfig, fetching, type UnblockerConfig, unblocker } from './fetching.js';
import { type KeysConfig, keys } from './keys.js';
import type { Settings } from './kinds.js';
import { type LimitsConfig, limits, type OverloadConfig, overload } from './limits.js';
import { type ListeningConfig, listening } from './listening.js';
import { type LoggingConfig, logging, type ObservingConfig, observing } from './logging.js';
import { type RedisConfig, redis } from './redis.js';
import { type CacheConfig, cache, type ReadingConfig, reading, type SearchesConfig, searches } from './searches.js';
import { type StoppingConfig, stopping, type WorkerProcessesConfig, workerProcesses } from './stopping.js';

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
    ReadingConfig,
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
  Listening: listening,
  Fetching: fetching,
  Browser: browser,
  'Unblocking service': unblocker,
  Keys: keys,
  Limits: limits,
  Searches: searches,
  Batches: batches,
  Webhooks: webhooks,
  'Reading pages': reading,
  Overload: overload,
  Cache: cache,
  Processes: workerProcesses,
  Redis: redis,
  Stopping: stopping,
  Observing: observing,
  Agents: agents,
  'Other APIs': compatSettings,
  'Text of pages found': extract,
  Log: logging,
};

/** The one table of settings: read, checked and documented from here. */
export const settings: Settings<Config> = Object.assign({}, ...Object.values(settingsBySubject));
