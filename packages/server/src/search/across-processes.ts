import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import type { ErrorCode } from '../errors/kinds.js';
import type { SerializedAnswer } from './answer.js';

/** A search that other processes may have in progress. */
interface SharedSearch {
  /** The same for searches that have the same answer. */
  readonly key: string;
  /** Aborted when the last caller of this process has left. */
  readonly signal: AbortSignal;
  /** When an answer of another process is no longer of use, by `performance.now()`. */
  readonly deadline: number;
}

/** Runs a search, or waits for the answer or error of another process that has the same one in progress. */
type SearchOnce = (search: SharedSearch, work: () => Promise<SerializedAnswer>) => Promise<SerializedAnswer>;

/** Milliseconds that a lease lasts, which is how long others wait for a process that died, and until it is renewed. */
const [leaseTime, renewal] = [6_000, 2_000];

/** Milliseconds for which an outcome can be read, enough for several polls of a waiting process. */
const outcomeTime = 5_000;

/** Milliseconds until the first poll, doubled with each poll up to a maximum. */
const [firstPoll, slowestPoll] = [20, 160];

/** Searches in progress in all processes. */
export interface DistributedSingleFlight {
  /**
   * Starts acquiring the lease of a search, which `once` then uses.
   *
   * @returns a function to call when the search has ended, or does not start
   */
  acquireAhead(key: string): () => void;
  once: SearchOnce;
}

/** A lease that is being acquired ahead of its search. */
interface Ahead {
  readonly lease: SearchLease;
  readonly holder: Promise<string>;
  readonly askedAt: number;
  searches: number;
}

/** Creates a `DistributedSingleFlight` over the leases of all processes. */
export function createDistributedSingleFlight(leases: SearchLeaseStore): DistributedSingleFlight {
  const aheads = new Map<string, Ahead>();

  function askAhead(key: string): Ahead {
    const lease = { key, token: randomUUID() };
    const ahead = { lease, holder: leases.acquire(lease, leaseTime), askedAt: performance.now(), searches: 0 };
    ahead.holder.catch(() => undefined); // `once` tries again
    aheads.set(key, ahead);
    return ahead;
  }

  async function giveUp({ lease, holder }: Ahead): Promise<void> {
    if ((await holder.catch(() => '')) === lease.token) await leases.release(lease);
  }

  return {
    acquireAhead(key) {
      const ahead = aheads.get(key) ?? askAhead(key);
      ahead.searches += 1;
      return () => {
        ahead.searches -= 1;
        if (ahead.searches > 0 || aheads.get(key) !== ahead) return;
        aheads.delete(key); // no search has taken it
        void giveUp(ahead);
      };
    },
    async once(search, work) {
      const ahead = aheads.get(search.key);
      aheads.delete(search.key);
      const lease = ahead?.lease ?? { key: search.key, token: randomUUID() };
      let asked =
        ahead && performance.now() < ahead.askedAt + renewal ? ahead.holder.catch(() => undefined) : undefined;
      while (performance.now() < search.deadline) {
        search.signal.throwIfAborted();
        const token = (await asked) ?? (await leases.acquire(lease, leaseTime));
        asked = undefined;
        if (token === lease.token) return lead(leases, lease, { work, search });
        const outcome = await outcomeOf(leases, { key: search.key, token }, search);
        if (outcome !== undefined) return readOutcome(outcome);
      }
      return work(); // which fails with its own timeout
    },
  };
}

/** Searches, and publishes the outcome to those that wait for it. */
async function lead(
  leases: SearchLeaseStore,
  lease: SearchLease,
  { work, search }: { work: () => Promise<SerializedAnswer>; search: SharedSearch },
): Promise<SerializedAnswer> {
  const timer = setInterval(() => void leases.acquire(lease, leaseTime), renewal);
  const end = async (outcome: () => string | null) => {
    clearInterval(timer);
    if (await leases.release(lease)) await leases.publish(lease, outcome(), outcomeTime);
  };
  try {
    const answer = await work();
    void end(() => writeOutcome({ answer }));
    return answer;
  } catch (error) {
    // An aborted search has no outcome.
    void end(() => (search.signal.aborted ? null : writeOutcome({ error })));
    throw error;
  }
}

/** Waits for the outcome of a search in another process; undefined if there is none. */
async function outcomeOf(
  leases: SearchLeaseStore,
  other: SearchLease,
  { signal, deadline }: SharedSearch,
): Promise<string | undefined> {
  for (let wait = firstPoll; performance.now() < deadline; wait = Math.min(2 * wait, slowestPoll)) {
    const lease = await leases.read(other);
    if (lease.state === 'done') return lease.outcome;
    if (lease.state === 'lost') return undefined;
    await sleep(wait, undefined, { signal });
  }
  return undefined;
}

/** The outcome of a search as exchanged between processes in JSON. */
type Outcome = { readonly facts: SerializedAnswer['facts']; readonly body: string } | { readonly error: SentError };

/** Errors that concern the process rather than the search. */
const processErrors: ReadonlySet<ErrorCode> = new Set(['internal_error', 'shutting_down', 'overloaded']);

/** Serializes an outcome; null if it is useless to other processes. */
function writeOutcome(ended: { answer: SerializedAnswer } | { error: unknown }): string | null {
  if ('answer' in ended) {
    const { facts, bytes } = ended.answer;
    return JSON.stringify({ facts, body: Buffer.from(bytes).toString() } satisfies Outcome);
  }
  const error = toApiError(ended.error);
  return processErrors.has(error.code) ? null : JSON.stringify({ error: sentErrorOf(error) } satisfies Outcome);
}

/** Returns the answer of an outcome, or throws its error. */
function readOutcome(text: string): SerializedAnswer {
  const outcome = JSON.parse(text) as Outcome;
  if ('error' in outcome) throw readSentError(outcome.error);
  return { facts: outcome.facts, bytes: Buffer.from(outcome.body) };
}

/** An error as sent to another process, in plain JSON. Errors with request faults are never sent. */
interface SentError {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly reason: string;
}

/** The parts of an error that are sent. Its cause is only logged in its own process. */
function sentErrorOf({ code, message: detail, headers, retryable, reason }: ApiError): SentError {
  return { code, detail, headers, retryable, reason };
}

/** Restores an error. */
function readSentError({ code, detail, ...extras }: SentError): ApiError {
  return new ApiError(code, detail, extras);
}

/** State of a search that another process leads. */
type LeaseState =
  | { readonly state: 'in_progress' }
  | { readonly state: 'done'; readonly outcome: string }
  /** It ended without an outcome for others, or its process died. */
  | { readonly state: 'lost' };

/** A search, and one attempt to lead it. */
export interface SearchLease {
  /** The same for searches that have the same answer. */
  readonly key: string;
  /** Unique to one holder. */
  readonly token: string;
}

/**
 * Searches in progress in all processes, each run by the process that holds its lease. Leases expire, so that processes do not
 * wait for one that died.
 *
 * Every method is atomic: concurrent callers each see the effect of those before them.
 */
export interface SearchLeaseStore {
  /** Acquires or renews a lease for some milliseconds. Resolves to the token of its holder, which may be another process. */
  acquire(lease: SearchLease, milliseconds: number): Promise<string>;
  /** Reads the state of a search of another process. While it is in progress, the caller counts as waiting for it. */
  read(other: SearchLease): Promise<LeaseState>;
  /** Releases a lease that nobody waits for. If somebody waits, keeps it and resolves to true: then call `publish`. */
  release(lease: SearchLease): Promise<boolean>;
  /**
   * Releases a lease and publishes its outcome for some milliseconds. No effect if the lease has been lost.
   *
   * @param outcome null if there is none for others: one of them then searches itself
   */
  publish(lease: SearchLease, outcome: string | null, milliseconds: number): Promise<void>;
}
