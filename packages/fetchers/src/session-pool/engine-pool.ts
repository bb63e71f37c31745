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

/** How an exit fares at one engine. */
export interface ExitStatus {
  engine: Engine;
  /** Id of the proxy, or `direct`. */
  proxy: string;
  /** Searches that use it. */
  active: number;
  /** Milliseconds that it is cooling down for; 0 when it may be used. */
  coolingFor: number;
  /** Cool-downs in a row. */
  strikes: number;
  /** Requests of the last hour. */
  used: number;
  /** Requests an hour that the engine is known to bear from it; left out where that is not known. */
  pace?: number;
}

/** What the pools of all engines have in common. */
export interface EnginePoolParts extends ExitsParts {
  limits: Limits;
  /** How long an exit cools down, by state. */
  coolDowns: Readonly<Record<string, CoolDown>>;
}

/** A trial that is not heard of again may be made by another process. */
const trialTime = 60_000;
/** How soon to look again at what another process is trying, and at exits that are used up for the hour. */
const trialPoll = 1_000;
const pacePoll = 5_000;
/** A search waits for an exit that the engine turned away and that is back within this, rather than being refused. */
const shortWait = 10_000;
/** Seconds after which to try again where there are no proxies at all, or none that is not used up for the hour. */
const noProxiesWait = 30;
/** So many exits must have been banned before their pace is found out one after the other. */
const fewestPaced = 3;
/** The share of the usual searches at once that an engine is asked by at least. */
const fewestAtOnce = 0.25;
/** What is taken for the share of usable pages while nothing is known. */
const unknownShare = 0.7;
/** How much the last attempt weighs in how an engine fares. */
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

  /** Waits for a session. Throws as `SessionPool.checkOut` does. */
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

  /** A search is about to come. */
  foresee(): void {
    this.#exits.foresee();
  }

  /** The proxies have changed. */
  refresh(): void {
    this.#exits.refresh();
    this.#serve();
  }

  /** How every exit fares that was used. */
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

  /** Searches under way and waiting, and the milliseconds until an exit may be used; 0 when one may be now. */
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

  /** Serves those who wait, in fair order; one run at a time, since it waits for the store. */
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
        const failed = new FetchError('overloaded', 'The store of what is known of proxies failed', { cause: error });
        for (const waiter of [...this.#queue.waiting]) waiter.refuse(failed);
      }
    }
    this.#isServing = false;
  }

  /** @param isDirect whether to serve those who need no proxy, or all others */
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

  /** An engine that fails most of those who ask is asked by fewer at once, so that few more are sent until its circuit opens. */
  #isFull(): boolean {
    const share = Math.min(1, Math.max(fewestAtOnce, 2 * this.#usableShare));
    return this.#out.size >= Math.ceil(this.#parts.limits.engine * share);
  }

  /** Gives a waiter its session, refuses it, or leaves it where it is. False when nothing is left for those behind it. */
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

  /** A proxy that has not been good yet, or not since it failed, is used by one search at a time. */
  #isFree(exit: Exit): boolean {
    const { limits } = this.#parts;
    if (exit.claimedUntil > performance.now()) return false;
    if (isOnTrial(exit)) return exit.active < 1;
    if (exit.proxy === undefined) return exit.active < limitFor(limits.direct, this.#engine);
    if (isRotating(exit.proxy)) return exit.active < limitFor(limits.gateway, this.#engine);
    return exit.active < (exit.isProven ? limitFor(limits.proxy, this.#engine) : 1);
  }

  /** The exit for a search; undefined when all that fit are busy. Rather than come from another country a search waits. */
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

  /** Whether exits are banned for being used so often, and the demand leaves no choice but to use them so. */
  #isPressing(alive: readonly Exit[]): boolean {
    const paced = this.#exits.known().filter(({ atEngine }) => atEngine.pace !== undefined).length;
    return paced >= Math.max(fewestPaced, 0.1 * alive.length) && this.#demand.isPressing(alive.length);
  }

  /**
   * Every exit rests or is used up for the hour. A search waits where one is back soon, and is refused otherwise; but from
   * time to time one tries an exit that the engine had turned away, so that nothing is left alone for hours unseen.
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

  /** @param trialKey what the store is told of a trial, beside the exit itself */
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
   * What a failure of an exit says depends on the others. Those that are on trial are hardly used, so the engine is judged by
   * those that are not; where all are, by all of them, since nothing else would open its circuit.
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

  /** Looks again when the first exit is back, if nothing happens before. */
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

/** What the store knows a trial of an exit by: the proxy itself where that has failed. */
function claimKey(exit: Exit): string {
  return exit.itself.strikes > 0 ? exit.ownKey : exit.key;
}

/** What an attempt does to its session. */
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

/** Why a search gets no session. Without proxies it can only be that the engine asked to wait. */
function noneLeft(exits: readonly Exit[]): FetchError {
  const rests = exits.map((exit) => restsUntil(exit) - performance.now()).filter((time) => time > 0);
  if (rests.length === 0) {
    const why = exits.length === 0 ? 'There are no proxies' : 'Every proxy is used up for this hour';
    return new FetchError('no_proxy_available', why, { retryAfter: noProxiesWait });
  }
  const retryAfter = Math.ceil(Math.min(...rests) / 1000);
  const isDirect = exits.every(({ proxy }) => proxy === undefined);
  if (isDirect) return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { retryAfter });
  return new FetchError('no_proxy_available', 'Every proxy is cooling down', { retryAfter });
}
