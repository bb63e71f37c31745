import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import type { ErrorCode } from '../errors/kinds.js';
import type { Answer } from './answer.js';
import type { SearchLease, SearchLeaseStore } from './search-leases.js';

/** A search that other processes may have in progress. */
interface SharedSearch {
  /** The same for searches that have the same answer. */
  readonly key: string;
  /** Aborted when the last caller of this process has left. */
  readonly signal: AbortSignal;
  /** When an answer of another process is no longer of use, in milliseconds since 1970. */
  readonly deadline: number;
}

/** Runs a search, or waits for the answer or error of another process that has the same one in progress. */
type SearchOnce = (search: SharedSearch, work: () => Promise<Answer>) => Promise<Answer>;

/** Milliseconds that a lease lasts, and after which it is renewed: so long do others wait for a process that died. */
const [leaseTime, renewal] = [6_000, 2_000];

/** Milliseconds for which an outcome can be read: several polls of those that wait. */
const outcomeTime = 5_000;

/** Milliseconds between polls: doubled each time, from the first to the slowest. */
const [firstPoll, slowestPoll] = [20, 160];

/** Searches in progress in all processes. */
export interface AcrossProcesses {
  /**
   * Begins to ask for the lead of a search, for `once` to find it asked for.
   *
   * @returns to be called when the search has ended, or does not begin
   */
  ahead(key: string): () => void;
  once: SearchOnce;
}

/** A lease that was asked for ahead. */
interface Ahead {
  readonly lease: SearchLease;
  readonly holder: Promise<string>;
  readonly askedAt: number;
  searches: number;
}

/** Creates an `AcrossProcesses` over the leases of all processes. */
export function createAcrossProcesses(leases: SearchLeaseStore): AcrossProcesses {
  const aheads = new Map<string, Ahead>();

  function askAhead(key: string): Ahead {
    const lease = { key, token: randomUUID() };
    const ahead = { lease, holder: leases.acquire(lease, leaseTime), askedAt: performance.now(), searches: 0 };
    ahead.holder.catch(() => undefined); // `once` asks again
    aheads.set(key, ahead);
    return ahead;
  }

  async function giveUp({ lease, holder }: Ahead): Promise<void> {
    if ((await holder.catch(() => '')) === lease.token) await leases.release(lease);
  }

  return {
    ahead(key) {
      const ahead = aheads.get(key) ?? askAhead(key);
      ahead.searches += 1;
      return () => {
        ahead.searches -= 1;
        if (ahead.searches > 0 || aheads.get(key) !== ahead) return;
        aheads.delete(key); // nobody has taken it
        void giveUp(ahead);
      };
    },
    async once(search, work) {
      const ahead = aheads.get(search.key);
      aheads.delete(search.key);
      const lease = ahead?.lease ?? { key: search.key, token: randomUUID() };
      let asked =
        ahead && performance.now() < ahead.askedAt + renewal ? ahead.holder.catch(() => undefined) : undefined;
      while (Date.now() < search.deadline) {
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
  { work, search }: { work: () => Promise<Answer>; search: SharedSearch },
): Promise<Answer> {
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

/** Waits for the outcome of another's search; undefined where there is none. */
async function outcomeOf(
  leases: SearchLeaseStore,
  other: SearchLease,
  { signal, deadline }: SharedSearch,
): Promise<string | undefined> {
  for (let wait = firstPoll; Date.now() < deadline; wait = Math.min(2 * wait, slowestPoll)) {
    const lease = await leases.read(other);
    if (lease.state === 'done') return lease.outcome;
    if (lease.state === 'lost') return undefined;
    await sleep(wait, undefined, { signal });
  }
  return undefined;
}

/** How a search ended, as JSON that processes exchange. */
type Outcome = { readonly facts: Answer['facts']; readonly body: string } | { readonly error: SentError };

/** Errors about the process that met them rather than the search. */
const processErrors: ReadonlySet<ErrorCode> = new Set(['internal_error', 'shutting_down', 'overloaded']);

/** The outcome as text; null where it is of no use to another process. */
function writeOutcome(ended: { answer: Answer } | { error: unknown }): string | null {
  if ('answer' in ended) {
    const { facts, bytes } = ended.answer;
    return JSON.stringify({ facts, body: Buffer.from(bytes).toString() } satisfies Outcome);
  }
  const error = toApiError(ended.error);
  return processErrors.has(error.code) ? null : JSON.stringify({ error: sentErrorOf(error) } satisfies Outcome);
}

/** The answer of an outcome; throws its error where it is one. */
function readOutcome(text: string): Answer {
  const outcome = JSON.parse(text) as Outcome;
  if ('error' in outcome) throw readSentError(outcome.error);
  return { facts: outcome.facts, bytes: Buffer.from(outcome.body) };
}

/** An error as one process tells it to another: plain JSON. Request faults are not among them. */
interface SentError {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly reason: string;
}

/** What is told of an error. Its cause is for the log of the process that met it. */
function sentErrorOf({ code, message: detail, headers, retryable, reason }: ApiError): SentError {
  return { code, detail, headers, retryable, reason };
}

/** The error that was told. */
function readSentError({ code, detail, ...extras }: SentError): ApiError {
  return new ApiError(code, detail, extras);
}
