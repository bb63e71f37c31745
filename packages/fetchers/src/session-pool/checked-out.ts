import type { HealthStore } from '../health/store.js';
import {
  backoffAfter,
  type CoolDown,
  maxRetryAfter,
  maxRotatingProxyFailures,
  rotatingProxyBackoff,
} from '../policies/cool-downs.js';
import { countEngineRequests, paceAfterBlock, paceWindow, raisedPaceAfterSuccess } from '../policies/exit-choice.js';
import type { ExhaustionHandler } from './exhausted-pool.js';
import { type CachedHealth, circuitStandingOf, coolingUntil, type Exit, isOnTrial, isReliable } from './exit.js';
import type { EngineExits, ExitSelector } from './exits.js';
import type { CallerUsage } from './fair-queue.js';
import type { AdaptiveConcurrency } from './limits.js';
import { isRotating } from './proxies.js';
import { type AttemptOutcome, type CheckedOutSession, recordSessionUse, type SessionNeeds } from './session.js';

/** What learns from the attempts of checked-out sessions. */
interface CheckedOutParts {
  exits: EngineExits;
  store: HealthStore;
  /** How long an exit cools down, by state. */
  coolDowns: Readonly<Record<string, CoolDown>>;
  selector: ExitSelector;
  exhausted: ExhaustionHandler;
  concurrency: AdaptiveConcurrency;
  /** Called when a session has been returned. */
  onRelease(): void;
}

/** The sessions of an engine that are reserved for searches. */
export class CheckedOutSessions {
  readonly #parts: CheckedOutParts;
  readonly #callers = new Map<CheckedOutSession, string | undefined>();
  readonly #exitOf = new WeakMap<CheckedOutSession, Exit>();
  readonly #lastServed = new Map<string | undefined, number>();
  #served = 0;

  constructor(parts: CheckedOutParts) {
    this.#parts = parts;
  }

  /** Searches in progress. */
  get size(): number {
    return this.#callers.size;
  }

  /** The use of each caller so far. */
  shares(): CallerUsage {
    return { active: countBy(this.#callers.values()), lastServed: this.#lastServed };
  }

  /** The exit of a session, also after its release. */
  exitOf(session: CheckedOutSession): Exit | undefined {
    return this.#exitOf.get(session);
  }

  /** Closes the sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#callers.keys()].map(({ session }) => session.close()));
  }

  /**
   * Takes a session of an exit.
   *
   * @param claim store key of the claimed trial, if this is one
   */
  handOut(exit: Exit, needs: SessionNeeds, claim: string | undefined): CheckedOutSession {
    const used = exit.idle.take(needs);
    const wasOnTrial = isOnTrial(exit);
    const isLast = claim === this.#parts.exhausted.key;
    let undecided = claim;
    this.#recordCheckout(exit, needs);
    const rotates = exit.proxy !== undefined && isRotating(exit.proxy);
    const standing = circuitStandingOf(exit, this.#parts.exits.current(needs.isDirect ?? false));
    const checkedOut: CheckedOutSession = {
      session: used.session,
      address: rotates ? used.session.id : (exit.proxy?.id ?? 'direct'),
      addresses: rotates ? Number.POSITIVE_INFINITY : standing.addresses,
      isOnTrial: isLast || standing.isOnTrial,
      isHealthy: () => exit.proxy === undefined || rotates || isReliable(exit),
      report: async (outcome) => {
        recordSessionUse(used, outcome);
        if (!(await this.#record(exit, outcome, wasOnTrial))) return;
        undecided = undefined;
        if (isLast) await this.#parts.exhausted.recordTrial(outcome.state === 'usable');
      },
      release: (fate) => {
        if (!this.#callers.delete(checkedOut)) return;
        exit.active -= 1;
        used.isOver ||= fate === 'end' || !this.#parts.exits.has(exit);
        exit.idle.put(used);
        const { onRelease } = this.#parts;
        if (undecided === undefined) onRelease();
        else void this.#parts.store.releaseClaim(undecided).then(onRelease, onRelease);
      },
    };
    this.#callers.set(checkedOut, needs.caller);
    this.#exitOf.set(checkedOut, exit);
    return checkedOut;
  }

  #recordCheckout(exit: Exit, { caller, replaces }: SessionNeeds): void {
    this.#served += 1;
    this.#lastServed.set(caller, this.#served);
    this.#parts.selector.recordUse(replaces !== undefined);
    exit.active += 1;
    exit.lastChosen = this.#served;
  }

  async #record(exit: Exit, outcome: AttemptOutcome, wasOnTrial: boolean): Promise<boolean> {
    const { store, coolDowns } = this.#parts;
    const isUsable = outcome.state === 'usable';
    const isDecided = await recordExitOutcome(exit, outcome, {
      store,
      coolDowns,
      othersSucceed: () => this.#parts.concurrency.isEngineHealthy(),
      hasOthers: () =>
        this.#parts.exits.current(false).some((other) => other !== exit && coolingUntil(other) <= performance.now()),
    });
    if (isUsable || outcome.suspect === 'engine' || outcome.suspect === 'exit_at_engine') {
      this.#parts.concurrency.record(isUsable);
    }
    if (wasOnTrial && isUsable) this.#parts.selector.recordRecovery();
    return isDecided;
  }
}

function countBy<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** What is needed to record the outcome of an attempt. */
interface OutcomeRecorder {
  store: HealthStore;
  coolDowns: Readonly<Record<string, CoolDown>>;
  /** Whether most attempts at the engine succeed, so that a failure is the exit's own. */
  othersSucceed(): boolean;
  /** Whether another exit can be used instead. */
  hasOthers(): boolean;
}

/** Connection faults. Any other state with a cool-down of its own is a block by the engine. */
const connectionFaults: ReadonlySet<string> = new Set(['network', 'timeout']);

/** Records the outcome of an attempt through an exit. Resolves to whether it decided a trial. */
export async function recordExitOutcome(
  exit: Exit,
  outcome: AttemptOutcome,
  recorder: OutcomeRecorder,
): Promise<boolean> {
  const { suspect, state, retryAfter = 0 } = outcome;
  exit.touchedAt = performance.now();
  if (state === 'usable') return recordSuccess(exit, recorder);
  const wait = Math.min(retryAfter * 1_000, maxRetryAfter);
  if (exit.proxy === undefined) return wait > 0 && suspect !== 'request' && coolDirectExit(exit, wait, recorder);
  if (suspect === 'exit') return recordProxyFault(exit, { state, wait }, recorder);
  if (suspect !== 'exit_at_engine' && wait === 0) return false;
  if (isRotating(exit.proxy)) return false;
  if (suspect === 'engine') return rest(exit, { base: 0, cap: 0 }, wait, recorder);
  const isBlocked = recorder.coolDowns[state] !== undefined && !connectionFaults.has(state);
  if (isBlocked) return recordBlock(exit, { state, wait }, recorder);
  return recordFault(exit, { state, wait, isCertain: outcome.isSuspectCertain ?? false }, recorder);
}

async function recordSuccess(exit: Exit, { store }: OutcomeRecorder): Promise<boolean> {
  exit.isProven = true;
  exit.failures = 0;
  exit.counts = { ...exit.counts, passed: (exit.counts.passed ?? 0) + 1 };
  await store.bufferCounts(exit.key, { passed: 1 }, paceWindow);
  const pace = raisedPaceAfterSuccess(countEngineRequests(exit.counts), exit.engineHealth.pace);
  if (pace !== undefined && exit.proxy !== undefined && !isRotating(exit.proxy)) {
    exit.engineHealth.pace = pace;
    await store.setPace(exit.key, pace);
  }
  if (isOnTrial(exit)) {
    await Promise.all([...new Set([exit.key, exit.proxyKey])].map((key) => store.recordSuccess(key)));
    exit.engineHealth = { ...exit.engineHealth, coolsUntil: 0, strikes: 0 };
    exit.proxyHealth = { coolsUntil: 0, strikes: 0 };
  }
  return true;
}

interface Failure {
  state: string;
  /** `Retry-After` in milliseconds; 0 for none. */
  wait: number;
}

/**
 * Without another exit, a long `Retry-After` is not followed literally: after at most a minute, one search tries whether the engine
 * responds again, and the interval doubles while it does not.
 */
async function coolDirectExit(exit: Exit, wait: number, recorder: OutcomeRecorder): Promise<boolean> {
  const longest = Math.min(5 * 60_000, 60_000 * 2 ** exit.engineHealth.strikes);
  const base = Math.min(wait, longest);
  return rest(exit, { base, cap: base }, 0, recorder);
}

/**
 * A gateway is judged by many failures in a row, because each attempt uses another address behind it. A proxy that usually works
 * refuses credentials only by mistake, so it is tried again soon.
 */
async function recordProxyFault(exit: Exit, { state, wait }: Failure, recorder: OutcomeRecorder): Promise<boolean> {
  exit.failures += 1;
  if (exit.proxy !== undefined && isRotating(exit.proxy)) {
    if (exit.failures < maxRotatingProxyFailures) return false;
    return coolExit(exit, rotatingProxyBackoff, Math.min(wait, rotatingProxyBackoff.cap), recorder);
  }
  exit.counts = await recorder.store.addCounts(exit.key, { unreached: 1 }, paceWindow);
  const isBrief = state === 'proxy' || isReliable(exit);
  if (isBrief && exit.isProven && exit.failures < 2 && !isOnTrial(exit) && wait === 0) return false;
  const coolDown = isBrief ? undefined : recorder.coolDowns[state];
  return coolExit(exit, coolDown ?? recorder.coolDowns.proxy!, wait, recorder);
}

/** The requests before a block give the pace that the engine tolerates. Failed trials during the block do not change it. */
async function recordBlock(exit: Exit, { state, wait }: Failure, recorder: OutcomeRecorder): Promise<boolean> {
  const { store, coolDowns } = recorder;
  if (!isOnTrial(exit)) {
    const pace = paceAfterBlock(countEngineRequests(exit.counts), exit.engineHealth.pace);
    if (pace !== undefined) await store.setPace(exit.key, pace);
    exit.engineHealth.pace = pace ?? exit.engineHealth.pace;
  }
  await rest(exit, backoffAfter(coolDowns[state]!, exit.engineHealth.strikes), wait, recorder);
  exit.isBlocked = true;
  return true;
}

/**
 * A broken connection, a timeout or an unusable response is the exit's own fault if other attempts succeed. The only exit of an
 * engine continues to be used.
 */
async function recordFault(
  exit: Exit,
  { state, wait, isCertain }: Failure & { isCertain: boolean },
  recorder: OutcomeRecorder,
): Promise<boolean> {
  exit.failures += 1;
  exit.counts = await recorder.store.addCounts(exit.key, { failed: 1 }, paceWindow);
  const isFirst = !isCertain && exit.isProven && exit.failures < 2 && !isOnTrial(exit);
  const isExitsOwn = recorder.hasOthers() && (isCertain || recorder.othersSucceed());
  if (wait === 0 && (isFirst || !isExitsOwn)) return false;
  return rest(exit, recorder.coolDowns[state] ?? recorder.coolDowns.network!, wait, recorder);
}

async function rest(exit: Exit, backoff: CoolDown, wait: number, { store }: OutcomeRecorder): Promise<true> {
  exit.isProven = false;
  exit.isBlocked = false;
  const milliseconds = await store.recordFailure(exit.key, backoff, wait);
  const view = { coolsUntil: performance.now() + milliseconds, strikes: strikesAfter(exit.engineHealth) };
  exit.engineHealth = { ...exit.engineHealth, ...view };
  return true;
}

async function coolExit(exit: Exit, backoff: CoolDown, wait: number, { store }: OutcomeRecorder): Promise<true> {
  exit.isProven = false;
  const milliseconds = await store.recordFailure(exit.proxyKey, backoff, wait);
  exit.proxyHealth = { coolsUntil: performance.now() + milliseconds, strikes: strikesAfter(exit.proxyHealth) };
  return true;
}

function strikesAfter({ coolsUntil, strikes }: CachedHealth): number {
  return coolsUntil > performance.now() ? strikes : strikes + 1;
}
