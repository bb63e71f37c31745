import type { Engine } from '../engines.js';

/** Callers whose own circuit is open, as far as this process has seen. */
export interface CallerCircuits {
  /** Records for how many milliseconds the circuit of a caller is open; 0 if it is not. */
  record(engine: Engine, caller: string, openFor: number): void;
  /** Number of callers whose circuit is open at an engine. */
  count(engine: Engine): number;
}

/** Limit of callers that are remembered, so that memory is bounded. */
const maxCallers = 10_000;

/** Creates an empty record. @param now the clock, milliseconds */
export function createCallerCircuits(now: () => number): CallerCircuits {
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
