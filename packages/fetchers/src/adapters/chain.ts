import type { HealthStore } from '../health/store.js';
import type { Adapter, Engine, Operation, PageRequest } from '../types.js';

/** One way to fetch of several. */
export interface ChainStep {
  /** Names the step in events and metrics. Needed where there is more than one. */
  name?: string;
  adapter: Adapter;
  /**
   * What leads from an earlier step to this one: states of pages and codes of a `FetchError`. Of no meaning for the first
   * step. @default js_required, captcha
   */
  on?: readonly string[];
  /** The engines and operations that may take this step. @default all */
  for?: readonly (Engine | Operation)[];
  /** Whether the adapter brings its own addresses, as an unblocking service does, so that no proxy is used. @default false */
  isDirect?: boolean;
}

/** Ways to fetch, the cheapest first. */
export interface AdapterChain {
  readonly steps: readonly [ChainStep, ...ChainStep[]];
}

/** How the steps of a chain are chosen for one fetch. */
export interface ChainWalk {
  /** The step to take now. */
  readonly step: ChainStep;
  /** Whether a state leads to a later step. */
  leadsOn(state: string): boolean;
  /** Goes on to a later step if the state leads to one; whether there is any. */
  goOn(state: string): Promise<boolean>;
  /** The step gave a usable page. */
  succeeded(): Promise<void>;
}

const usualStates: readonly string[] = ['js_required', 'captcha'];

/** A wall that every client of a kind meets: the next fetches need not run against it. A captcha is asked of one address. */
const lastingStates: ReadonlySet<string> = new Set(['js_required']);

/** How long a step is skipped after such a wall. Then one fetch tries if it is still there. */
const skipTime = { base: 10 * 60_000, cap: 10 * 60_000 };
const trialTime = 60_000;

/**
 * Ways to fetch in a row, for `createFetcher`: each fetch starts with the first that is for it and goes on by what comes,
 * in the same loop of attempts. Throws a `TypeError` for names that are not distinct.
 */
export function chainAdapter(steps: readonly [ChainStep, ...ChainStep[]]): AdapterChain {
  const names = new Set(steps.map(({ name }) => name));
  if (names.size < steps.length) throw new TypeError('The steps of a chain need distinct names');
  return { steps };
}

/** The chain of an adapter that is the only one. */
export function onlyStep(adapter: Adapter): AdapterChain {
  return { steps: [{ adapter }] };
}

/** Starts on the first step that is for the request and not known to be walled off. */
export async function walkChain(
  { steps }: AdapterChain,
  { engine, operation }: PageRequest,
  store: HealthStore,
): Promise<ChainWalk> {
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
    leadsOn: (state) => after(state) !== -1,
    async goOn(state) {
      const next = after(state);
      if (next === -1) return false;
      if (lastingStates.has(state)) await store.cool(keyOf(own[index]!), skipTime);
      index = next;
      return true;
    },
    async succeeded() {
      if (index < own.length - 1) await store.heal(keyOf(own[index]!));
    },
  };
}

/** The first step that is open, or that may be tried again now; the last in any case. */
async function firstOpen(keys: readonly string[], store: HealthStore): Promise<number> {
  const health = await store.read(keys.slice(0, -1));
  for (const [index, { coolingFor, strikes }] of health.entries()) {
    if (coolingFor > 0) continue;
    if (strikes === 0 || (await store.claim(keys[index]!, trialTime))) return index;
  }
  return keys.length - 1;
}
