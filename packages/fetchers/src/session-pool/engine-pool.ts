import type { Deadline } from '../deadline.js';
import type { Engine } from '../engines.js';
import { copyErrorWithoutSecrets, FetchError } from '../errors.js';
import type { CoolDown } from '../policies/cool-downs.js';
import { CheckedOutSessions } from './checked-out.js';
import { createExhaustionHandler, type ExhaustionHandler } from './exhausted-pool.js';
import { coolingUntil, type Exit, exitStatusOf, hasReachedPace, isOnTrial, type ProxyExitStatus } from './exit.js';
import { EngineExits, type EngineExitsParts, ExitSelector } from './exits.js';
import { createWaitQueue, findEvictableWaiter, inFairOrder, overloadedError, type Waiter } from './fair-queue.js';
import type { ConcurrencyLimits } from './limits.js';
import { type AdaptiveConcurrency, createAdaptiveConcurrency } from './limits.js';
import type { CheckedOutSession, SessionNeeds } from './session.js';

/** What the pools of all engines share. */
export interface EnginePoolParts extends EngineExitsParts {
  limits: ConcurrencyLimits;
  /** How long an exit cools down, by state. */
  coolDowns: Readonly<Record<string, CoolDown>>;
}

/** A trial without a result after this many milliseconds may be made by another process. */
const trialTime = 60_000;
/** Milliseconds between checks for the end of another process's trial, and for exits that reached their pace. */
const trialPoll = 1_000;
const pacePoll = 5_000;

type SessionWaiter = Waiter<SessionNeeds, CheckedOutSession>;

/** The sessions of one engine: its exits, its limits and its queue. */
export class EnginePool {
  readonly #engine: Engine;
  readonly #parts: EnginePoolParts;
  readonly #exits: EngineExits;
  readonly #queue;
  readonly #selector: ExitSelector;
  readonly #exhausted: ExhaustionHandler;
  readonly #concurrency: AdaptiveConcurrency;
  readonly #out: CheckedOutSessions;
  #isServing = false;
  #isStale = false;
  #alarm: NodeJS.Timeout | undefined;

  constructor(engine: Engine, parts: EnginePoolParts) {
    this.#engine = engine;
    this.#parts = parts;
    this.#exits = new EngineExits(engine, parts);
    this.#queue = createWaitQueue<SessionNeeds, CheckedOutSession>(parts.limits.queueTimeout);
    this.#selector = new ExitSelector(engine, parts.limits);
    this.#exhausted = createExhaustionHandler(engine, parts.store);
    this.#concurrency = createAdaptiveConcurrency(parts.limits.engine);
    this.#out = new CheckedOutSessions({
      ...parts,
      exits: this.#exits,
      selector: this.#selector,
      exhausted: this.#exhausted,
      concurrency: this.#concurrency,
      onRelease: () => this.#serve(),
    });
  }

  /** Waits for a session. Throws like `SessionPool.checkOut`. */
  checkOut(needs: SessionNeeds, deadline: Deadline): Promise<CheckedOutSession> {
    const isFirst = needs.replaces !== undefined;
    const { queue, engine } = this.#parts.limits;
    if (!isFirst && this.#queue.waiting.length >= queue + Math.max(0, engine - this.#out.size)) {
      const other = findEvictableWaiter(this.#queue.waiting, needs.caller);
      if (other === undefined) return Promise.reject(overloadedError());
      other.reject(overloadedError());
    }
    const session = this.#queue.wait(needs, { deadline, isFirst });
    this.#serve();
    return session;
  }

  /** Starts reading the state of the exits for a search that will follow. */
  prefetchHealth(): void {
    this.#exits.prefetchHealth();
  }

  /** Applies a change of the proxies. */
  refresh(): void {
    this.#exits.refresh();
    this.#serve();
  }

  /** The state of every exit that was used. */
  async status(): Promise<ProxyExitStatus[]> {
    const exits = this.#exits.known();
    await this.#exits.update(exits);
    return exits.map((exit) => exitStatusOf(exit, this.#engine));
  }

  /** Searches in progress and waiting, and the milliseconds until an exit may be used; 0 if one may be used now. */
  occupancy(): { active: number; waiting: number; coolingFor: number } {
    const exits = this.#exits.known();
    const soonest = Math.min(...exits.map((exit) => Math.max(0, coolingUntil(exit) - performance.now())));
    return {
      active: this.#out.size,
      waiting: this.#queue.waiting.length,
      coolingFor: Number.isFinite(soonest) ? soonest : 0,
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#alarm);
    for (const waiter of [...this.#queue.waiting]) waiter.reject(new FetchError('closed', 'The fetcher is closed'));
    this.#exits.clear();
    await this.#out.close();
  }

  /** Serves the waiters in fair order. Only one run at a time, because it awaits the store. */
  #serve(): void {
    this.#isStale = true;
    if (!this.#isServing) void this.#serveAll();
  }

  async #serveAll(): Promise<void> {
    this.#isServing = true;
    while (this.#isStale) {
      this.#isStale = false;
      clearTimeout(this.#alarm);
      try {
        await this.#serveWaiters(false);
        await this.#serveWaiters(true);
      } catch (error) {
        const failed = new FetchError('overloaded', 'The health store failed', {
          cause: copyErrorWithoutSecrets(error),
        });
        for (const waiter of [...this.#queue.waiting]) waiter.reject(failed);
      }
    }
    this.#isServing = false;
  }

  /** @param isDirect true to serve the waiters that need no proxy, false for all others */
  async #serveWaiters(isDirect: boolean): Promise<void> {
    const those = () => this.#queue.waiting.filter(({ needs }) => (needs.isDirect ?? false) === isDirect);
    if (those().length === 0 || this.#concurrency.isFull(this.#out.size)) return;
    const exits = this.#exits.current(isDirect);
    await this.#exits.update(exits);
    for (const waiter of inFairOrder(those(), this.#out.shares(), this.#parts.limits.caller)) {
      if (this.#concurrency.isFull(this.#out.size) || !(await this.#serveOne(waiter, exits))) break;
    }
    if (those().length > 0) this.#wakeFor(exits);
  }

  /** Gives a waiter a session, rejects it, or leaves it waiting. False if nothing is left for the waiters after it. */
  async #serveOne(waiter: SessionWaiter, exits: readonly Exit[]): Promise<boolean> {
    if (waiter.isDue()) {
      waiter.reject(overloadedError());
      return true;
    }
    const alive = exits.filter((exit) => coolingUntil(exit) <= performance.now() && !hasReachedPace(exit));
    if (alive.length === 0) {
      await this.#serveExhausted(waiter, exits);
      return true;
    }
    const free = new Set(alive.filter((exit) => this.#selector.isFree(exit)));
    const chosen = this.#select(waiter.needs, alive, free);
    if (chosen === undefined) return free.size > 0;
    await this.#exits.readIfStale(chosen);
    if (coolingUntil(chosen) > performance.now() || hasReachedPace(chosen)) return this.#serveOne(waiter, exits);
    const claim = isOnTrial(chosen) ? claimKey(chosen) : undefined;
    if (claim !== undefined && !(await this.#parts.store.claim(claim, trialTime))) {
      chosen.claimedUntil = performance.now() + trialPoll;
      return this.#serveOne(waiter, exits);
    }
    await this.#give(waiter, chosen, claim);
    return true;
  }

  #select({ country, replaces }: SessionNeeds, alive: readonly Exit[], free: ReadonlySet<Exit>): Exit | undefined {
    const left = replaces && this.#out.exitOf(replaces);
    const paced = this.#exits.known().filter(({ engineHealth }) => engineHealth.pace !== undefined).length;
    return this.#selector.select({ country, left }, { alive, free, paced });
  }

  async #serveExhausted(waiter: SessionWaiter, exits: readonly Exit[]): Promise<void> {
    const decision = await this.#exhausted.decide(exits, waiter.timeLeft());
    if (decision === 'wait') return;
    if (decision instanceof FetchError) waiter.reject(decision);
    else await this.#give(waiter, decision, this.#exhausted.key);
  }

  /** Gives a waiter a session of an exit. If it has left in the meantime, another search may make the claimed trial. */
  async #give(waiter: SessionWaiter, exit: Exit, claim: string | undefined): Promise<void> {
    if (this.#queue.waiting.includes(waiter)) waiter.resolve(this.#out.handOut(exit, waiter.needs, claim));
    else if (claim !== undefined) await this.#parts.store.releaseClaim(claim);
  }

  /** Serves again when the first exit becomes available. */
  #wakeFor(exits: readonly Exit[]): void {
    const now = performance.now();
    const times = exits.flatMap((exit) => [
      coolingUntil(exit) - now,
      exit.claimedUntil - now,
      hasReachedPace(exit) ? pacePoll : 0,
    ]);
    const soonest = Math.min(...times.filter((time) => time > 0));
    clearTimeout(this.#alarm);
    if (Number.isFinite(soonest)) this.#alarm = setTimeout(() => this.#serve(), soonest);
  }
}

/** Store key of the trial of an exit: that of the proxy itself if the proxy has failed. */
function claimKey(exit: Exit): string {
  return exit.proxyHealth.strikes > 0 ? exit.proxyKey : exit.key;
}
