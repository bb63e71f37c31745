import type { Engine } from '../engines.js';
import type { HealthStore } from '../health/store.js';
import { chooseExit, createDemandMeter, mismatchCost, paceWindow } from '../policies/exit-choice.js';
import type { HeaderProfile, ProxyServer } from '../types.js';
import { createExit, type Exit, exitCandidateOf, isOnTrial, updateExit } from './exit.js';
import { type ConcurrencyLimits, concurrencyLimitFor, createExitTrialBudget } from './limits.js';
import type { ProxySource } from './proxies.js';
import { isRotating } from './proxies.js';
import { createIdleSessions, createSessionMaker, type MakeSession } from './session.js';

/**
 * How long the state of all exits is cached, in milliseconds. This process's own attempts are applied at once, and a chosen exit
 * is read again if its state is older than `verifyAfter`.
 */
const freshFor = 5_000;
const verifyAfter = 500;
/** `prefetchHealth` reads again if the state is older; less than `verifyAfter`, so that it is still valid when the exit is chosen. */
const prefetchAfter = 250;

/**
 * Exits read at once, and the milliseconds before the next part is read. They bound the cost of reading for long lists of
 * proxies.
 */
const [maxAtOnce, minPause] = [100, 1_000];

const unknownHealth = { coolingFor: 0, strikes: 0 };

/** What the exits of an engine need. */
export interface EngineExitsParts {
  /** The proxies. @default a direct connection */
  source: ProxySource | undefined;
  store: HealthStore;
  /** Whether every adapter can send the headers of a profile. @default every profile is supported */
  supportsProfile?: ((profile: HeaderProfile) => boolean) | undefined;
}

/** The exits to one engine. They follow changes of the proxies. */
export class EngineExits {
  readonly #engine: Engine;
  readonly #source: ProxySource | undefined;
  readonly #store: HealthStore;
  readonly #makeSession: MakeSession;
  readonly #exits = new Map<string, Exit>();
  #current: { proxies: readonly ProxyServer[]; exits: readonly Exit[] } | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #part = 0;
  #ahead: Promise<void> | undefined;

  constructor(engine: Engine, { source, store, supportsProfile = () => true }: EngineExitsParts) {
    this.#engine = engine;
    this.#source = source;
    this.#store = store;
    this.#makeSession = createSessionMaker(engine, supportsProfile);
  }

  /** The current exits. @param isDirect true for the direct connection instead of the proxies */
  current(isDirect: boolean): readonly Exit[] {
    if (isDirect || this.#source === undefined) return [this.#exitFor(undefined)];
    const proxies = this.#source.current();
    if (this.#current?.proxies !== proxies) {
      this.#current = { proxies, exits: proxies.map((proxy) => this.#exitFor(proxy)) };
    }
    return this.#current.exits;
  }

  /**
   * Starts reading the state of the only exit for a search that will follow. If there are several, it is not yet known which one
   * the search will use.
   */
  prefetchHealth(): void {
    const exits = this.current(false);
    const [only] = exits;
    if (only === undefined || exits.length > 1 || ageOf(only) < prefetchAfter) return;
    this.#readAt = performance.now();
    this.#ahead = this.#read(exits).catch(() => {
      // The search reads again and reports the error.
      this.#readAt = Number.NEGATIVE_INFINITY;
      only.verifiedAt = Number.NEGATIVE_INFINITY;
    });
  }

  /** Reads the state of the exits, or of the next part of a long list, unless it was read recently. */
  async update(exits: readonly Exit[]): Promise<void> {
    await this.#ahead;
    const parts = Math.ceil(exits.length / maxAtOnce);
    if (parts === 0 || performance.now() - this.#readAt < Math.max(minPause, freshFor / parts)) return;
    this.#readAt = performance.now();
    const from = (this.#part++ % parts) * maxAtOnce;
    await this.#read(exits.slice(from, from + maxAtOnce));
  }

  /** Reads the state of one exit, unless it was read recently. */
  async readIfStale(exit: Exit): Promise<void> {
    if (ageOf(exit) >= verifyAfter) await this.#read([exit]);
  }

  async #read(exits: readonly Exit[]): Promise<void> {
    const asked = performance.now();
    for (const exit of exits) exit.verifiedAt = asked;
    const keys = exits.map(({ key }) => key);
    const [health, counts] = await Promise.all([
      this.#store.readHealth([...keys, ...exits.map(({ proxyKey }) => proxyKey)]),
      this.#store.readCounts(keys, paceWindow),
    ]);
    for (const [index, exit] of exits.entries()) {
      exit.counts = counts[index] ?? {};
      if (exit.touchedAt >= asked) continue; // an attempt ended in the meantime
      const itself = exit.proxyKey === exit.key ? unknownHealth : health[exits.length + index];
      updateExit(exit, health[index] ?? unknownHealth, itself ?? unknownHealth);
    }
  }

  /** Every exit created so far. */
  known(): readonly Exit[] {
    return [...this.#exits.values()];
  }

  /** Whether an exit still exists. */
  has(exit: Exit): boolean {
    return this.#exits.get(exit.key) === exit;
  }

  /** Applies changed tags of proxies, and removes the exits of removed proxies with their sessions. */
  refresh(): void {
    this.#current = undefined;
    this.#readAt = Number.NEGATIVE_INFINITY;
    const current = new Map(this.#source?.current().map((proxy) => [proxy.id, proxy]));
    for (const [key, exit] of this.#exits) {
      if (exit.proxy === undefined) continue;
      const now = current.get(exit.proxy.id);
      if (now?.url.href === exit.proxy.url.href) {
        exit.proxy = now; // its tags may have changed
        continue;
      }
      this.#exits.delete(key);
      exit.idle.clear();
    }
  }

  /** Closes all idle sessions. */
  clear(): void {
    for (const { idle } of this.#exits.values()) idle.clear();
  }

  #exitFor(proxy: ProxyServer | undefined): Exit {
    const key = `exit:${this.#engine}:${proxy?.id ?? 'direct'}`;
    const known = this.#exits.get(key);
    if (known !== undefined) return known;
    const idle = createIdleSessions(this.#makeSession, proxy, () => performance.now());
    const exit = createExit(this.#engine, proxy, idle);
    this.#exits.set(key, exit);
    this.#readAt = Number.NEGATIVE_INFINITY;
    return exit;
  }
}

/** Milliseconds since the state of an exit was read or changed. */
function ageOf({ touchedAt, verifiedAt }: Exit): number {
  return performance.now() - Math.max(touchedAt, verifiedAt);
}

/** What a search needs of its exit. */
interface ExitNeeds {
  /** Preferred country, ISO 3166-1 alpha-2 in lower case. */
  country: string | undefined;
  /** The exit of the search's failed attempt. */
  left: Exit | undefined;
}

/** The exits that a search can get. */
interface SelectableExits {
  /** Those that neither cool down nor have reached their pace. */
  alive: readonly Exit[];
  /** Those of them that can take another search. */
  free: ReadonlySet<Exit>;
  /** How many exits of the engine have a learned pace. */
  paced: number;
}

/** Paces are explored one exit at a time once this many exits have a learned pace. */
const minPaced = 3;
/** And this share of the exits. */
const minPacedShare = 0.1;

/** Selects the exit of each search of an engine. */
export class ExitSelector {
  readonly #engine: Engine;
  readonly #limits: ConcurrencyLimits;
  readonly #demand = createDemandMeter(() => performance.now());
  readonly #trials = createExitTrialBudget();

  constructor(engine: Engine, limits: ConcurrencyLimits) {
    this.#engine = engine;
    this.#limits = limits;
  }

  /** Whether an exit can take another search. A proxy without a success since its last failure takes one at a time. */
  isFree(exit: Exit): boolean {
    if (exit.claimedUntil > performance.now()) return false;
    if (isOnTrial(exit)) return exit.active < 1;
    const { proxy, direct, gateway } = this.#limits;
    if (exit.proxy === undefined) return exit.active < concurrencyLimitFor(direct, this.#engine);
    if (isRotating(exit.proxy)) return exit.active < concurrencyLimitFor(gateway, this.#engine);
    return exit.active < (exit.isProven ? concurrencyLimitFor(proxy, this.#engine) : 1);
  }

  /** The exit for a search; undefined if all that fit are busy. A search waits rather than use an exit of another country. */
  select({ country, left }: ExitNeeds, { alive, free, paced }: SelectableExits): Exit | undefined {
    const choice = {
      country,
      ...(left && { failedTier: left.proxy?.tier ?? 0 }),
      isDemandHigh: this.#isDemandHigh(alive.length, paced),
    };
    const ranked = alive.map((exit) => ({
      exit,
      rank: mismatchCost({ country: exit.proxy?.country, hasJustFailed: exit === left }, choice),
    }));
    const best = Math.min(...ranked.map(({ rank }) => rank));
    const fitting = ranked.flatMap(({ exit, rank }) => (rank === best && free.has(exit) ? [exit] : []));
    const [trials, healthy] = [fitting.filter(isOnTrial), fitting.filter((exit) => !isOnTrial(exit))];
    const isTrial = trials.length > 0 && (healthy.length === 0 || (left === undefined && this.#trials.take()));
    return chooseExit((isTrial ? trials : healthy).map(exitCandidateOf), choice, Math.random)?.exit;
  }

  /** Whether exits get banned for their request rate while demand is too high to use them less. */
  #isDemandHigh(alive: number, paced: number): boolean {
    return paced >= Math.max(minPaced, minPacedShare * alive) && this.#demand.isDemandHigh(alive);
  }

  /** Records a search that gets a session. @param isRetry whether an earlier attempt of it failed */
  recordUse(isRetry: boolean): void {
    this.#trials.add();
    if (!isRetry) this.#demand.add();
  }

  /** Allows more trials after one that succeeded, because other failed exits may be healthy again too. */
  recordRecovery(): void {
    this.#trials.giveBack();
  }
}
