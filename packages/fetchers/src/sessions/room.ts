import { FetchError } from '../errors.js';
import type { Penalty } from '../health/store.js';
import type { Limit } from '../limit.js';
import type { Engine } from '../types.js';
import { createExitList, type ExitListParts } from './exit-list.js';
import { chooseExit, isAlive, isFree, isOnTrial, type Prospect } from './exits.js';
import type { Lease, SessionWish } from './lease.js';
import { createLeases } from './leases.js';
import { createQueue, overloaded, type Waiter } from './queue.js';
import { inTurn, lastOfMost } from './turns.js';

/** How a way out fares at one engine. */
export interface ExitStatus {
  engine: Engine;
  /** Id of the proxy, or `direct`. */
  proxy: string;
  /** Searches that use it. */
  active: number;
  /** Milliseconds that it is cooling down for; 0 when it may be used. */
  coolingFor: number;
  /** Cool-downs in a row. */
  strikes: number;
}

/** The sessions of one engine: its ways out, its limit and its queue. */
export interface Room {
  lease(wish: SessionWish, limit: Limit): Promise<Lease>;
  /** The proxies have changed. */
  refresh(): void;
  status(): Promise<ExitStatus[]>;
  load(): { active: number; waiting: number };
  close(): Promise<void>;
}

/** What the rooms of a pool have in common. */
export interface RoomParts extends ExitListParts {
  coolDowns: Readonly<Record<string, Penalty>>;
}

/** A proxy on trial that is not heard of again may be tried by another process. */
const trialTime = 60_000;
/** How soon to look again at what another process is trying. */
const trialPoll = 1_000;
/** Seconds after which to try again where there are no proxies at all. */
const noProxiesWait = 30;

/** Makes the room of an engine, without sessions. */
export function createRoom(engine: Engine, parts: RoomParts): Room {
  const { store, limits, coolDowns } = parts;
  const exits = createExitList(engine, parts);
  const queue = createQueue<SessionWish, Lease>(limits.queueTimeout);
  const leases = createLeases({ store, coolDowns, isExit: exits.has, onFree: serve });
  let isServing = false;
  let isStale = false;
  let alarm: NodeJS.Timeout | undefined;

  /** Serves those who wait, in turn among their callers; one run at a time, since it waits for the store. */
  function serve(): void {
    isStale = true;
    if (!isServing) void serveAll();
  }

  async function serveAll(): Promise<void> {
    isServing = true;
    while (isStale) {
      isStale = false;
      clearTimeout(alarm);
      try {
        await serveThose(false);
        await serveThose(true);
      } catch (error) {
        const failed = new FetchError('overloaded', 'The store of what is known of proxies failed', { cause: error });
        for (const waiter of [...queue.waiting]) waiter.refuse(failed);
      }
    }
    isServing = false;
  }

  /** @param isDirect whether to serve those who need no proxy, or all others */
  async function serveThose(isDirect: boolean): Promise<void> {
    const those = () => queue.waiting.filter(({ wish }) => (wish.isDirect ?? false) === isDirect);
    if (those().length === 0 || isFull()) return;
    const prospects = await exits.prospects(isDirect);
    for (const waiter of inTurn(those(), leases.shares(), limits.caller)) {
      if (isFull() || !(await serveOne(waiter, prospects))) break;
    }
    if (those().length > 0) wakeFor(prospects);
  }

  function isFull(): boolean {
    return leases.count() >= limits.engine;
  }

  /** Gives a waiter its session, refuses it, or leaves it where it is. False when nothing is left for those behind it. */
  async function serveOne(waiter: Waiter<SessionWish, Lease>, prospects: readonly Prospect[]): Promise<boolean> {
    if (waiter.isDue()) {
      waiter.refuse(overloaded());
      return true;
    }
    if (!prospects.some(isAlive)) {
      waiter.refuse(noneLeft(prospects));
      return true;
    }
    const { country, instead } = waiter.wish;
    const chosen = chooseExit(prospects, { country, before: instead && leases.exitOf(instead) });
    if (chosen === undefined) return prospects.some(isFree);
    if (isOnTrial(chosen) && !(await store.claim(chosen.exit.key, trialTime))) {
      chosen.isClaimed = true;
      return serveOne(waiter, prospects);
    }
    if (queue.waiting.includes(waiter)) waiter.give(leases.make(chosen, waiter.wish));
    else if (isOnTrial(chosen)) await store.unclaim(chosen.exit.key);
    return true;
  }

  /** Looks again when the first exit is back, or its trial over, if nothing happens before. */
  function wakeFor(prospects: readonly Prospect[]): void {
    const times = prospects.map(({ health, isClaimed }) => (isClaimed ? trialPoll : health.coolingFor));
    const soonest = Math.min(...times.filter((time) => time > 0));
    clearTimeout(alarm);
    if (Number.isFinite(soonest)) alarm = setTimeout(serve, soonest + 1);
  }

  return {
    lease(wish, limit) {
      const isFirst = wish.instead !== undefined;
      const places = limits.queue + Math.max(0, limits.engine - leases.count());
      if (!isFirst && queue.waiting.length >= places) {
        const other = lastOfMost(queue.waiting, wish.caller);
        if (other === undefined) return Promise.reject(overloaded());
        other.refuse(overloaded());
      }
      const turn = queue.wait(wish, { limit, isFirst });
      serve();
      return turn;
    },
    refresh() {
      exits.refresh();
      serve();
    },
    async status() {
      const used = await exits.used();
      return used.map(({ exit: { proxy, active }, health }) => ({
        engine,
        proxy: proxy?.id ?? 'direct',
        active,
        ...health,
      }));
    },
    load: () => ({ active: leases.count(), waiting: queue.waiting.length }),
    async close() {
      clearTimeout(alarm);
      for (const waiter of [...queue.waiting]) waiter.refuse(new FetchError('closed', 'The fetcher is closed'));
      exits.clear();
      await leases.close();
    },
  };
}

/** Why a search gets no session. Without proxies it can only be that the engine asked to wait. */
function noneLeft(prospects: readonly Prospect[]): FetchError {
  const soonest = Math.min(...prospects.map(({ health }) => health.coolingFor));
  if (!Number.isFinite(soonest)) {
    return new FetchError('no_proxy_available', 'There are no proxies', { retryAfter: noProxiesWait });
  }
  const retryAfter = Math.ceil(soonest / 1000);
  const isDirect = prospects.every(({ exit }) => exit.proxy === undefined);
  if (isDirect) return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { retryAfter });
  return new FetchError('no_proxy_available', 'Every proxy is cooling down', { retryAfter });
}
