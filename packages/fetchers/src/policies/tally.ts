import { memoryHealthStore } from '../health/memory-store.js';
import type { Counts, HealthStore } from '../health/store.js';
import type { Engine } from '../types.js';

/**
 * What an attempt says of the engine: it `passed`; it `failed`, at the engine or through an exit that is otherwise healthy;
 * one address of several was `refused`; or it failed through an exit that never worked (`unsure`), which counts where no
 * or hardly any attempt passes.
 */
type Evidence = 'passed' | 'failed' | 'refused' | 'unsure';

/** How an attempt that the circuit let through has ended. */
export interface CircuitReport {
  evidence: Evidence;
  /** What the engine saw: the exit, or the session where each has another address. */
  address: string;
  /** How many addresses there are to use. */
  addresses: number;
}

/** Addresses and callers are told apart by so many marks, so that what is counted stays small however many there are. */
const [addressMarks, callerMarks] = [16, 64];

/** What was counted of an engine's attempts. */
export interface Tally {
  passed(engine: Engine, caller: string): Promise<void>;
  /** Counts a failure: at the engine, and where one caller's failures count less, among all callers and of this one. */
  failed(
    engine: Engine,
    caller: string,
    report: CircuitReport,
  ): Promise<{ counts: Counts; callers: Counts; own: Counts }>;
  /** Counts anew, for an engine all callers too. */
  reset(key: string): Promise<void>;
}

/**
 * Counts what attempts came to.
 *
 * Which callers passed is only asked once one of them fails. Until then it is kept here and not in the store, so that a search
 * that succeeds writes nothing of its caller, however many callers there are. Passes that another process keeps, which has
 * met no failure, are not counted: what matters is how the callers fare where they fail.
 */
export function createTally(store: HealthStore, { window, callers }: { window: number; callers: number }): Tally {
  const hasCallers = callers > 1;
  const kept = memoryHealthStore();

  /** Adds to the counters of the store, with the passes that were kept. */
  async function countWithKept(key: string, amounts: Counts): Promise<Counts> {
    const [[passes = {}]] = await Promise.all([kept.counts([key], window), kept.reset(key)]);
    return store.count(key, { ...passes, ...amounts }, window);
  }

  return {
    // Nothing depends on how many attempts have passed before one fails, so nothing waits for these.
    async passed(engine, caller) {
      await store.note(keyOf(engine), { passed: 1 }, window);
      if (!hasCallers) return;
      await kept.note(callersKeyOf(keyOf(engine)), { [`passed ${markOf(caller, callerMarks)}`]: 1 }, window);
      await kept.note(keyOf(engine, caller), { passed: 1 }, window);
    },
    async failed(engine, caller, { evidence, address }) {
      const isOfCaller = evidence === 'failed';
      const mark = `failed ${markOf(caller, callerMarks)}`;
      const [counts, callers, own] = await Promise.all([
        store.count(keyOf(engine), { [evidence]: 1, [`at ${markOf(address, addressMarks)}`]: 1 }, window),
        hasCallers ? countWithKept(callersKeyOf(keyOf(engine)), isOfCaller ? { [mark]: 1 } : {}) : {},
        hasCallers ? countWithKept(keyOf(engine, caller), isOfCaller ? { failed: 1 } : {}) : {},
      ]);
      return { counts, callers, own };
    },
    async reset(key) {
      const keys = [key, ...(hasCallers ? [callersKeyOf(key)] : [])];
      await Promise.all(keys.flatMap((one) => [kept.reset(one), store.reset(one)]));
    },
  };
}

/** Names what is known of an engine, or of a caller there. */
export function keyOf(engine: Engine, caller?: string): string {
  return caller === undefined ? `circuit:${engine}` : `circuit:${engine}:${caller}`;
}

/** Where it is counted which callers pass and fail, told apart by marks: as many counters however many callers there are. */
function callersKeyOf(key: string): string {
  return `callers of ${key}`;
}

function markOf(name: string, marks: number): number {
  let mark = 0;
  for (let index = 0; index < name.length; index += 1) mark = (mark * 31 + name.charCodeAt(index)) % 65_521;
  return mark % marks;
}

/** How many addresses have failed, as far as they can be told apart. */
export function addressesIn(counts: Counts): number {
  return Object.keys(counts).filter((name) => name.startsWith('at ')).length;
}

/** Whether enough callers fail as often as it takes, so that it is not the queries of one. */
export function areManyFailing(counts: Counts, { share, callers }: { share: number; callers: number }): boolean {
  const marks = new Set(Object.keys(counts).flatMap((name) => /^(?:failed|passed) (.*)/.exec(name)?.[1] ?? []));
  const failing = [...marks].filter((mark) => {
    const [failed, passed] = [counts[`failed ${mark}`] ?? 0, counts[`passed ${mark}`] ?? 0];
    return failed > 0 && failed >= share * (failed + passed);
  });
  return failing.length >= callers && failing.length >= share * marks.size;
}
