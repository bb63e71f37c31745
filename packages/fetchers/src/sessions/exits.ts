import type { Health } from '../health/store.js';
import type { Engine, ProxyServer } from '../types.js';
import type { Shelf } from './shelf.js';

/** A way out to one engine: a proxy, or none. */
export interface Exit {
  /** What the store calls it. */
  readonly key: string;
  proxy?: ProxyServer;
  readonly shelf: Shelf;
  /** Searches that use it. */
  active: number;
  /** Whether it was good the last time that it was used. */
  isProven: boolean;
  /** When it was last chosen; larger is later. */
  turn: number;
}

/** What a search asks of a way out. */
export interface ExitWish {
  /** Country to come from, if there is such an exit. */
  country?: string | undefined;
  /** The exit that was given up: the last to be used again. Its successor is no cheaper and, if there is one, proven. */
  before?: Exit | undefined;
}

/** An exit with what the store says of it. */
export interface Prospect {
  readonly exit: Exit;
  readonly health: Health;
  /** Searches that may use it at once. */
  readonly capacity: number;
  /** Whether another process is trying if it is well again. */
  isClaimed: boolean;
}

/** The name that a store knows a way out by. */
export function exitKey(engine: Engine, proxy: ProxyServer | undefined): string {
  return `exit:${engine}:${proxy?.id ?? 'direct'}`;
}

/**
 * What may be done with an exit. A proxy that has not been good yet, or not since it failed, is used by one search at a
 * time, so that many never wait for the same dead one.
 *
 * @param limit searches that may use it at once when it is well
 */
export function prospectOf(exit: Exit, health: Health, limit: number): Prospect {
  // There is no other way out to use meanwhile, and it only ever cools down because the engine asks for it.
  if (exit.proxy === undefined) return { exit, health: { ...health, strikes: 0 }, capacity: limit, isClaimed: false };
  const isTrusted = health.strikes === 0 && exit.isProven;
  return { exit, health, capacity: isTrusted ? limit : 1, isClaimed: false };
}

/** Whether an exit may be used once those who use it now are done. */
export function isAlive({ health }: Prospect): boolean {
  return health.coolingFor <= 0;
}

/** Whether an exit may be used now. */
export function isFree(prospect: Prospect): boolean {
  return isAlive(prospect) && !prospect.isClaimed && prospect.exit.active < prospect.capacity;
}

/** Whether an exit has to show that it is well again. */
export function isOnTrial({ health }: Prospect): boolean {
  return health.strikes > 0;
}

/**
 * The exit for a search: of those that fit best and are not cooling the one that is used least; undefined when all of
 * these are busy. Rather than come from another country or cost more, a search waits.
 */
export function chooseExit(prospects: readonly Prospect[], wish: ExitWish): Prospect | undefined {
  const alive = prospects.filter(isAlive);
  const best = Math.min(...alive.map(({ exit }) => rankOf(exit, wish)));
  const [chosen] = alive
    .filter((prospect) => isFree(prospect) && rankOf(prospect.exit, wish) === best)
    .sort((a, b) => doubtOf(a, wish) - doubtOf(b, wish) || a.exit.active - b.exit.active || a.exit.turn - b.exit.turn);
  return chosen;
}

function doubtOf({ exit }: Prospect, { before }: ExitWish): number {
  return before === undefined || exit.isProven ? 0 : 1;
}

/** Worst of all is the exit that was just given up, worse than a wrong country, worse than a wrong tier. */
function rankOf(exit: Exit, { country, before }: ExitWish): number {
  const tier = before === undefined ? 0 : tierOf(before) + 1;
  return (exit === before ? 1_000 : 0) + 100 * countryRank(exit.proxy, country) + tierRank(tierOf(exit), tier);
}

function countryRank(proxy: ProxyServer | undefined, wanted: string | undefined): number {
  if (wanted === undefined || proxy?.country === wanted) return 0;
  return proxy?.country === undefined ? 1 : 2;
}

function tierOf({ proxy }: Exit): number {
  return proxy?.tier ?? 0;
}

function tierRank(tier: number, wanted: number): number {
  return tier >= wanted ? tier - wanted : 50 - tier;
}
