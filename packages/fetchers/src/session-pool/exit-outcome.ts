import type { HealthStore } from '../health/store.js';
import { type CoolDown, gatewayPenalty, gatewayTolerance, maxWait, penaltyAfter } from '../policies/cool-downs.js';
import { learnedPace, paceWindow, raisedPace, usedOf } from '../policies/exit-choice.js';
import { type Exit, isOnTrial, isReliable, type View } from './exit.js';
import { isRotating } from './proxy.js';
import type { AttemptOutcome } from './session.js';

/** What is needed to record the outcome of an attempt. */
export interface OutcomeRecorder {
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
export async function recordOutcome(exit: Exit, outcome: AttemptOutcome, recorder: OutcomeRecorder): Promise<boolean> {
  const { suspect, state, retryAfter = 0 } = outcome;
  exit.touchedAt = performance.now();
  if (state === 'usable') return recordSuccess(exit, recorder);
  const wait = Math.min(retryAfter * 1_000, maxWait);
  if (exit.proxy === undefined) return wait > 0 && suspect !== 'request' && coolDirectExit(exit, wait, recorder);
  if (suspect === 'exit') return recordProxyFault(exit, { state, wait }, recorder);
  if (suspect !== 'exit_at_engine' && wait === 0) return false;
  if (isRotating(exit.proxy)) return false;
  if (suspect === 'engine') return rest(exit, { base: 0, cap: 0 }, wait, recorder);
  const isBlocked = recorder.coolDowns[state] !== undefined && !connectionFaults.has(state);
  if (isBlocked) return recordBlock(exit, { state, wait }, recorder);
  return recordFault(exit, { state, wait, isCertain: outcome.isCertain ?? false }, recorder);
}

async function recordSuccess(exit: Exit, { store }: OutcomeRecorder): Promise<boolean> {
  exit.isProven = true;
  exit.failures = 0;
  exit.counts = { ...exit.counts, passed: (exit.counts.passed ?? 0) + 1 };
  await store.note(exit.key, { passed: 1 }, paceWindow);
  const pace = raisedPace(usedOf(exit.counts), exit.atEngine.pace);
  if (pace !== undefined && exit.proxy !== undefined && !isRotating(exit.proxy)) {
    exit.atEngine.pace = pace;
    await store.setPace(exit.key, pace);
  }
  if (isOnTrial(exit)) {
    await Promise.all([...new Set([exit.key, exit.ownKey])].map((key) => store.heal(key)));
    exit.atEngine = { ...exit.atEngine, coolsUntil: 0, strikes: 0 };
    exit.itself = { coolsUntil: 0, strikes: 0 };
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
  const longest = Math.min(5 * 60_000, 60_000 * 2 ** exit.atEngine.strikes);
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
    if (exit.failures < gatewayTolerance) return false;
    return coolExit(exit, gatewayPenalty, Math.min(wait, gatewayPenalty.cap), recorder);
  }
  exit.counts = await recorder.store.count(exit.key, { unreached: 1 }, paceWindow);
  const isBrief = state === 'proxy' || isReliable(exit);
  if (isBrief && exit.isProven && exit.failures < 2 && !isOnTrial(exit) && wait === 0) return false;
  const coolDown = isBrief ? undefined : recorder.coolDowns[state];
  return coolExit(exit, coolDown ?? recorder.coolDowns.proxy!, wait, recorder);
}

/** The requests before a block give the pace that the engine tolerates. Failed trials during the block do not change it. */
async function recordBlock(exit: Exit, { state, wait }: Failure, recorder: OutcomeRecorder): Promise<boolean> {
  const { store, coolDowns } = recorder;
  if (!isOnTrial(exit)) {
    const pace = learnedPace(usedOf(exit.counts), exit.atEngine.pace);
    if (pace !== undefined) await store.setPace(exit.key, pace);
    exit.atEngine.pace = pace ?? exit.atEngine.pace;
  }
  await rest(exit, penaltyAfter(coolDowns[state]!, exit.atEngine.strikes), wait, recorder);
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
  exit.counts = await recorder.store.count(exit.key, { failed: 1 }, paceWindow);
  const isFirst = !isCertain && exit.isProven && exit.failures < 2 && !isOnTrial(exit);
  const isExitsOwn = recorder.hasOthers() && (isCertain || recorder.othersSucceed());
  if (wait === 0 && (isFirst || !isExitsOwn)) return false;
  return rest(exit, recorder.coolDowns[state] ?? recorder.coolDowns.network!, wait, recorder);
}

async function rest(exit: Exit, penalty: CoolDown, wait: number, { store }: OutcomeRecorder): Promise<true> {
  exit.isProven = false;
  exit.isBlocked = false;
  const milliseconds = await store.cool(exit.key, penalty, wait);
  const view = { coolsUntil: performance.now() + milliseconds, strikes: strikesAfter(exit.atEngine) };
  exit.atEngine = { ...exit.atEngine, ...view };
  return true;
}

async function coolExit(exit: Exit, penalty: CoolDown, wait: number, { store }: OutcomeRecorder): Promise<true> {
  exit.isProven = false;
  const milliseconds = await store.cool(exit.ownKey, penalty, wait);
  exit.itself = { coolsUntil: performance.now() + milliseconds, strikes: strikesAfter(exit.itself) };
  return true;
}

function strikesAfter({ coolsUntil, strikes }: View): number {
  return coolsUntil > performance.now() ? strikes : strikes + 1;
}
