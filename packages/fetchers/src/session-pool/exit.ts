import type { Counts, Health, HealthStore } from '../health/store.js';
import { type CoolDown, gatewayPenalty, gatewayTolerance, longestWait, penaltyAfter } from '../policies/cool-downs.js';
import { type Candidate, learnedPace, paceWindow, raisedPace, usedOf } from '../policies/exit-choice.js';
import type { Engine, ProxyServer } from '../types.js';
import type { IdleSessions } from './idle-sessions.js';
import { isRotating } from './proxy.js';
import type { AttemptOutcome } from './session.js';

/** How a key of the store fares, as last read. */
interface View {
  /** By the clock of `performance.now()`. */
  coolsUntil: number;
  strikes: number;
}

/** A way out to one engine: a proxy, or none. */
export interface Exit {
  /** What the store calls the exit at this engine. */
  readonly key: string;
  /** What it calls the proxy itself, whichever the engine; for a direct connection the same as `key`. */
  readonly ownKey: string;
  proxy?: ProxyServer;
  readonly idle: IdleSessions;
  /** Searches that use it. */
  active: number;
  /** When it was last chosen; larger is later. Below 0, at random, where it never was. */
  lastChosen: number;
  /** Whether it was good the last time that it was used, one failure forgiven. */
  isProven: boolean;
  /** Whether it rests because the engine turned it away, rather than by a fault. */
  isBlocked: boolean;
  /** Failures in a row. */
  failures: number;
  /** Until when another process tries it. */
  claimedUntil: number;
  /** When an attempt last changed what is known of it, and when it alone was read again. */
  touchedAt: number;
  verifiedAt: number;
  atEngine: View & { pace?: number | undefined };
  itself: View;
  counts: Counts;
}

/** Makes an exit of which nothing is known. */
export function createExit(engine: Engine, proxy: ProxyServer | undefined, idle: IdleSessions): Exit {
  const key = `exit:${engine}:${proxy?.id ?? 'direct'}`;
  return {
    key,
    ownKey: proxy === undefined ? key : `exit:${proxy.id}`,
    ...(proxy && { proxy }),
    idle,
    active: 0,
    lastChosen: -Math.random(), // bad ones often stand in a row
    isProven: false,
    isBlocked: false,
    failures: 0,
    claimedUntil: 0,
    touchedAt: Number.NEGATIVE_INFINITY,
    verifiedAt: Number.NEGATIVE_INFINITY,
    atEngine: { coolsUntil: 0, strikes: 0 },
    itself: { coolsUntil: 0, strikes: 0 },
    counts: {},
  };
}

/** Takes over what the store says. */
export function updateExit(exit: Exit, atEngine: Health, itself: Health): void {
  const now = performance.now();
  exit.atEngine = { ...viewOf(atEngine, now), pace: atEngine.pace };
  exit.itself = viewOf(itself, now);
}

function viewOf({ coolingFor, strikes }: Health, now: number): View {
  return { coolsUntil: coolingFor > 0 ? now + coolingFor : 0, strikes };
}

/** When an exit may be used again, by the clock of `performance.now()`. */
export function restsUntil({ atEngine, itself }: Exit): number {
  return Math.max(atEngine.coolsUntil, itself.coolsUntil);
}

/** Whether the next attempt has to show that an exit is healthy again. */
export function isOnTrial({ atEngine, itself }: Exit): boolean {
  return atEngine.strikes > 0 || itself.strikes > 0;
}

/** Failures that an exit may have for each success, and on top, to be held reliable. */
const usualFailures = { share: 0.25, more: 1 } as const;

/** Whether an exit works as a rule, so that a failure says something of the engine. */
export function isReliable({ counts }: Exit): boolean {
  const { passed = 0, failed = 0, unreached = 0 } = counts;
  return passed > 0 && failed + unreached <= usualFailures.share * passed + usualFailures.more;
}

/** Whether an exit was used as often within the last hour as the engine is known to bear. */
export function isPacedOut(exit: Exit): boolean {
  const { proxy, atEngine } = exit;
  if (proxy === undefined || isRotating(proxy) || atEngine.pace === undefined) return false;
  return usedOf(exit.counts) + exit.active >= atEngine.pace;
}

/** An exit as the choice among exits sees it. */
export interface ExitCandidate extends Candidate {
  readonly exit: Exit;
}

/** What is known of an exit, for the choice. */
export function candidateOf(exit: Exit): ExitCandidate {
  const { proxy, counts, active, lastChosen, isProven, atEngine } = exit;
  const { passed = 0, failed = 0, unreached = 0 } = counts;
  return {
    exit,
    tier: proxy?.tier ?? 0,
    isRotating: proxy !== undefined && isRotating(proxy),
    used: usedOf(counts) + active,
    pace: atEngine.pace,
    passed,
    failed: failed + unreached,
    active,
    lastChosen,
    isProven,
  };
}

/** What the outcomes of attempts are noted with. */
export interface OutcomeRecorder {
  store: HealthStore;
  coolDowns: Readonly<Record<string, CoolDown>>;
  /** Whether other attempts at the engine fare well, so that a failure is the exit's own. */
  othersFareWell(): boolean;
  /** Whether another exit can be used instead. */
  hasOthers(): boolean;
}

/** Faults of a connection. Any other state that has a cool-down of its own is a page by which the engine turns an exit away. */
const connectionFaults: ReadonlySet<string> = new Set(['network', 'timeout']);

/** Takes note of how an attempt through an exit went. Resolves to whether that decided a trial. */
export async function recordOutcome(exit: Exit, outcome: AttemptOutcome, recorder: OutcomeRecorder): Promise<boolean> {
  const { suspect, state, retryAfter = 0 } = outcome;
  exit.touchedAt = performance.now();
  if (state === 'usable') return recordSuccess(exit, recorder);
  const wait = Math.min(retryAfter * 1_000, longestWait);
  if (exit.proxy === undefined) return wait > 0 && suspect !== 'request' && restDirect(exit, wait, recorder);
  if (suspect === 'exit') return recordProxyFault(exit, { state, wait }, recorder);
  if (suspect !== 'exit_at_engine' && wait === 0) return false;
  if (isRotating(exit.proxy)) return false;
  if (suspect === 'engine') return rest(exit, { base: 0, cap: 0 }, wait, recorder);
  const isTurnedAway = recorder.coolDowns[state] !== undefined && !connectionFaults.has(state);
  if (isTurnedAway) return recordBlock(exit, { state, wait }, recorder);
  return recordFault(exit, { state, wait }, recorder);
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
  /** Milliseconds that were asked for; 0 for none. */
  wait: number;
}

/**
 * There is no other exit to use meanwhile, so a wait of an hour is not taken at its word: after at most a minute one search
 * tries if the engine answers again, and after twice that when it does not.
 */
async function restDirect(exit: Exit, wait: number, recorder: OutcomeRecorder): Promise<boolean> {
  const longest = Math.min(5 * 60_000, 60_000 * 2 ** exit.atEngine.strikes);
  const base = Math.min(wait, longest);
  return rest(exit, { base, cap: base }, 0, recorder);
}

/** A gateway is judged by many failures in a row, since each came through another address behind it. */
async function recordProxyFault(exit: Exit, { state, wait }: Failure, recorder: OutcomeRecorder): Promise<boolean> {
  exit.failures += 1;
  if (exit.proxy !== undefined && isRotating(exit.proxy)) {
    if (exit.failures < gatewayTolerance) return false;
    return restItself(exit, gatewayPenalty, Math.min(wait, gatewayPenalty.cap), recorder);
  }
  exit.counts = await recorder.store.count(exit.key, { unreached: 1 }, paceWindow);
  const isForgiven = exit.isProven && exit.failures < 2 && !isOnTrial(exit) && wait === 0 && state === 'proxy';
  if (isForgiven) return false;
  return restItself(exit, recorder.coolDowns[state] ?? recorder.coolDowns.proxy!, wait, recorder);
}

/** What went well before a block is the pace that the engine bears; what comes while it is blocked says nothing of that. */
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
 * A connection that broke, silence, or a page that is none: the exit's own fault where others fare well. One that has no other
 * beside it goes on being used.
 */
async function recordFault(exit: Exit, { state, wait }: Failure, recorder: OutcomeRecorder): Promise<boolean> {
  exit.failures += 1;
  exit.counts = await recorder.store.count(exit.key, { failed: 1 }, paceWindow);
  const isFirst = exit.isProven && exit.failures < 2 && !isOnTrial(exit);
  const isExitsOwn = recorder.hasOthers() && recorder.othersFareWell();
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

async function restItself(exit: Exit, penalty: CoolDown, wait: number, { store }: OutcomeRecorder): Promise<true> {
  exit.isProven = false;
  const milliseconds = await store.cool(exit.ownKey, penalty, wait);
  exit.itself = { coolsUntil: performance.now() + milliseconds, strikes: strikesAfter(exit.itself) };
  return true;
}

function strikesAfter({ coolsUntil, strikes }: View): number {
  return coolsUntil > performance.now() ? strikes : strikes + 1;
}
