import type { Engine, Fetcher, Places } from '@svc/fetchers';
import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import type { ConcurrencySlots } from '../limits/slots.js';
import type { Metrics } from '../observe/metrics.js';
import type { Endpoint, SearchPlan } from '../operations/endpoint.js';
import type { IncludedExtras, ParsedInclude } from '../operations/extras.js';
import { createOrThrowFaults, type ParameterChecks } from '../operations/request/read-body.js';
import type { GetPage } from '../pages/collect.js';
import type { ParsePage } from '../pages/reading/page-reader.js';
import type { SearchLeaseStore } from './across-processes.js';
import { createDistributedSingleFlight, type DistributedSingleFlight } from './across-processes.js';
import type { AnswerCache } from './answer.js';
import { type SearchAnswer, type SerializedAnswer, serializedAnswerOf } from './answer.js';
import { createSingleFlight } from './single-flight.js';

/** What searches need. */
interface SearchParts {
  fetcher: Fetcher;
  metrics: Metrics;
  places: Places;
  checks: ParameterChecks;
  readPage: ParsePage;
  /** Searches in progress, by key. */
  slots: ConcurrencySlots;
  /** Searches in progress in all processes. @default there is only this process */
  leases?: SearchLeaseStore | undefined;
  /** Cache of answers. @default none */
  cache?: AnswerCache | undefined;
  /** Maximum number of milliseconds for a search: waiting for a slot, all pages, and the answer. */
  timeout: number;
  /** Maximum number of milliseconds to wait for a slot of the key. */
  queueTimeout: number;
  /** Maximum number of milliseconds that a search may have waited for the event loop before it started. @default 0 */
  maxEventLoopDelay?: () => number;
}

/** The key that searches. */
export interface SearchCaller {
  /** Id of the key. */
  id: string;
  /** Id of the request, for logs. @default none */
  requestId?: string;
  /** Maximum number of searches of the key in progress. */
  concurrency: number;
  /** Charges for the pages of a search before it starts. Rejects if a limit is exceeded; resolves to the refund. */
  pay(pages: number): Promise<() => Promise<void>>;
}

/** The search of one caller. */
interface SearchCall {
  endpoint: Endpoint;
  body: unknown;
  extras: ParsedInclude;
  /** Whether the cache is bypassed. */
  fresh: boolean;
  searcher: SearchCaller;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Answers one caller: checks the body, then uses a cached answer, joins the same search in progress, or searches. Cached answers
 * and failed searches cost nothing.
 */
export type Search = (call: SearchCall) => Promise<SearchAnswer>;

/** Creates the function behind every search endpoint. */
export function createSearch(parts: SearchParts): Search {
  const { cache, places, checks } = parts;
  const run = createSharedRunner(parts);

  return async ({ endpoint, body, extras: { include, faults }, fresh, searcher, signal }) => {
    const plan = createOrThrowFaults(() => endpoint.plan(body, checks), faults);
    const location = plan.resolveLocation(places);
    const key = JSON.stringify([plan.key, include]);
    const kept = fresh ? undefined : await cache?.get(key);
    if (kept !== undefined) return { answer: kept, plan, location, cache: 'HIT' };
    const answer = await run({ key, endpoint, plan, include, searcher, signal });
    return { answer, plan, location, ...(cache && { cache: fresh ? 'BYPASS' : 'MISS' }) };
  };
}

/** A valid search. */
interface PlannedSearch {
  /** The same for searches that have the same answer. */
  key: string;
  endpoint: Endpoint;
  plan: SearchPlan;
  include: IncludedExtras;
  searcher: SearchCaller;
  signal: AbortSignal;
}

/** Runs searches in slots of their keys; identical searches in progress are joined (single flight). Caches complete answers. */
function createSharedRunner(parts: SearchParts): (planned: PlannedSearch) => Promise<SerializedAnswer> {
  const { slots, cache, leases, timeout, queueTimeout, maxEventLoopDelay = () => 0 } = parts;
  const { acquireAhead, once } = leases === undefined ? alone : createDistributedSingleFlight(leases);
  const singleFlight = createSingleFlight<SerializedAnswer>();
  const runNew = createRunner(parts);

  return async (planned) => {
    const { key, signal, endpoint, searcher } = planned;
    const remaining = searchTimeBudget(timeout, maxEventLoopDelay());
    // Monotonic, so that a change of the system time does not affect searches that wait.
    const deadline = performance.now() + remaining;
    // These steps do not wait for each other, so that with shared state they take one round trip.
    const releaseLead = acquireAhead(key);
    parts.fetcher.prefetchHealth(engineOf(endpoint), searcher.id);
    const { refund, release } = await admit(planned, {
      slots,
      timeout: Math.min(queueTimeout, remaining),
    }).catch((error: unknown) => {
      releaseLead();
      throw error;
    });
    try {
      return await singleFlight(key, signal, (shared) =>
        once({ key, signal: shared, deadline }, async () => {
          const found = await runNew({ ...planned, signal: shared }, deadline);
          const answer = serializedAnswerOf(found);
          if (found.isWhole) await cache?.set(key, answer);
          return answer;
        }),
      );
    } catch (error) {
      // A caller that disconnected pays for what was fetched; one whose key was revoked gets an `ApiError` instead.
      if (!signal.aborted || signal.reason instanceof ApiError) await refund();
      throw error;
    } finally {
      release();
      releaseLead();
    }
  };
}

/** For a service with a single process. */
const alone: DistributedSingleFlight = { acquireAhead: () => () => undefined, once: (_search, work) => work() };

function engineOf({ name }: Endpoint): Engine {
  return name.split('.', 1)[0] as Engine;
}

/** Charges for a search and enters a slot of its key concurrently. If one is refused, the other is undone. */
async function admit(
  { plan, searcher, signal }: PlannedSearch,
  { slots, timeout }: { slots: ConcurrencySlots; timeout: number },
): Promise<{ refund(): Promise<void>; release(): void }> {
  const { id, concurrency: limit } = searcher;
  const refused = new AbortController();
  const paying = searcher.pay(plan.pages);
  const entering = slots.enter({ id, limit, timeout, signal: AbortSignal.any([signal, refused.signal]) });
  const [paid, entered] = await Promise.allSettled([
    paying.catch((error: unknown) => {
      refused.abort(error);
      throw error;
    }),
    entering,
  ]);
  if (paid.status === 'fulfilled' && entered.status === 'fulfilled') {
    return { refund: paid.value, release: entered.value };
  }
  if (entered.status === 'fulfilled') entered.value();
  if (paid.status === 'fulfilled') await paid.value(); // nothing has been fetched yet, even if the caller has disconnected
  throw paid.status === 'rejected' ? paid.reason : (entered as PromiseRejectedResult).reason;
}

/** @param deadline by `performance.now()` */
type Runner = (planned: PlannedSearch, deadline: number) => ReturnType<SearchPlan['run']>;

/** Runs searches, each as one client of the engine, and records their outcomes. */
function createRunner({ fetcher, metrics, places, readPage }: SearchParts): Runner {
  let active = 0;

  function setActive(searches: number): void {
    active = searches;
    metrics.setSearchesInProgress(searches);
  }

  return async ({ endpoint, plan, include, searcher, signal }, deadline) => {
    setActive(active + 1);
    const search = fetcher.search({
      signal,
      deadline: Date.now() + deadline - performance.now(),
      caller: searcher.id,
      ...(searcher.requestId !== undefined && { tag: searcher.requestId }),
      ...(plan.device && { device: plan.device }),
    });
    const getPage: GetPage = (request, judge) => search.fetch(request, judge);
    const readAsCaller: ParsePage = (page, left) => readPage(page, left, searcher.id);
    try {
      const found = await plan.run({ getPage, readPage: readAsCaller, include, places });
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

/**
 * Milliseconds left of the timeout of a search when it starts, so that its caller is answered in time.
 *
 * Subtracts the wait for the event loop, at most a second or a quarter of the timeout (it is an upper bound of the wait of this
 * search), and 50 ms or a twentieth for sending the answer when many searches end at once.
 *
 * @param timeout milliseconds within which the caller must be answered
 * @param maxEventLoopDelay milliseconds for which it may have waited for the event loop
 */
export function searchTimeBudget(timeout: number, maxEventLoopDelay: number): number {
  return timeout - Math.min(maxEventLoopDelay, 1_000, timeout * 0.25) - Math.min(50, timeout * 0.05);
}
