import { FetchError } from '../errors.js';
import { coolDowns as usualCoolDowns } from '../health/cool-downs.js';
import type { HealthStore, Penalty } from '../health/store.js';
import type { Limit } from '../limit.js';
import type { Engine } from '../types.js';
import type { Lease, SessionWish } from './lease.js';
import { type Limits, limitsOf } from './limits.js';
import { createRoom, type ExitStatus, type Room } from './room.js';
import type { ProxySource } from './source.js';

/** Hands out sessions, one search to each, and learns how they fare. */
export interface SessionPool {
  /**
   * Waits for a session, within the limits. Throws a `FetchError`: `no_proxy_available` when every proxy is cooling down,
   * `rate_limited` when the engine asked to wait and there is no proxy to use instead, `overloaded` when too many wait
   * or the turn does not come in time.
   */
  lease(wish: SessionWish, limit: Limit): Promise<Lease>;
  /** How every way out fares that was used. Holds ids, never addresses. */
  status(): Promise<readonly ExitStatus[]>;
  /** Searches under way and searches that wait, by engine. */
  load(engine: Engine): { active: number; waiting: number };
  /** Ends every session. Nothing is handed out from then on. */
  close(): Promise<void>;
}

/** How a pool works. */
export interface SessionPoolOptions {
  /** Ways out. A source without proxies means that there is none. @default a direct connection */
  proxies?: ProxySource;
  store: HealthStore;
  limits?: Partial<Limits>;
  /** How long a proxy cools down by state; what is not named is as usual. */
  coolDowns?: Readonly<Record<string, Penalty>>;
}

/** Makes a pool. Engines share nothing in it but the proxies: none can take another's turn. */
export function createSessionPool({ proxies, store, limits, coolDowns = {} }: SessionPoolOptions): SessionPool {
  const parts = { source: proxies, store, limits: limitsOf(limits), coolDowns: { ...usualCoolDowns, ...coolDowns } };
  const rooms = new Map<Engine, Room>();
  let isClosed = false;
  proxies?.onChange(() => {
    for (const room of rooms.values()) room.refresh();
  });

  function roomOf(engine: Engine): Room {
    if (isClosed) throw new FetchError('closed', 'The fetcher is closed');
    const room = rooms.get(engine) ?? createRoom(engine, parts);
    rooms.set(engine, room);
    return room;
  }

  return {
    lease: async (wish, limit) => roomOf(wish.engine).lease(wish, limit),
    async status() {
      return (await Promise.all([...rooms.values()].map((room) => room.status()))).flat();
    },
    load: (engine) => rooms.get(engine)?.load() ?? { active: 0, waiting: 0 },
    async close() {
      isClosed = true;
      proxies?.close();
      await Promise.all([...rooms.values()].map((room) => room.close()));
    },
  };
}
