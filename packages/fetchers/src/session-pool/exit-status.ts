import type { Engine } from '../engines.js';
import { usedOf } from '../policies/exit-choice.js';
import { coolingUntil, type Exit } from './exit.js';

/** The state of an exit at one engine. */
export interface ExitStatus {
  engine: Engine;
  /** Id of the proxy, or `direct`. */
  proxy: string;
  /** Searches in progress through it. */
  active: number;
  /** Milliseconds until its cool-down ends; 0 if it may be used. */
  coolingFor: number;
  /** Cool-downs in a row. */
  strikes: number;
  /** Requests of the last hour. */
  used: number;
  /** Requests per hour that the engine is known to tolerate from it; left out if unknown. */
  pace?: number;
}

/** Describes an exit as last read. */
export function statusOf(exit: Exit, engine: Engine): ExitStatus {
  const { proxy, active, counts, atEngine, itself } = exit;
  return {
    engine,
    proxy: proxy?.id ?? 'direct',
    active,
    coolingFor: Math.max(0, coolingUntil(exit) - performance.now()),
    strikes: Math.max(atEngine.strikes, itself.strikes),
    used: usedOf(counts) + active,
    ...(atEngine.pace !== undefined && { pace: atEngine.pace }),
  };
}
