import type { Deadline } from '../deadline.js';
import { FetchError } from '../errors.js';
import type { HealthStore } from '../health/store.js';
import { type CoolDown, coolDowns as usualCoolDowns } from '../policies/cool-downs.js';
import type { Engine, HeaderProfile } from '../types.js';
import { EnginePool, type ExitStatus } from './engine-pool.js';
import { type Limits, limitsOf } from './limits.js';
import type { CheckedOutSession, SessionNeeds } from './session.js';
import type { ProxySource } from './source.js';

/** Hands out sessions, one search to each, and learns how they fare. */
export interface SessionPool {
  /**
   * Waits for a session, within the limits. Throws a `FetchError`: `no_proxy_available` when every proxy is cooling down,
   * `rate_limited` when the engine asked to wait and there is no proxy to use instead, `overloaded` when too many wait
   * or it is not served in time.
   */
  checkOut(needs: SessionNeeds, deadline: Deadline): Promise<CheckedOutSession>;
  /** Begins to read what `checkOut` goes by, for a search that is about to come. */
  foresee(engine: Engine): void;
  /** How every exit fares that was used. Holds ids, never addresses. */
  status(): Promise<readonly ExitStatus[]>;
  /** Searches under way and waiting at an engine, and the milliseconds until an exit to it may be used; 0 for now. */
  load(engine: Engine): { active: number; waiting: number; restingFor: number };
  /** Ends every session. Nothing is handed out from then on. */
  close(): Promise<void>;
}

/** How a pool works. */
export interface SessionPoolOptions {
  /** The exits. A source without proxies means that there is none. @default a direct connection */
  proxies?: ProxySource;
  store: HealthStore;
  limits?: Partial<Limits>;
  /** How long a proxy cools down by state; what is not named is as usual. */
  coolDowns?: Readonly<Record<string, CoolDown>>;
  /** Whether every way to fetch can play the browser of a profile. @default it can */
  supportsProfile?: (profile: HeaderProfile) => boolean;
}

/** Makes a pool. Engines share nothing in it but the proxies: none can hold up another. */
export function createSessionPool(options: SessionPoolOptions): SessionPool {
  const { proxies, store, limits, coolDowns = {}, supportsProfile } = options;
  const parts = {
    source: proxies,
    store,
    limits: limitsOf(limits),
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
    foresee: (engine) => pools.get(engine)?.foresee(),
    async status() {
      return (await Promise.all([...pools.values()].map((pool) => pool.status()))).flat();
    },
    load: (engine) => pools.get(engine)?.load() ?? { active: 0, waiting: 0, restingFor: 0 },
    async close() {
      isClosed = true;
      proxies?.close();
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
