import type { Waiter } from './queue.js';

/** Whose turn it may be. */
interface Wish {
  /** Who searches; whoever says nothing is one with all others who do. */
  readonly caller?: string | undefined;
}

/** What each caller has had. */
export interface Shares {
  /** Searches under way. */
  readonly active: ReadonlyMap<string | undefined, number>;
  /** Number of the last turn; none for who never had one. */
  readonly lastTurn: ReadonlyMap<string | undefined, number>;
}

/**
 * Those who wait in the order of their turns: next is the first of the caller with the fewest searches under way, of several
 * such callers the one whose last turn is longest ago. So a caller with many waiting holds up none with few. Those of a
 * caller stay in their order.
 *
 * @param most how many a caller may have under way; who has as many is left out
 */
export function inTurn<W extends Wish, T>(
  waiting: readonly Waiter<W, T>[],
  { active, lastTurn }: Shares,
  most: number,
): Waiter<W, T>[] {
  const counts = new Map(active);
  const turnOf = ({ wish }: Waiter<W, T>) => lastTurn.get(wish.caller) ?? 0;
  const ranked = waiting.map((waiter) => {
    const rank = counts.get(waiter.wish.caller) ?? 0;
    counts.set(waiter.wish.caller, rank + 1);
    return { waiter, rank };
  });
  return ranked
    .filter(({ rank }) => rank < most)
    .sort((one, other) => one.rank - other.rank || turnOf(one.waiter) - turnOf(other.waiter))
    .map(({ waiter }) => waiter);
}

/**
 * Who must leave a full queue so that a caller can wait: the last one of the caller with the most who wait, if that caller
 * has more of them than the newcomer then would. Undefined where it is the newcomer who must go.
 */
export function lastOfMost<W extends Wish, T>(
  waiting: readonly Waiter<W, T>[],
  newcomer: string | undefined,
): Waiter<W, T> | undefined {
  const counts = new Map<string | undefined, number>();
  for (const { wish } of waiting) counts.set(wish.caller, (counts.get(wish.caller) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  if (most <= (counts.get(newcomer) ?? 0) + 1) return undefined;
  return waiting.findLast(({ wish }) => counts.get(wish.caller) === most);
}
