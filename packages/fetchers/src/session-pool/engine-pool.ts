import type { Deadline } from '../deadline.js';
import { FetchError } from '../errors.js';
import { type CoolDown, trialInterval } from '../policies/cool-downs.js';
import { chooseExit, createDemand, rankOf, usedOf } from '../policies/exit-choice.js';
import type { Engine } from '../types.js';
import { candidateOf, type Exit, isOnTrial, isPacedOut, isReliable, recordOutcome, restsUntil } from './exit.js';
import { Exits, type ExitsParts } from './exits.js';
import { createFairQueue, inFairOrder, lastOfMost, overloaded, type Waiter } from './fair-queue.js';
import { createTrialBudget, type Limits, limitFor } from './limits.js';
import { isRotating } from './proxy.js';
import type { AttemptOutcome, CheckedOutSession, SessionNeeds } from './session.js';

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

/** What the pools of all engines share. */
export interface EnginePoolParts extends ExitsParts {
  limits: Limits;
  /** How long an exit cools down, by state. */
  coolDowns: Readonly<Record<string, CoolDown>>;
}

/** A trial without a result after this time may be made by another process. */
const trialTime = 60_000;
/** Interval of checks for the end of another process's trial, and for exits that reached their pace. */
const trialPoll = 1_000;
const pacePoll = 5_000;
/** A search waits for a blocked exit that becomes available within this time instead of failing. */
const shortWait = 10_000;
/** `retryAfter` in seconds if there are no proxies, or if all have reached their pace. */
const noProxiesWait = 30;
/** Paces are explored one exit at a time once this many exits have a learned pace. */
const minPaced = 3;
/** The concurrency limit is never reduced below this share. */
const minAtOnce = 0.25;
/** The share of usable pages that is assumed at first. */
const unknownShare = 0.7;
/** Weight of the latest attempt in the moving average of usable pages. */
const lastWeight = 0.1;

type SessionWaiter = Waiter<SessionNeeds, CheckedOutSession>;

/** The sessions of one engine: its exits, its limits and its queue. */
export class EnginePool {
  readonly #engine: Engine;
  readonly #parts: EnginePoolParts;
  readonly #exits: Exits;
  readonly #queue;
  readonly #out = new Map<CheckedOutSession, string | undefined>();
  readonly #exitOf = new WeakMap<CheckedOutSession, Exit>();
  readonly #lastServed = new Map<string | undefined, number>();
  readonly #demand = createDemand(() => performance.now());
  readonly #trials = createTrialBudget();
  #served = 0;
  #usableShare = unknownShare;
  #isServing = false;
  #isStale = false;
  #alarm: NodeJS.Timeout | undefined;

  constructor(engine: Engine, parts: EnginePoolParts) {
    this.#engine = engine;
    this.#parts = parts;
    this.#exits = new Exits(engine, parts);
    this.#queue = createFairQueue<SessionNeeds, CheckedOutSession>(parts.limits.queueTimeout);
  }

  /** Waits for a session. Throws like `SessionPool.checkOut`. */
  checkOut(needs: SessionNeeds, deadline: Deadline): Promise<CheckedOutSession> {
    const isFirst = needs.instead !== undefined;
    const { queue, engine } = this.#parts.limits;
    if (!isFirst && this.#queue.waiting.length >= queue + Math.max(0, engine - this.#out.size)) {
      const other = lastOfMost(this.#queue.waiting, needs.caller);
      if (other === undefined) return Promise.reject(overloaded());
      other.refuse(overloaded());
    }
    const session = this.#queue.wait(needs, { deadline, isFirst });
    this.#serve();
    return session;
  }

  /** Starts reading the state of the exits for a search that will follow. */
  foresee(): void {
    this.#exits.foresee();
  }

  /** Applies a change of the proxies. */
  refresh(): void {
    this.#exits.refresh();
    this.#serve();
  }

  /** The state of every exit that was used. */
  async status(): Promise<ExitStatus[]> {
    const exits = this.#exits.known();
    await this.#exits.update(exits);
    return exits.map((exit) => ({
      engine: this.#engine,
      proxy: exit.proxy?.id ?? 'direct',
      active: exit.active,
      coolingFor: Math.max(0, restsUntil(exit) - performance.now()),
      strikes: Math.max(exit.atEngine.strikes, exit.itself.strikes),
      used: usedOf(exit.counts) + exit.active,
      ...(exit.atEngine.pace !== undefined && { pace: exit.atEngine.pace }),
    }));
  }

  /** Searches in progress and waiting, and the milliseconds until an exit may be used; 0 if one may be used now. */
  load(): { active: number; waiting: number; restingFor: number } {
    const exits = this.#exits.known();
    const soonest = Math.min(...exits.map((exit) => Math.max(0, restsUntil(exit) - performance.now())));
    return {
      active: this.#out.size,
      waiting: this.#queue.waiting.length,
      restingFor: Number.isFinite(soonest) ? soonest : 0,
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#alarm);
    for (const waiter of [...this.#queue.waiting]) waiter.refuse(new FetchError('closed', 'The fetcher is closed'));
    this.#exits.clear();
    await Promise.all([...this.#out.keys()].map(({ session }) => session.close()));
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
        const failed = new FetchError('overloaded', 'The health store failed', { cause: error });
        for (const waiter of [...this.#queue.waiting]) waiter.refuse(failed);
      }
    }
    this.#isServing = false;
  }

  /** @param isDirect true to serve the waiters that need no proxy, false for all others */
  async #serveWaiters(isDirect: boolean): Promise<void> {
    const those = () => this.#queue.waiting.filter(({ needs }) => (needs.isDirect ?? false) === isDirect);
    if (those().length === 0 || this.#isFull()) return;
    const exits = this.#exits.current(isDirect);
    await this.#exits.update(exits);
    const shares = { active: countBy(this.#out.values()), lastServed: this.#lastServed };
    for (const waiter of inFairOrder(those(), shares, this.#parts.limits.caller)) {
      if (this.#isFull() || !(await this.#serveOne(waiter, exits))) break;
    }
    if (those().length > 0) this.#wakeFor(exits);
  }

  /** Reduces concurrency while most attempts fail, so that few more requests are sent before the circuit opens. */
  #isFull(): boolean {
    const share = Math.min(1, Math.max(minAtOnce, 2 * this.#usableShare));
    return this.#out.size >= Math.ceil(this.#parts.limits.engine * share);
  }

  /** Gives a waiter a session, rejects it, or leaves it waiting. False if nothing is left for the waiters after it. */
  async #serveOne(waiter: SessionWaiter, exits: readonly Exit[]): Promise<boolean> {
    if (waiter.isDue()) {
      waiter.refuse(overloaded());
      return true;
    }
    const alive = exits.filter((exit) => restsUntil(exit) <= performance.now() && !isPacedOut(exit));
    if (alive.length === 0) return this.#serveWithoutExits(waiter, exits);
    const free = new Set(alive.filter((exit) => this.#isFree(exit)));
    const chosen = this.#choose(waiter.needs, alive, free);
    if (chosen === undefined) return free.size > 0;
    await this.#exits.verify(chosen);
    if (restsUntil(chosen) > performance.now() || isPacedOut(chosen)) return this.#serveOne(waiter, exits);
    if (isOnTrial(chosen) && !(await this.#parts.store.claim(claimKey(chosen), trialTime))) {
      chosen.claimedUntil = performance.now() + trialPoll;
      return this.#serveOne(waiter, exits);
    }
    if (this.#queue.waiting.includes(waiter)) waiter.give(this.#handOut(chosen, waiter.needs));
    else if (isOnTrial(chosen)) await this.#parts.store.unclaim(claimKey(chosen));
    return true;
  }

  /** Whether an exit can take another search. A proxy without a success since its last failure takes one at a time. */
  #isFree(exit: Exit): boolean {
    const { limits } = this.#parts;
    if (exit.claimedUntil > performance.now()) return false;
    if (isOnTrial(exit)) return exit.active < 1;
    if (exit.proxy === undefined) return exit.active < limitFor(limits.direct, this.#engine);
    if (isRotating(exit.proxy)) return exit.active < limitFor(limits.gateway, this.#engine);
    return exit.active < (exit.isProven ? limitFor(limits.proxy, this.#engine) : 1);
  }

  /** The exit for a search; undefined if all that fit are busy. A search waits rather than use an exit of another country. */
  #choose(needs: SessionNeeds, alive: readonly Exit[], free: ReadonlySet<Exit>): Exit | undefined {
    const left = needs.instead && this.#exitOf.get(needs.instead);
    const choice = {
      country: needs.country,
      ...(left && { failedTier: left.proxy?.tier ?? 0 }),
      isPressing: this.#isPressing(alive),
    };
    const ranked = alive.map((exit) => ({
      exit,
      rank: rankOf({ country: exit.proxy?.country, isLeft: exit === left }, choice),
    }));
    const best = Math.min(...ranked.map(({ rank }) => rank));
    const fitting = ranked.flatMap(({ exit, rank }) => (rank === best && free.has(exit) ? [exit] : []));
    const trials = fitting.filter(isOnTrial);
    const healthy = trials.length === 0 ? fitting : fitting.filter((exit) => !isOnTrial(exit));
    const isTrial = trials.length > 0 && (healthy.length === 0 || (left === undefined && this.#trials.take()));
    return chooseExit((isTrial ? trials : healthy).map(candidateOf), choice, Math.random)?.exit;
  }

  /** Whether exits get banned for their request rate while demand is too high to use them less. */
  #isPressing(alive: readonly Exit[]): boolean {
    const paced = this.#exits.known().filter(({ atEngine }) => atEngine.pace !== undefined).length;
    return paced >= Math.max(minPaced, 0.1 * alive.length) && this.#demand.isPressing(alive.length);
  }

  /**
   * Handles a search while every exit is cooling down or has reached its pace. It waits if one is available soon and is rejected
   * otherwise. At intervals, one search tries a blocked exit, so that an end of the block is noticed within minutes.
   */
  async #serveWithoutExits(waiter: SessionWaiter, exits: readonly Exit[]): Promise<boolean> {
    const now = performance.now();
    const turnedAway = exits.filter((exit) => exit.itself.coolsUntil <= now && (exit.isBlocked || isPacedOut(exit)));
    const rests = turnedAway.map((exit) => restsUntil(exit) - now).filter((time) => time > 0);
    if (Math.min(...rests) <= shortWait) return true;
    const [first] = turnedAway
      .filter(({ active }) => active === 0)
      .toSorted((one, other) => one.atEngine.coolsUntil - other.atEngine.coolsUntil);
    if (first === undefined || !(await this.#mayTryWithoutExits())) {
      waiter.refuse(noneLeft(exits));
      return true;
    }
    if (this.#queue.waiting.includes(waiter)) waiter.give(this.#handOut(first, waiter.needs, this.#starvingKey));
    else await this.#parts.store.unclaim(this.#starvingKey);
    return true;
  }

  get #starvingKey(): string {
    return `starving:${this.#engine}`;
  }

  async #mayTryWithoutExits(): Promise<boolean> {
    const { store } = this.#parts;
    const [health] = await store.read([this.#starvingKey]);
    if (health === undefined || health.coolingFor > 0) return false;
    if (health.strikes > 0) return store.claim(this.#starvingKey, trialTime);
    await store.cool(this.#starvingKey, trialInterval);
    return false;
  }

  /** @param trialKey key of the trial in the store, if this is a trial without exits */
  #handOut(exit: Exit, needs: SessionNeeds, trialKey?: string): CheckedOutSession {
    const { store } = this.#parts;
    const used = exit.idle.take(needs);
    let claimed = isOnTrial(exit) ? [claimKey(exit)] : [];
    if (trialKey !== undefined) claimed = [trialKey];
    const wasOnTrial = isOnTrial(exit);
    this.#noteHandOut(exit, needs);
    const rotates = exit.proxy !== undefined && isRotating(exit.proxy);
    const standing = this.#standingOf(exit, needs);
    const checkedOut: CheckedOutSession = {
      session: used.session,
      address: rotates ? used.session.id : (exit.proxy?.id ?? 'direct'),
      addresses: rotates ? Number.POSITIVE_INFINITY : standing.addresses,
      isOnTrial: trialKey !== undefined || standing.isOnTrial,
      isHealthy: () => exit.proxy === undefined || rotates || isReliable(exit),
      report: async (outcome) => {
        noteUse(used, outcome);
        if (!(await this.#record(exit, outcome, wasOnTrial))) return;
        claimed = [];
        if (trialKey === undefined) return;
        if (outcome.state === 'usable') await store.heal(trialKey);
        else await store.cool(trialKey, trialInterval);
      },
      release: (fate) => {
        if (!this.#out.delete(checkedOut)) return;
        exit.active -= 1;
        used.isOver ||= fate === 'end' || !this.#exits.has(exit);
        exit.idle.put(used);
        const serve = () => this.#serve();
        if (claimed.length > 0) void Promise.all(claimed.map((key) => store.unclaim(key))).then(serve, serve);
        else serve();
      },
    };
    this.#out.set(checkedOut, needs.caller);
    this.#exitOf.set(checkedOut, exit);
    return checkedOut;
  }

  /**
   * How failures through an exit count for the circuit. Exits on trial are rarely used, so the engine is judged by the others. If
   * all exits are on trial, it is judged by all of them, because otherwise the circuit could not open.
   */
  #standingOf(exit: Exit, { isDirect = false }: SessionNeeds): Pick<CheckedOutSession, 'addresses' | 'isOnTrial'> {
    const exits = this.#exits.current(isDirect);
    const trusted = exits.filter((other) => !isOnTrial(other)).length;
    return trusted === 0
      ? { addresses: exits.length, isOnTrial: false }
      : { addresses: trusted, isOnTrial: isOnTrial(exit) };
  }

  #noteHandOut(exit: Exit, { caller, instead }: SessionNeeds): void {
    this.#served += 1;
    this.#lastServed.set(caller, this.#served);
    this.#trials.add();
    if (instead === undefined) this.#demand.add();
    exit.active += 1;
    exit.lastChosen = this.#served;
  }

  async #record(exit: Exit, outcome: AttemptOutcome, wasOnTrial: boolean): Promise<boolean> {
    const { store, coolDowns } = this.#parts;
    const isUsable = outcome.state === 'usable';
    const isDecided = await recordOutcome(exit, outcome, {
      store,
      coolDowns,
      othersFareWell: () => this.#usableShare >= 0.5,
      hasOthers: () =>
        this.#exits.current(false).some((other) => other !== exit && restsUntil(other) <= performance.now()),
    });
    if (isUsable || outcome.suspect === 'engine' || outcome.suspect === 'exit_at_engine') {
      this.#usableShare += lastWeight * (Number(isUsable) - this.#usableShare);
    }
    if (wasOnTrial && isUsable) this.#trials.giveBack();
    return isDecided;
  }

  /** Serves again when the first exit becomes available. */
  #wakeFor(exits: readonly Exit[]): void {
    const now = performance.now();
    const times = exits.flatMap((exit) => [
      restsUntil(exit) - now,
      exit.claimedUntil - now,
      isPacedOut(exit) ? pacePoll : 0,
    ]);
    const soonest = Math.min(...times.filter((time) => time > 0));
    clearTimeout(this.#alarm);
    if (Number.isFinite(soonest)) this.#alarm = setTimeout(() => this.#serve(), soonest + 1);
  }
}

/** Store key of the trial of an exit: that of the proxy itself if the proxy has failed. */
function claimKey(exit: Exit): string {
  return exit.itself.strikes > 0 ? exit.ownKey : exit.key;
}

/** Records an attempt in its session. */
function noteUse(used: { uses: number; score: number; isOver: boolean }, { session }: AttemptOutcome): void {
  used.uses += 1;
  if (session === 'good') used.score = Math.max(0, used.score - 0.5);
  if (session === 'failed') used.score += 1;
  if (session === 'ended') used.isOver = true;
}

function countBy<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The error for a search without a session. Without proxies, the only possible reason is a `Retry-After` of the engine. */
function noneLeft(exits: readonly Exit[]): FetchError {
  const rests = exits.map((exit) => restsUntil(exit) - performance.now()).filter((time) => time > 0);
  if (rests.length === 0) {
    const why = exits.length === 0 ? 'There are no proxies' : 'Every proxy has reached its pace for this hour';
    return new FetchError('no_proxy_available', why, { retryAfter: noProxiesWait });
  }
  const retryAfter = Math.ceil(Math.min(...rests) / 1000);
  const isDirect = exits.every(({ proxy }) => proxy === undefined);
  if (isDirect) return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { retryAfter });
  return new FetchError('no_proxy_available', 'Every proxy is cooling down', { retryAfter });
}
