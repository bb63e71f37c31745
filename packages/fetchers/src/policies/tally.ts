import type { Engine } from '../engines.js';
import { memoryHealthStore } from '../health/memory-store.js';
import type { Counts, HealthStore } from '../health/store.js';

/**
 * What an attempt shows about the engine: it `passed`; it `failed` at the engine, or through an exit that works otherwise; the
 * engine `refused` one address of several; or it failed through an exit that has not worked before (`unsure`), which counts
 * only if hardly any attempt passes.
 */
type Evidence = 'passed' | 'failed' | 'refused' | 'unsure';

/** The result of an attempt that the circuit admitted. */
export interface CircuitReport {
  evidence: Evidence;
  /** Identifies the address that the engine saw: the exit, or the session if each session has its own address. */
  address: string;
  /** Number of addresses that can be used. */
  addresses: number;
}

/** Addresses and callers are hashed to this many values, which bounds the number of counters. */
const [addressMarks, callerMarks] = [16, 64];

/** Counts the results of attempts. */
export interface AttemptCounters {
  countPassed(engine: Engine, caller: string): Promise<void>;
  /** Counts a failure and returns the counters of the engine, of all callers by hash, and of this caller. */
  countFailed(
    engine: Engine,
    caller: string,
    report: CircuitReport,
  ): Promise<{ counts: Counts; callers: Counts; own: Counts }>;
  /** Resets the counters of a key; for an engine, also those of its callers. */
  reset(key: string): Promise<void>;
}

/**
 * Creates the counters of attempts.
 *
 * The passes of each caller are needed only after a failure. Until then they are kept in this process, so that a successful
 * search writes nothing about its caller to the store. Passes in a process that has seen no failure are therefore not counted,
 * which is intended: callers are compared where they fail.
 */
export function createAttemptCounters(
  store: HealthStore,
  { window, callers }: { window: number; callers: number },
): AttemptCounters {
  const hasCallers = callers > 1;
  const kept = memoryHealthStore();

  /** Adds to the counters in the store, including the passes kept here. */
  async function countWithKept(key: string, amounts: Counts): Promise<Counts> {
    const [[passes = {}]] = await Promise.all([kept.readCounts([key], window), kept.reset(key)]);
    return store.addCounts(key, { ...passes, ...amounts }, window);
  }

  return {
    // Passes matter only after a failure, so nothing waits for them to be stored.
    async countPassed(engine, caller) {
      await store.bufferCounts(circuitKey(engine), { passed: 1 }, window);
      if (!hasCallers) return;
      await kept.bufferCounts(
        callersKeyOf(circuitKey(engine)),
        { [`passed ${markOf(caller, callerMarks)}`]: 1 },
        window,
      );
      await kept.bufferCounts(circuitKey(engine, caller), { passed: 1 }, window);
    },
    async countFailed(engine, caller, { evidence, address }) {
      const isOfCaller = evidence === 'failed';
      const mark = `failed ${markOf(caller, callerMarks)}`;
      const [counts, callers, own] = await Promise.all([
        store.addCounts(circuitKey(engine), { [evidence]: 1, [`at ${markOf(address, addressMarks)}`]: 1 }, window),
        hasCallers ? countWithKept(callersKeyOf(circuitKey(engine)), isOfCaller ? { [mark]: 1 } : {}) : {},
        hasCallers ? countWithKept(circuitKey(engine, caller), isOfCaller ? { failed: 1 } : {}) : {},
      ]);
      return { counts, callers, own };
    },
    async reset(key) {
      const keys = [key, ...(hasCallers ? [callersKeyOf(key)] : [])];
      await Promise.all(keys.flatMap((one) => [kept.reset(one), store.reset(one)]));
    },
  };
}

/** The store key of an engine's circuit, or of one caller's circuit there. */
export function circuitKey(engine: Engine, caller?: string): string {
  return caller === undefined ? `circuit:${engine}` : `circuit:${engine}:${caller}`;
}

/** The store key of the counters of all callers, by hash. */
function callersKeyOf(key: string): string {
  return `callers of ${key}`;
}

function markOf(name: string, marks: number): number {
  let mark = 0;
  for (let index = 0; index < name.length; index += 1) mark = (mark * 31 + name.charCodeAt(index)) % 65_521;
  return mark % marks;
}

/** Number of distinct addresses that failed, by hash. */
export function countFailedAddresses(counts: Counts): number {
  return Object.keys(counts).filter((name) => name.startsWith('at ')).length;
}

/** Whether enough callers exceed the failure share, so that the cause is not one caller's queries. */
export function areManyCallersFailing(counts: Counts, { share, callers }: { share: number; callers: number }): boolean {
  const marks = new Set(Object.keys(counts).flatMap((name) => /^(?:failed|passed) (.*)/.exec(name)?.[1] ?? []));
  const failing = [...marks].filter((mark) => {
    const [failed, passed] = [counts[`failed ${mark}`] ?? 0, counts[`passed ${mark}`] ?? 0];
    return failed > 0 && failed >= share * (failed + passed);
  });
  return failing.length >= callers && failing.length >= share * marks.size;
}

/** Callers whose own circuit is open, as far as this process has seen. */
export interface OpenCallerCircuits {
  /** Records for how many milliseconds the circuit of a caller is open; 0 if it is not. */
  record(engine: Engine, caller: string, openFor: number): void;
  /** Number of callers whose circuit is open at an engine. */
  count(engine: Engine): number;
}

/** Limit of callers that are remembered, so that memory is bounded. */
const maxCallers = 10_000;

/** Creates an empty record. @param now the clock, milliseconds */
export function createOpenCallerCircuits(now: () => number): OpenCallerCircuits {
  const openUntil = new Map<string, { engine: Engine; until: number }>();

  function removeExpired(): void {
    for (const [key, { until }] of openUntil) if (until <= now()) openUntil.delete(key);
  }

  return {
    record(engine, caller, openFor) {
      const key = `${engine} ${caller}`;
      openUntil.delete(key);
      if (openFor <= 0) return;
      if (openUntil.size >= maxCallers) removeExpired();
      if (openUntil.size < maxCallers) openUntil.set(key, { engine, until: now() + openFor });
    },
    count(engine) {
      removeExpired();
      return [...openUntil.values()].filter((open) => open.engine === engine).length;
    },
  };
}
