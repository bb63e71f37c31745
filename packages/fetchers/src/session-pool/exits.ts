import type { HealthStore } from '../health/store.js';
import { paceWindow } from '../policies/exit-choice.js';
import type { Engine, HeaderProfile, ProxyServer } from '../types.js';
import { createExit, type Exit, updateExit } from './exit.js';
import { createIdleSessions, createSessionMaker, type MakeSession } from './idle-sessions.js';
import type { ProxySource } from './source.js';

/**
 * How long what was read of all exits is gone by, in milliseconds. Own attempts are noted at once, and an exit that is
 * chosen is looked at once more where it was read longer ago than `verifyAfter`.
 */
const freshFor = 5_000;
const verifyAfter = 500;
/** What is read ahead must still hold when the exit is chosen. */
const foreseeAfter = 250;

/**
 * Exits that are read at once, and milliseconds from then to the next of them: what reading costs does not grow with the list
 * of proxies, and no store is asked for thousands at a time.
 */
const [mostAtOnce, leastPause] = [100, 1_000];

const nothingKnown = { coolingFor: 0, strikes: 0 };

/** What the exits of an engine are made of. */
export interface ExitsParts {
  /** The proxies. @default a direct connection */
  source: ProxySource | undefined;
  store: HealthStore;
  /** Whether every way to fetch can play the browser of a profile. @default it can */
  supportsProfile?: ((profile: HeaderProfile) => boolean) | undefined;
}

/** The exits to one engine, as the proxies come and go. */
export class Exits {
  readonly #engine: Engine;
  readonly #source: ProxySource | undefined;
  readonly #store: HealthStore;
  readonly #makeSession: MakeSession;
  readonly #exits = new Map<string, Exit>();
  #current: { proxies: readonly ProxyServer[]; exits: readonly Exit[] } | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #part = 0;
  #ahead: Promise<void> | undefined;

  constructor(engine: Engine, { source, store, supportsProfile = () => true }: ExitsParts) {
    this.#engine = engine;
    this.#source = source;
    this.#store = store;
    this.#makeSession = createSessionMaker(engine, supportsProfile);
  }

  /** The exits that there are now. @param isDirect whether the direct one is asked for, not the proxies */
  current(isDirect: boolean): readonly Exit[] {
    if (isDirect || this.#source === undefined) return [this.#exitFor(undefined)];
    const proxies = this.#source.current();
    if (this.#current?.proxies !== proxies) {
      this.#current = { proxies, exits: proxies.map((proxy) => this.#exitFor(proxy)) };
    }
    return this.#current.exits;
  }

  /**
   * Begins to read how the only exit fares, for a search that is about to come. Of several it is not known yet which one that
   * will go through.
   */
  foresee(): void {
    const exits = this.current(false);
    const [only] = exits;
    if (only === undefined || exits.length > 1 || ageOf(only) < foreseeAfter) return;
    this.#readAt = performance.now();
    this.#ahead = this.#read(exits).catch(() => {
      // Read again for the search, which says why it cannot be.
      this.#readAt = Number.NEGATIVE_INFINITY;
      only.verifiedAt = Number.NEGATIVE_INFINITY;
    });
  }

  /** Reads again how the exits fare, or the next part of many, unless that was done a moment ago. */
  async update(exits: readonly Exit[]): Promise<void> {
    await this.#ahead;
    const parts = Math.ceil(exits.length / mostAtOnce);
    if (parts === 0 || performance.now() - this.#readAt < Math.max(leastPause, freshFor / parts)) return;
    this.#readAt = performance.now();
    const from = (this.#part++ % parts) * mostAtOnce;
    await this.#read(exits.slice(from, from + mostAtOnce));
  }

  /** Reads again how one exit fares, unless that was done a moment ago. */
  async verify(exit: Exit): Promise<void> {
    if (ageOf(exit) >= verifyAfter) await this.#read([exit]);
  }

  async #read(exits: readonly Exit[]): Promise<void> {
    const asked = performance.now();
    for (const exit of exits) exit.verifiedAt = asked;
    const keys = exits.map(({ key }) => key);
    const [health, counts] = await Promise.all([
      this.#store.read([...keys, ...exits.map(({ ownKey }) => ownKey)]),
      this.#store.counts(keys, paceWindow),
    ]);
    for (const [index, exit] of exits.entries()) {
      exit.counts = counts[index] ?? {};
      if (exit.touchedAt >= asked) continue; // by an attempt that ended meanwhile
      const itself = exit.ownKey === exit.key ? nothingKnown : health[exits.length + index];
      updateExit(exit, health[index] ?? nothingKnown, itself ?? nothingKnown);
    }
  }

  /** Every exit that was used or could have been. */
  known(): readonly Exit[] {
    return [...this.#exits.values()];
  }

  /** Whether an exit is still one. */
  has(exit: Exit): boolean {
    return this.#exits.get(exit.key) === exit;
  }

  /** Takes note of proxies that have other tags, and drops the sessions of those that are gone. */
  refresh(): void {
    this.#current = undefined;
    this.#readAt = Number.NEGATIVE_INFINITY;
    const current = new Map(this.#source?.current().map((proxy) => [proxy.id, proxy]));
    for (const [key, exit] of this.#exits) {
      if (exit.proxy === undefined) continue;
      const now = current.get(exit.proxy.id);
      if (now?.url.href === exit.proxy.url.href) {
        exit.proxy = now; // its tags may be others
        continue;
      }
      this.#exits.delete(key);
      exit.idle.clear();
    }
  }

  /** Drops every session that no search uses. */
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

/** Milliseconds since it was last read, or an attempt ended, how an exit fares. */
function ageOf({ touchedAt, verifiedAt }: Exit): number {
  return performance.now() - Math.max(touchedAt, verifiedAt);
}
