import { randomUUID } from 'node:crypto';
import { createSlots, noneEnded, type Slots, type SlotWish } from '../../limits/slots.js';
import type { RedisConnection } from './connection.js';
import { onBack, shareOf, throughRedis } from './fallback.js';
import { countSlots, takeSlot } from './scripts/slots.js';

/** Milliseconds between two looks for a slot that another process may have given back. */
const poll = 50;

export interface RedisSlotsOptions {
  /** How many searches of one key may wait in this process. */
  queue: number;
  /** Milliseconds after which a slot is free that nobody prolongs: whoever had it has died. @default 12000 */
  lease?: number;
}

/** So long that a process which is only busy keeps its slots, and no longer: a dead one keeps them from the others. */
const usualLease = 12_000;

/** The slots of one key that this process has, and the line of those who look for more in Redis. */
interface Line {
  readonly leases: Set<string>;
  /** Settles when it is the turn of whoever comes next: one at a time asks Redis. */
  turn: Promise<unknown>;
}

/**
 * Counts searches in progress in Redis. Those of a process wait in their order; between processes there is none. A slot is a
 * lease that its process prolongs while the search is in progress. While Redis is away each process has its share of the slots;
 * those that are then taken are told when it is back.
 */
export function redisSlots(connection: RedisConnection, { queue, lease = usualLease }: RedisSlotsOptions): Slots {
  const here = createSlots(queue); // this process never has more than the limit either, and the rest waits here
  const lines = new Map<string, Line>(); // as many as keys have searched
  const keyOf = (id: string) => connection.key(`slots:${id}`);
  let timer: NodeJS.Timeout | undefined;
  onBack(connection, prolong);

  /** Tells Redis of every slot that this process has. */
  async function prolong(): Promise<void> {
    const held = [...lines].flatMap(([id, { leases }]) => [...leases].map((name) => ({ id, name })));
    await Promise.all(held.map(({ id, name }) => inRedis(id, name, Number.MAX_SAFE_INTEGER)));
  }

  /** Prolongs what is held from now on, until nothing is. */
  function keepProlonging(): void {
    timer ??= setInterval(() => {
      if ([...lines.values()].some(({ leases }) => leases.size > 0)) {
        if (connection.isUp()) prolong().catch(() => undefined); // it is away, has said so, and is told when it is back
        return;
      }
      clearInterval(timer);
      timer = undefined;
    }, lease / 3).unref();
  }

  function lineOf(id: string): Line {
    const line = lines.get(id) ?? { leases: new Set(), turn: Promise.resolve() };
    lines.set(id, line);
    return line;
  }

  async function inRedis(id: string, name: string, limit: number): Promise<boolean> {
    return (await connection.run(takeSlot, [keyOf(id)], [name, lease, limit])) === 1;
  }

  function take({ leases }: Line, { id, limit }: SlotWish, name: string): Promise<boolean> {
    return throughRedis(
      connection,
      () => inRedis(id, name, limit),
      () => leases.size < shareOf(limit, connection),
    );
  }

  /** Asks until there is a slot; throws when none comes in time, or whoever waits has left. */
  async function askUntil(line: Line, wish: SlotWish, until: number): Promise<string> {
    const name = randomUUID();
    wish.signal.throwIfAborted();
    while (!(await take(line, wish, name))) {
      if (performance.now() + poll > until) throw noneEnded(wish.limit);
      await new Promise((resolve) => setTimeout(resolve, poll));
      wish.signal.throwIfAborted();
    }
    line.leases.add(name);
    keepProlonging();
    return name;
  }

  function giveBack(line: Line, id: string, name: string): void {
    line.leases.delete(name);
    // Nobody waits for it: one that is not told ends by itself.
    void throughRedis<unknown>(
      connection,
      () => connection.ask((redis) => redis.zrem(keyOf(id), name)),
      () => undefined,
    );
  }

  return {
    async enter(wish) {
      const until = performance.now() + wish.patience;
      const leave = await here.enter(wish);
      const line = lineOf(wish.id);
      const asking = line.turn.then(() => askUntil(line, wish, until));
      line.turn = asking.catch(() => undefined); // whoever is next asks in any case
      try {
        const name = await asking;
        return () => {
          giveBack(line, wish.id, name);
          leave();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
    async load(id) {
      const { active, waiting } = await here.load(id);
      const shared = async () => Number(await connection.run(countSlots, [keyOf(id)]));
      return { active: await throughRedis(connection, shared, () => active), waiting };
    },
  };
}
