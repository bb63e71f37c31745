import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './answer-cache.js';
import { readOutcome, writeOutcome } from './outcome.js';
import type { FlightClaim, FlightStore } from './single-flight.js';

/** Runs a search, unless another process has the same one in progress: then its answer, or its error, is that of both. */
export type Fly = (flight: FlightWish, work: () => Promise<Answer>) => Promise<Answer>;

/** What a caller wants to search. */
interface FlightWish {
  /** The same for searches that have the same answer. */
  readonly key: string;
  /** Aborted when the last caller has left. */
  readonly signal: AbortSignal;
  /** Until when an answer of another process is of use, in milliseconds since 1970. */
  readonly deadline: number;
}

/** Milliseconds that a claim lasts, and after which it is prolonged: so long do others wait for a process that died. */
const [lease, renewal] = [6_000, 2_000];

/** Milliseconds for which an outcome can be asked for: several looks of those who wait. */
const outcomeTime = 5_000;

/** Milliseconds between two looks: twice as many each time, at first and at most. */
const [firstLook, slowestLook] = [20, 160];

/** Searches alone: where no other process could have the same search in progress. */
export const flyAlone: Fly = (_flight, work) => work();

/** Makes a `Fly` over what processes tell each other. */
export function createFlying(flights: FlightStore): Fly {
  return async (wish, work) => {
    const claim = { key: wish.key, token: randomUUID() };
    while (Date.now() < wish.deadline) {
      wish.signal.throwIfAborted();
      const token = await flights.claim(claim, lease);
      if (token === claim.token) return lead(flights, claim, { work, wish });
      const outcome = await outcomeOf(flights, { key: wish.key, token }, wish);
      if (outcome !== undefined) return readOutcome(outcome);
    }
    return work(); // which says that its time is up
  };
}

/** Searches, and tells those who wait for it. */
async function lead(
  flights: FlightStore,
  claim: FlightClaim,
  { work, wish }: { work: () => Promise<Answer>; wish: FlightWish },
): Promise<Answer> {
  const timer = setInterval(() => void flights.claim(claim, lease), renewal);
  const end = async (outcome: () => string | null) => {
    clearInterval(timer);
    if (await flights.end(claim)) await flights.tell(claim, outcome(), outcomeTime);
  };
  try {
    const answer = await work();
    void end(() => writeOutcome({ answer }));
    return answer;
  } catch (error) {
    // Whose callers have left has no outcome; and what went wrong here need not go wrong elsewhere.
    void end(() => (wish.signal.aborted ? null : writeOutcome({ error })));
    throw error;
  }
}

/** Waits for the outcome of another's search; undefined where there is none. */
async function outcomeOf(
  flights: FlightStore,
  other: FlightClaim,
  { signal, deadline }: FlightWish,
): Promise<string | undefined> {
  for (let wait = firstLook; Date.now() < deadline; wait = Math.min(2 * wait, slowestLook)) {
    const flight = await flights.look(other);
    if (flight.state === 'over') return flight.outcome;
    if (flight.state === 'lost') return undefined;
    await sleep(wait, undefined, { signal });
  }
  return undefined;
}
