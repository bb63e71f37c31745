import type { Engine, Operation } from '../engines.js';
import type { HealthStore } from '../health/store.js';
import { assertKnownOptions, type OptionNames } from '../known-options.js';
import type { Adapter, PageRequest } from '../types.js';

/** One step of an adapter chain. */
export interface ChainStep {
  /** Name of the step in events and metrics. Required if there is more than one. */
  name?: string | undefined;
  adapter: Adapter;
  /**
   * The page states and `FetchError` codes that lead from an earlier step to this one. Ignored for the first step.
   * @default js_required, captcha
   */
  on?: readonly string[] | undefined;
  /** The engines and operations that use this step. @default all */
  for?: readonly (Engine | Operation)[] | undefined;
  /** Whether the adapter uses its own addresses, as an unblocking service does, so that it needs no proxy. @default false */
  isDirect?: boolean | undefined;
}

const stepOptionNames: OptionNames<ChainStep> = { name: true, adapter: true, on: true, for: true, isDirect: true };

/** Adapters in order, the cheapest first. */
export interface AdapterChain {
  readonly steps: readonly [ChainStep, ...ChainStep[]];
}

/** The position of one fetch within a chain. */
export interface ChainPosition {
  /** The current step. */
  readonly step: ChainStep;
  /** Whether a state leads to a later step. */
  canAdvance(state: string): boolean;
  /** Moves on to the later step that the state leads to. Returns whether there is one. */
  advance(state: string): Promise<boolean>;
  /** Records that the step returned a usable page. */
  recordSuccess(): Promise<void>;
}

const usualStates: readonly string[] = ['js_required', 'captcha'];

/** States that affect every client of a step, so that it is skipped for a while. A captcha affects one address only. */
const lastingStates: ReadonlySet<string> = new Set(['js_required']);

/** How long a step is skipped after such a state. Then one fetch tries it again. */
const skipTime = { base: 10 * 60_000, cap: 10 * 60_000 };
const trialTime = 60_000;

/**
 * Combines adapters into a chain for `createFetcher`. Each fetch starts with the first step for its operation and moves on
 * according to `ChainStep.on`, within the same attempts. Throws a `TypeError` for an unknown option of a step, and unless the names
 * are distinct.
 */
export function chainAdapter(steps: readonly [ChainStep, ...ChainStep[]]): AdapterChain {
  for (const step of steps) assertKnownOptions(step, stepOptionNames);
  const names = new Set(steps.map(({ name }) => name));
  if (names.size < steps.length) throw new TypeError('The steps of a chain need distinct names');
  return { steps };
}

/** A chain of a single adapter. */
export function singleStepChain(adapter: Adapter): AdapterChain {
  return { steps: [{ adapter }] };
}

/** Starts at the first step for the request that is not being skipped. */
export async function startChain(
  { steps }: AdapterChain,
  { engine, operation }: PageRequest,
  store: HealthStore,
): Promise<ChainPosition> {
  const own = steps.filter(
    (step) => step.for === undefined || step.for.some((name) => name === engine || name === operation),
  );
  if (own.length === 0) throw new TypeError(`No step of the chain is for ${operation}`);
  const keyOf = ({ name }: ChainStep) => `step:${operation}:${name}`;
  let index = own.length > 1 ? await firstOpen(own.map(keyOf), store) : 0;

  function after(state: string): number {
    return own.findIndex(({ on = usualStates }, at) => at > index && on.includes(state));
  }

  return {
    get step() {
      return own[index]!;
    },
    canAdvance: (state) => after(state) !== -1,
    async advance(state) {
      const next = after(state);
      if (next === -1) return false;
      if (lastingStates.has(state)) await store.recordFailure(keyOf(own[index]!), skipTime);
      index = next;
      return true;
    },
    async recordSuccess() {
      if (index < own.length - 1) await store.recordSuccess(keyOf(own[index]!));
    },
  };
}

/** The first step that is not skipped or may be tried again now; otherwise the last. */
async function firstOpen(keys: readonly string[], store: HealthStore): Promise<number> {
  const health = await store.readHealth(keys.slice(0, -1));
  for (const [index, { coolingFor, strikes }] of health.entries()) {
    if (coolingFor > 0) continue;
    if (strikes === 0 || (await store.claim(keys[index]!, trialTime))) return index;
  }
  return keys.length - 1;
}
