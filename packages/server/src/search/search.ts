import type { Fetcher, Places } from '@svc/fetchers';
import type { Cache } from '../cache/cache.js';
import type { Endpoint, Found, Plan } from '../endpoints/endpoint.js';
import type { Include, ReadInclude } from '../endpoints/include.js';
import type { Understood } from '../endpoints/locate.js';
import { toApiError } from '../errors/failures.js';
import type { Metrics } from '../observe/metrics.js';
import type { GetPage } from '../pages/collect.js';
import type { ReadPage } from '../reading/reading.js';
import { valueOrFaults } from '../requests/all-faults.js';
import { checkLocation } from '../requests/locations.js';
import { createSharing } from './sharing.js';

/** What searches are made with. */
export interface SearchParts {
  fetcher: Fetcher;
  metrics: Metrics;
  places: Places;
  readPage: ReadPage;
  /** Cache of answers. @default none */
  cache?: Cache<Found>;
  /** Milliseconds that a search may take, all pages together. */
  timeout: number;
}

/** What one caller asks for. */
interface SearchCall {
  endpoint: Endpoint;
  body: unknown;
  extras: ReadInclude;
  /** Whether the cache is bypassed. */
  fresh: boolean;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}

/** What one caller gets. */
export interface SearchAnswer {
  found: Found;
  plan: Plan;
  /** The place that its location names. */
  understood: Understood | undefined;
  /** How the cache was used; left out where there is none. */
  cache?: 'HIT' | 'MISS' | 'BYPASS';
}

/** Answers one caller: checks the body, then takes a cached answer, joins the same search in progress, or searches. */
export type Search = (call: SearchCall) => Promise<SearchAnswer>;

/** Makes the function behind every search endpoint. */
export function createSearch(parts: SearchParts): Search {
  const share = createSharing<Found>();
  const runNew = createRunner(parts);
  const { cache, places } = parts;
  const checks = { location: checkLocation(places) };

  return async ({ endpoint, body, extras: { include, faults }, fresh, signal }) => {
    const plan = valueOrFaults(() => endpoint.plan(body, checks), faults);
    const understood = plan.understood(places);
    const key = JSON.stringify([plan.key, include]);
    const kept = fresh ? undefined : cache?.get(key);
    if (kept !== undefined) return { found: kept, plan, understood, cache: 'HIT' };
    const found = await share(key, signal, (shared) => runNew(endpoint, plan, { include, signal: shared }));
    if (!cache) return { found, plan, understood };
    if (found.isWhole) cache.set(key, found);
    return { found, plan, understood, cache: fresh ? 'BYPASS' : 'MISS' };
  };
}

type Runner = (endpoint: Endpoint, plan: Plan, run: { include: Include; signal: AbortSignal }) => Promise<Found>;

/** Runs searches, each as one client of the engine, and counts how they end. */
function createRunner({ fetcher, metrics, places, readPage, timeout }: SearchParts): Runner {
  let active = 0;

  function setActive(searches: number): void {
    active = searches;
    metrics.underWay(searches);
  }

  return async (endpoint, plan, { include, signal }) => {
    setActive(active + 1);
    const search = fetcher.search({
      signal,
      deadline: Date.now() + timeout,
      ...(plan.device && { device: plan.device }),
    });
    const getPage: GetPage = (request, judge) => search.fetch(request, judge);
    try {
      const found = await plan.run({ getPage, readPage, include, places });
      metrics.searched(endpoint.name, found);
      return found;
    } catch (error) {
      metrics.searched(endpoint.name, signal.aborted ? 'caller_left' : toApiError(error).code);
      throw error;
    } finally {
      search.end();
      setActive(active - 1);
    }
  };
}
