import type { HealthStore } from '../health/store.js';
import type { CoolDown } from '../policies/cool-downs.js';
import type { Concurrency } from './concurrency.js';
import type { ExhaustedPool } from './exhausted-pool.js';
import { coolingUntil, type Exit, isOnTrial, isReliable, standingOf } from './exit.js';
import { recordOutcome } from './exit-outcome.js';
import type { ExitSelector } from './exit-selector.js';
import type { Exits } from './exits.js';
import type { CallerShares } from './fair-queue.js';
import { recordUse } from './idle-sessions.js';
import { isRotating } from './proxy.js';
import type { AttemptOutcome, CheckedOutSession, SessionNeeds } from './session.js';

/** What learns from the attempts of checked-out sessions. */
export interface CheckedOutParts {
  exits: Exits;
  store: HealthStore;
  /** How long an exit cools down, by state. */
  coolDowns: Readonly<Record<string, CoolDown>>;
  selector: ExitSelector;
  exhausted: ExhaustedPool;
  concurrency: Concurrency;
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
  shares(): CallerShares {
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
    const standing = standingOf(exit, this.#parts.exits.current(needs.isDirect ?? false));
    const checkedOut: CheckedOutSession = {
      session: used.session,
      address: rotates ? used.session.id : (exit.proxy?.id ?? 'direct'),
      addresses: rotates ? Number.POSITIVE_INFINITY : standing.addresses,
      isOnTrial: isLast || standing.isOnTrial,
      isHealthy: () => exit.proxy === undefined || rotates || isReliable(exit),
      report: async (outcome) => {
        recordUse(used, outcome);
        if (!(await this.#record(exit, outcome, wasOnTrial))) return;
        undecided = undefined;
        if (isLast) await this.#parts.exhausted.tried(outcome.state === 'usable');
      },
      release: (fate) => {
        if (!this.#callers.delete(checkedOut)) return;
        exit.active -= 1;
        used.isOver ||= fate === 'end' || !this.#parts.exits.has(exit);
        exit.idle.put(used);
        const { onRelease } = this.#parts;
        if (undecided === undefined) onRelease();
        else void this.#parts.store.unclaim(undecided).then(onRelease, onRelease);
      },
    };
    this.#callers.set(checkedOut, needs.caller);
    this.#exitOf.set(checkedOut, exit);
    return checkedOut;
  }

  #recordCheckout(exit: Exit, { caller, instead }: SessionNeeds): void {
    this.#served += 1;
    this.#lastServed.set(caller, this.#served);
    this.#parts.selector.recordUse(instead !== undefined);
    exit.active += 1;
    exit.lastChosen = this.#served;
  }

  async #record(exit: Exit, outcome: AttemptOutcome, wasOnTrial: boolean): Promise<boolean> {
    const { store, coolDowns } = this.#parts;
    const isUsable = outcome.state === 'usable';
    const isDecided = await recordOutcome(exit, outcome, {
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
