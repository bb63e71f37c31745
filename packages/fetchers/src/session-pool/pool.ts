import type { Deadline } from '../deadline.js';
import type { Some } from '../defaults.js';
import type { Engine } from '../engines.js';
import { FetchError } from '../errors.js';
import type { HealthStore } from '../health/store.js';
import { type CoolDown, coolDowns as usualCoolDowns } from '../policies/cool-downs.js';
import type { HeaderProfile } from '../types.js';
import { EnginePool } from './engine-pool.js';
import type { ProxyExitStatus } from './exit.js';
import { type ConcurrencyLimits, withDefaultLimits } from './limits.js';
import type { ProxySource } from './proxies.js';
import type { CheckedOutSession, SessionNeeds } from './session.js';

/** Hands out sessions, each to one search at a time, and records the health of their exits. */
export interface SessionPool {
  /**
   * Waits for a session, within the limits. Throws a `FetchError`: `no_proxy_available` if every proxy is cooling down,
   * `rate_limited` if the engine sent `Retry-After` and there is no proxy, `overloaded` if the queue is full or the wait takes too
   * long.
   */
  checkOut(needs: SessionNeeds, deadline: Deadline): Promise<CheckedOutSession>;
  /** Starts reading the state that `checkOut` needs, for a search that will follow. */
  prefetchHealth(engine: Engine): void;
  /** The state of every exit that was used. Contains ids, never addresses. */
  status(): Promise<readonly ProxyExitStatus[]>;
  /** Searches in progress and waiting at an engine, and the milliseconds until an exit may be used; 0 if one may be used now. */
  occupancy(engine: Engine): { active: number; waiting: number; coolingFor: number };
  /** Closes every session. After that, `checkOut` throws. */
  close(): Promise<void>;
}

/** Options of a session pool. */
export interface SessionPoolOptions {
  /** The proxies. With an empty source, no exit exists. @default a direct connection */
  proxies?: ProxySource;
  store: HealthStore;
  limits?: Some<ConcurrencyLimits>;
  /** How long a proxy cools down, by state. @default `coolDowns` for the states that are left out */
  coolDowns?: Readonly<Record<string, CoolDown>>;
  /** Whether every adapter can send the headers of a profile. @default every profile is supported */
  supportsProfile?: (profile: HeaderProfile) => boolean;
}

/** Creates a pool. Engines share only the proxies, so no engine delays another. */
export function createSessionPool(options: SessionPoolOptions): SessionPool {
  const { proxies, store, limits, coolDowns = {}, supportsProfile } = options;
  const parts = {
    source: proxies,
    store,
    limits: withDefaultLimits(limits),
    coolDowns: { ...usualCoolDowns, ...coolDowns },
    supportsProfile,
  };
  const pools = new Map<Engine, EnginePool>();
  let isClosed = false;
  proxies?.onChange(() => {
    for (const pool of pools.values()) pool.refresh();
  });

  function poolOf(engine: Engine): EnginePool {
    if (isClosed) throw new FetchError('closed', 'The fetcher is closed');
    const pool = pools.get(engine) ?? new EnginePool(engine, parts);
    pools.set(engine, pool);
    return pool;
  }

  return {
    checkOut: async (needs, deadline) => poolOf(needs.engine).checkOut(needs, deadline),
    prefetchHealth: (engine) => pools.get(engine)?.prefetchHealth(),
    async status() {
      return (await Promise.all([...pools.values()].map((pool) => pool.status()))).flat();
    },
    occupancy: (engine) => pools.get(engine)?.occupancy() ?? { active: 0, waiting: 0, coolingFor: 0 },
    async close() {
      isClosed = true;
      proxies?.close();
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
