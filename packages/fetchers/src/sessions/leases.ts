import { longestWait } from '../health/cool-downs.js';
import type { HealthStore, Penalty } from '../health/store.js';
import { type Exit, isOnTrial, type Prospect } from './exits.js';
import type { AttemptOutcome, Lease, SessionWish } from './lease.js';
import { isRotating } from './proxy.js';
import type { Worn } from './shelf.js';
import type { Shares } from './turns.js';

/** The sessions of an engine that searches have at the moment. */
export interface Leases {
  /** How many there are. */
  count(): number;
  /** What each caller has and had. */
  shares(): Shares;
  /** Gives a search a session of an exit. */
  make(prospect: Prospect, wish: SessionWish): Lease;
  /** The exit of a lease, also of one that is over. */
  exitOf(lease: Lease): Exit | undefined;
  /** Ends the sessions. */
  close(): Promise<void>;
}

/** What leases are made with. */
export interface LeasesParts {
  store: HealthStore;
  /** How long a proxy cools down by state. */
  coolDowns: Readonly<Record<string, Penalty>>;
  /** Whether an exit is still in use; the sessions of one that is not end with their search. */
  isExit(exit: Exit): boolean;
  /** Called when a lease is over. */
  onFree(): void;
}

/** What is the fault of a proxy itself, whichever exit it gave. */
const proxyFaults: ReadonlySet<string> = new Set(['proxy', 'proxy_auth']);

/** Makes leases, none yet. */
export function createLeases({ store, coolDowns, isExit, onFree }: LeasesParts): Leases {
  const open = new Map<Lease, { worn: Worn; caller: string | undefined }>();
  const exits = new WeakMap<Lease, Exit>();
  const lastTurn = new Map<string | undefined, number>();
  let turns = 0;

  /** Whether the attempt has decided if the exit is well. */
  async function noteExit(exit: Exit, { state, retryAfter = 0 }: AttemptOutcome, isTrial: boolean): Promise<boolean> {
    if (state === 'usable') {
      exit.isProven = true;
      if (isTrial) await store.heal(exit.key);
      return true;
    }
    if (exit.proxy && isRotating(exit.proxy) && !proxyFaults.has(state)) return false;
    const penalty = exit.proxy && coolDowns[state];
    if (penalty === undefined && retryAfter === 0) return false;
    exit.isProven = false;
    await store.cool(exit.key, penalty ?? { base: 0, cap: 0 }, Math.min(retryAfter * 1000, longestWait));
    return true;
  }

  return {
    count: () => open.size,
    shares() {
      const active = new Map<string | undefined, number>();
      for (const { caller } of open.values()) active.set(caller, (active.get(caller) ?? 0) + 1);
      return { active, lastTurn };
    },
    exitOf: (lease) => exits.get(lease),
    make(prospect, wish) {
      const { exit } = prospect;
      const worn = exit.shelf.take(wish);
      let isTrial = isOnTrial(prospect);
      turns += 1;
      lastTurn.set(wish.caller, turns);
      exit.active += 1;
      exit.turn = turns;
      const lease: Lease = {
        session: worn.session,
        async report(outcome) {
          wear(worn, outcome);
          if (await noteExit(exit, outcome, isTrial)) isTrial = false;
        },
        release(fate) {
          if (!open.delete(lease)) return;
          exit.active -= 1;
          worn.isOver ||= fate === 'end' || !isExit(exit);
          exit.shelf.put(worn);
          if (isTrial) void store.unclaim(exit.key).then(onFree, onFree);
          else onFree();
        },
      };
      open.set(lease, { worn, caller: wish.caller });
      exits.set(lease, exit);
      return lease;
    },
    async close() {
      await Promise.all([...open.values()].map(({ worn }) => worn.session.close()));
    },
  };
}

/** What an attempt does to its session. */
function wear(worn: Worn, { session }: AttemptOutcome): void {
  worn.uses += 1;
  if (session === 'good') worn.score = Math.max(0, worn.score - 0.5);
  if (session === 'failed') worn.score += 1;
  if (session === 'blocked') worn.isOver = true;
}
