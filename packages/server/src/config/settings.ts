import { type AgentsConfig, agents } from './agents.js';
import { type BatchesConfig, batches } from './batches.js';
import { type BrowserConfig, browser } from './browser.js';
import { type CacheConfig, cache } from './cache.js';
import { type CompatConfig, compatSettings } from './compat.js';
import { type ExtractConfig, extract } from './extract.js';
import { type FetchingConfig, fetching } from './fetching.js';
import { type KeysConfig, keys } from './keys.js';
import type { Settings } from './kinds.js';
import { type LimitsConfig, limits } from './limits.js';
import { type ListeningConfig, listening } from './listening.js';
import { type LoggingConfig, logging } from './logging.js';
import { type ObservingConfig, observing } from './observing.js';
import { type OverloadConfig, overload } from './overload.js';
import { type ReadingConfig, reading } from './reading.js';
import { type RedisConfig, redis } from './redis.js';
import { type SearchesConfig, searches } from './searches.js';
import { type StoppingConfig, stopping } from './stopping.js';
import { type UnblockerConfig, unblocker } from './unblocker.js';
import { type WebhooksConfig, webhooks } from './webhooks.js';
import { type WorkersConfig, workers } from './workers.js';

/** Everything that can be set, checked. Times are as the variables name them. */
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
    WorkersConfig,
    RedisConfig,
    StoppingConfig,
    ObservingConfig,
    AgentsConfig,
    CompatConfig,
    ExtractConfig,
    LoggingConfig {}

/** The one table of settings: read, checked and documented from here. Each subject has a file of its own. */
export const settings: Settings<Config> = {
  ...listening,
  ...fetching,
  ...browser,
  ...unblocker,
  ...keys,
  ...limits,
  ...searches,
  ...batches,
  ...webhooks,
  ...reading,
  ...overload,
  ...cache,
  ...workers,
  ...redis,
  ...stopping,
  ...observing,
  ...agents,
  ...compatSettings,
  ...extract,
  ...logging,
};
