import { randomUUID } from 'node:crypto';
import {
  type ConcurrencySlots,
  createConcurrencySlots,
  type SlotRequest,
  slotTimeoutError,
} from '../../limits/slots.js';
import { type LuaScript, redisTimeLua } from './client.js';
import type { RedisConnection } from './connection.js';
import { withFallback } from './fallback.js';

/**
 * Takes or renews a slot of a key, unless all are taken. A slot is a lease that expires, so that those of a dead process become free.
 *
 * KEYS: leases · ARGV: id of the lease, milliseconds that it lasts, slots
 */
const takeSlot: LuaScript = {
  lua: `${redisTimeLua}
if redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', now), '+inf') >= tonumber(ARGV[3]) then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`,
};

/**
 * Counts the slots in use.
 *
 * KEYS: leases
 */
const countSlots: LuaScript = {
  lua: `${redisTimeLua}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZCARD', KEYS[1])`,
};

/** Milliseconds between two attempts to get a slot that another process may have released. */
const poll = 50;

export interface RedisSlotsOptions {
  /** Most searches of one key that may wait in this process. */
  maxQueuedPerKey: number;
  /** Milliseconds after which a slot that nobody renews is free, since its process has died. @default 12000 */
  lease?: number;
}

/** Long enough that a busy process keeps its slots; the slots of a dead one are blocked for as long. */
const usualLease = 12_000;

/** The slots of keys as leases. */
interface SlotLeases {
  /** Takes or renews a lease; false when all slots are taken. */
  take(id: string, lease: string, limit: number): Promise<boolean>;
  release(id: string, lease: string): Promise<void>;
  count(id: string): Promise<number>;
}

/** ConcurrencySlots of one key that this process holds. */
interface OwnSlots {
  readonly leases: Set<string>;
  /** Settles when the previous request has its slot or has given up, because one request at a time asks Redis. */
  last: Promise<unknown>;
}

/**
 * Counts searches in progress in Redis. Searches of one process wait in order; between processes there is no order. While Redis is
 * away, each process has its share of the slots; those that it holds are registered once Redis is back.
 */
export function redisConcurrencySlots(
  connection: RedisConnection,
  { maxQueuedPerKey, lease = usualLease }: RedisSlotsOptions,
): ConcurrencySlots {
  const local = createConcurrencySlots(maxQueuedPerKey); // no process may exceed the limit alone; further searches wait here
  const held = new Map<string, OwnSlots>(); // as many as keys have searched
  const leases = leasesIn(connection, { held, lease });
  const renewal = renewLeases(connection, { held, leases, every: lease / 3 });

  function ownOf(id: string): OwnSlots {
    const own = held.get(id) ?? { leases: new Set(), last: Promise.resolve() };
    held.set(id, own);
    return own;
  }

  /** Tries until there is a slot. Throws when there is none in time, or when the caller has left. */
  async function acquire(own: OwnSlots, { id, limit, signal }: SlotRequest, until: number): Promise<string> {
    const name = randomUUID();
    signal.throwIfAborted();
    try {
      while (!(await leases.take(id, name, limit))) {
        if (performance.now() + poll > until) throw slotTimeoutError(limit);
        await new Promise((resolve) => setTimeout(resolve, poll));
        signal.throwIfAborted();
      }
    } catch (error) {
      void leases.release(id, name); // Redis may have granted it without a reply in time
      throw error;
    }
    own.leases.add(name);
    renewal.start();
    return name;
  }

  return {
    async enter(request) {
      const until = performance.now() + request.timeout;
      const leave = await local.enter(request);
      const own = ownOf(request.id);
      const acquiring = own.last.then(() => acquire(own, request, until));
      own.last = acquiring.catch(() => undefined);
      try {
        const name = await acquiring;
        return () => {
          own.leases.delete(name);
          void leases.release(request.id, name); // not awaited: a lease that is not released expires
          leave();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
    occupancy: async (id) => ({ active: await leases.count(id), waiting: (await local.occupancy(id)).waiting }),
  };
}

function leasesIn(
  connection: RedisConnection,
  { held, lease }: { held: ReadonlyMap<string, OwnSlots>; lease: number },
): SlotLeases {
  const keyOf = (id: string) => connection.key('slots', id);
  const heldHere = (id: string) => held.get(id)?.leases.size ?? 0;
  return withFallback<SlotLeases>(connection, {
    shared: {
      take: async (id, name, limit) => (await connection.run(takeSlot, [keyOf(id)], [name, lease, limit])) === 1,
      release: async (id, name) => void (await connection.ask((redis) => redis.zrem(keyOf(id), name))),
      count: async (id) => Number(await connection.run(countSlots, [keyOf(id)])),
    },
    local: {
      take: async (id, _name, limit) => heldHere(id) < Math.max(1, Math.floor(limit / connection.processes())),
      release: async () => undefined,
      count: async (id) => heldHere(id),
    },
  });
}

/** Renews the leases of this process regularly while it has any, and once Redis is back. */
function renewLeases(
  connection: RedisConnection,
  { held, leases, every }: { held: ReadonlyMap<string, OwnSlots>; leases: SlotLeases; every: number },
): { start(): void } {
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    const all = [...held].flatMap(([id, own]) => [...own.leases].map((name) => [id, name] as const));
    if (all.length === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    await Promise.all(all.map(([id, name]) => leases.take(id, name, Number.MAX_SAFE_INTEGER)));
  }

  connection.onChange((isUp) => {
    if (isUp) void renew();
  });
  return {
    start() {
      timer ??= setInterval(() => void renew(), every).unref();
    },
  };
}
