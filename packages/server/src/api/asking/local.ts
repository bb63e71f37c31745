import { FetchError } from '@svc/fetchers';
import { ConfigError, type Environment, readConfig } from '../../config/config.js';
import { withDefaultAdapter } from '../../config/fetching.js';
import type { Config } from '../../config/settings.js';
import { problemOf } from '../../errors/api-error.js';
import { toApiError } from '../../errors/failures.js';
import { errorKinds } from '../../errors/kinds.js';
import { createPageExtractor } from '../../extract/extractor.js';
import { createExtractPages, type ExtractPagesParts } from '../../extract/found-pages.js';
import type { Caller } from '../../limits/policy.js';
import { createConcurrencySlots } from '../../limits/slots.js';
import { createMetrics } from '../../observe/metrics.js';
import { noTracing } from '../../observe/tracing.js';
import { createParameterChecks } from '../../operations/checks.js';
import type { Endpoint } from '../../operations/endpoint.js';
import type { ExtractRequest } from '../../operations/extract.js';
import { extraNamesFor, parseInclude } from '../../operations/extras.js';
import { loadSimulatorWords } from '../../pages/fetching/adapters.js';
import { openFetcher, openPlaces } from '../../pages/fetching/open.js';
import { createPageParser } from '../../pages/reading/page-reader.js';
import { toAnswerObject } from '../../search/answer.js';
import { createSearch, type SearchCaller } from '../../search/search.js';

/** The command line has no key to charge. */
const searcher: SearchCaller = { id: 'command-line', concurrency: 64, pay: async () => async () => {} };

/** Nor does reading pages cost anything. */
const unlimited: ExtractPagesParts['limiter'] = {
  chargePages: async () => ({ limitStatuses: [], refund: async () => [] }),
  refundPages: async () => {},
};

const reader: Caller = { id: searcher.id, limits: {} };

/**
 * Makes searches in this process, as a service with this configuration would. Throws a `ConfigError` for a file or package
 * that cannot be used.
 *
 * @param warn called with problems that do not fail a search
 */
export async function createLocalClient(config: Config, warn: (message: string) => void): Promise<SearchClient> {
  const metrics = createMetrics();
  const fetcher = await openFetcher(config, {
    metrics,
    tracing: noTracing,
    onFault: () => warn('A page could not be saved'),
    onFailedAttempt: () => {},
    onProxyFault: () => warn('The file of proxies could not be reloaded'),
  });
  const reading = createPageParser({ threads: 0 });
  const { searchTimeoutMs: timeout, queueTimeoutMs: queueTimeout } = config;
  const places = await openPlaces(config);
  const slots = createConcurrencySlots(searcher.concurrency);
  const checks = createParameterChecks(places, await loadSimulatorWords(config));
  const search = createSearch({
    ...{ fetcher, metrics, places, checks, readPage: reading.parse, slots, timeout, queueTimeout },
  });
  const extractor = createPageExtractor({ fetcher, hosts: config.extractHosts });
  const readPages = createExtractPages({
    ...{ extractor, limiter: unlimited, slots: createConcurrencySlots(Number.POSITIVE_INFINITY) },
    timeout: config.extractSeconds * 1000,
  });
  const isSimulated = config.adapter.includes('simulated');

  return {
    async search({ endpoint, body, include, extract }, signal) {
      try {
        const extras = parseInclude({ include: include.join(',') }, extraNamesFor(endpoint.name));
        const whole = toAnswerObject(await search({ endpoint, body, extras, fresh: false, searcher, signal }));
        const extracted = extract && (await readPages(whole.organic_results ?? [], { extract, key: reader, signal }));
        return { status: 200, body: { ...whole, ...(extracted && { extracted }) }, isSimulated };
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = toApiError(error);
        if (isMisconfigured(failure.cause)) throw new ConfigError([failure.cause.message]); // there is no log to look into
        if (failure.code === 'internal_error') throw error;
        const problem = problemOf(failure, { id: 'command-line', url: endpoint.path });
        return { status: errorKinds[failure.code].status, body: { ...problem }, isSimulated };
      }
    },
    async close() {
      await extractor.close();
      await fetcher.close();
      await reading.close();
    },
  };
}

function isMisconfigured(cause: unknown): cause is FetchError {
  return cause instanceof FetchError && cause.code === 'misconfigured';
}

/** The configuration of a command, which needs no keys. Throws a `ConfigError`. */
export function commandConfig(env: Environment = process.env): Config {
  return readConfig(withCommandDefaults(env));
}

/** The environment of a command, with defaults for the key and the adapter. */
export function withCommandDefaults(env: Environment): Environment {
  const hasKeys = env.SVC_API_KEYS || env.SVC_KEYS_FILE || env.SVC_REDIS_URL;
  const named = withDefaultAdapter(env);
  return hasKeys ? named : { ...named, SVC_API_KEYS: 'not-used-by-commands' };
}

/** One search of a command. */
export interface CommandSearch {
  endpoint: Endpoint;
  /** The parameters, as in the body of a request. */
  body: Readonly<Record<string, unknown>>;
  /** Names of extras, as in `?include=`. */
  include: readonly string[];
  /** Which found pages are read. @default none */
  extract?: ExtractRequest | undefined;
}

/** The answer to a search, which may be an error. */
export interface SearchResponse {
  status: number;
  body: Readonly<Record<string, unknown>>;
  /** Whether the answer was generated without asking an engine. */
  isSimulated: boolean;
}

/** Makes searches in this process or by asking a service. */
export interface SearchClient {
  /** Rejects only if there is no answer, or if the signal aborts. */
  search(asked: CommandSearch, signal: AbortSignal): Promise<SearchResponse>;
  close(): Promise<void>;
}
