import type { Fetcher, Places } from '@svc/fetchers';
import { toApiError } from '../errors/failures.js';
import type { Slots } from '../limits/slots.js';
import type { Metrics } from '../observe/metrics.js';
import type { Endpoint, Plan } from '../operations/endpoint.js';
import type { Include, ReadInclude } from '../operations/include.js';
import type { Understood } from '../operations/locate.js';
import { valueOrFaults } from '../operations/request/all-faults.js';
import { checkLocation } from '../operations/request/locations.js';
import type { GetPage } from '../pages/collect.js';
import type { ReadPage } from '../pages/reading/page-reader.js';
import type { Answer, AnswerCache } from './answer-cache.js';
import { answerOf } from './answers.js';
import { createFlying, flyAlone } from './flying.js';
import { createSharing } from './sharing.js';
import type { FlightStore } from './single-flight.js';
import { timeFor } from './time.js';

/** What searches are made with. */
export interface SearchParts {
  fetcher: Fetcher;
  metrics: Metrics;
  places: Places;
  readPage: ReadPage;
  /** Searches in progress, by key. */
  slots: Slots;
  /** Searches that other processes have in progress. @default there are none */
  flights?: FlightStore | undefined;
  /** Cache of answers. @default none */
  cache?: AnswerCache | undefined;
  /** Milliseconds that a caller may wait: for all pages, for a turn, and for the answer. */
  timeout: number;
  /** Milliseconds of these that it may wait for a slot of its key. */
  queueTimeout: number;
  /** Milliseconds for which a search that begins may have waited, unseen, for the event loop. @default 0 */
  waited?: () => number;
}

/** Who searches. */
export interface Searcher {
  /** Id of the key. */
  id: string;
  /** How many searches of the key may be in progress at once. */
  concurrency: number;
  /** Pays for a search of so many pages before it begins, and throws where a limit is met. It resolves to the refund. */
  pay(pages: number): Promise<() => Promise<void>>;
}

/** What one caller asks for. */
interface SearchCall {
  endpoint: Endpoint;
  body: unknown;
  extras: ReadInclude;
  /** Whether the cache is bypassed. */
  fresh: boolean;
  searcher: Searcher;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}

/** What one caller gets. */
export interface SearchAnswer {
  answer: Answer;
  plan: Plan;
  /** The place that its location names. */
  understood: Understood | undefined;
  /** How the cache was used; left out where there is none. */
  cache?: 'HIT' | 'MISS' | 'BYPASS';
}

/**
 * Answers one caller: checks the body, then takes a cached answer, joins the same search in progress, or searches. A
 * cached answer costs nothing, and neither does a search that fails.
 */
export type Search = (call: SearchCall) => Promise<SearchAnswer>;

/** Makes the function behind every search endpoint. */
export function createSearch(parts: SearchParts): Search {
  const { cache, places } = parts;
  const checks = { location: checkLocation(places) };
  const run = createSharedRunner(parts);

  return async ({ endpoint, body, extras: { include, faults }, fresh, searcher, signal }) => {
    const plan = valueOrFaults(() => endpoint.plan(body, checks), faults);
    const understood = plan.understood(places);
    const key = JSON.stringify([plan.key, include]);
    const kept = fresh ? undefined : await cache?.get(key);
    if (kept !== undefined) return { answer: kept, plan, understood, cache: 'HIT' };
    const refund = await searcher.pay(plan.pages);
    try {
      const answer = await run({ key, endpoint, plan, include, searcher, signal });
      return { answer, plan, understood, ...(cache && { cache: fresh ? 'BYPASS' : 'MISS' }) };
    } catch (error) {
      if (!signal.aborted) await refund(); // who leaves has used what was fetched until then
      throw error;
    }
  };
}

/** A search that was found right. */
interface Job {
  /** The same for searches that have the same answer. */
  key: string;
  endpoint: Endpoint;
  plan: Plan;
  include: Include;
  searcher: Searcher;
  signal: AbortSignal;
}

/** Runs searches, each in a slot of its key; identical ones in progress are one. What is whole is cached. */
function createSharedRunner(parts: SearchParts): (job: Job) => Promise<Answer> {
  const { slots, cache, flights, timeout, queueTimeout, waited = () => 0 } = parts;
  const fly = flights === undefined ? flyAlone : createFlying(flights);
  const share = createSharing<Answer>();
  const runNew = createRunner(parts);

  return async (job) => {
    const { key, signal, searcher } = job;
    const { id, concurrency: limit } = searcher;
    const remaining = timeFor(timeout, waited());
    const deadline = Date.now() + remaining;
    const leave = await slots.enter({ id, limit, patience: Math.min(queueTimeout, remaining), signal });
    try {
      return await share(key, signal, (shared) =>
        fly({ key, signal: shared, deadline }, async () => {
          const found = await runNew({ ...job, signal: shared }, deadline);
          const answer = answerOf(found);
          if (found.isWhole) await cache?.set(key, answer);
          return answer;
        }),
      );
    } finally {
      leave();
    }
  };
}

type Runner = (job: Job, deadline: number) => ReturnType<Plan['run']>;

/** Runs searches, each as one client of the engine, and counts how they end. */
function createRunner({ fetcher, metrics, places, readPage }: SearchParts): Runner {
  let active = 0;

  function setActive(searches: number): void {
    active = searches;
    metrics.underWay(searches);
  }

  return async ({ endpoint, plan, include, searcher, signal }, deadline) => {
    setActive(active + 1);
    const search = fetcher.search({
      signal,
      deadline,
      caller: searcher.id,
      ...(plan.device && { device: plan.device }),
    });
    const getPage: GetPage = (request, judge) => search.fetch(request, judge);
    const readInTurn: ReadPage = (page, left) => readPage(page, left, searcher.id);
    try {
      const found = await plan.run({ getPage, readPage: readInTurn, include, places });
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
