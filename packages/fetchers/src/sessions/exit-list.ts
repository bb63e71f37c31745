import type { Health, HealthStore } from '../health/store.js';
import type { Engine, ProxyServer } from '../types.js';
import { type Exit, exitKey, type Prospect, prospectOf } from './exits.js';
import { type Limits, limitFor } from './limits.js';
import { createSessionMaker, createShelf } from './shelf.js';
import type { ProxySource } from './source.js';

/** The ways out to one engine, as the proxies come and go. */
export interface ExitList {
  /** What may be done with each way out now. @param isDirect whether the direct one is asked for, not the proxies */
  prospects(isDirect: boolean): Promise<Prospect[]>;
  /** Every way out that was used, with how it fares. */
  used(): Promise<readonly { exit: Exit; health: Health }[]>;
  /** Whether an exit is still one. */
  has(exit: Exit): boolean;
  /** Takes note of proxies that have other tags, and drops the sessions of those that are gone. */
  refresh(): void;
  /** Drops every session that no search uses. */
  clear(): void;
}

/** What a list of exits is made of. */
export interface ExitListParts {
  /** @default a direct connection */
  source: ProxySource | undefined;
  store: HealthStore;
  limits: Limits;
}

const well: Health = { coolingFor: 0, strikes: 0 };

/** Makes the list for an engine. */
export function createExitList(engine: Engine, { source, store, limits }: ExitListParts): ExitList {
  const maker = createSessionMaker(engine);
  const exits = new Map<string, Exit>();

  function exitOf(proxy: ProxyServer | undefined): Exit {
    const key = exitKey(engine, proxy);
    const known = exits.get(key);
    if (known !== undefined) return known;
    const shelf = createShelf(maker, proxy, () => performance.now());
    const exit: Exit = { key, shelf, active: 0, isProven: false, turn: 0, ...(proxy && { proxy }) };
    exits.set(key, exit);
    return exit;
  }

  async function withHealth(list: readonly Exit[]): Promise<{ exit: Exit; health: Health }[]> {
    const health = list.length > 0 ? await store.read(list.map(({ key }) => key)) : [];
    return list.map((exit, index) => ({ exit, health: health[index] ?? well }));
  }

  return {
    async prospects(isDirect) {
      const current = isDirect || source === undefined ? [exitOf(undefined)] : source.current().map(exitOf);
      const limitOf = ({ proxy }: Exit) => limitFor(proxy ? limits.proxy : limits.direct, engine);
      return (await withHealth(current)).map(({ exit, health }) => prospectOf(exit, health, limitOf(exit)));
    },
    used: () => withHealth([...exits.values()]),
    has: (exit) => exits.get(exit.key) === exit,
    refresh() {
      const current = new Map(source?.current().map((proxy) => [exitKey(engine, proxy), proxy]));
      for (const [key, exit] of exits) {
        const now = current.get(key);
        if (exit.proxy === undefined) continue;
        if (now?.url.href === exit.proxy.url.href) {
          exit.proxy = now; // its tags may be others
          continue;
        }
        exits.delete(key);
        exit.shelf.clear();
      }
    },
    clear() {
      for (const { shelf } of exits.values()) shelf.clear();
    },
  };
}
