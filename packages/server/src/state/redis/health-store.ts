import { type Counts, type Health, type HealthStore, memoryHealthStore, type Penalty } from '@svc/fetchers';
import type { RedisConnection } from './connection.js';
import { onBack, throughRedis } from './fallback.js';
import { addCounts, spendCount } from './scripts/counters.js';
import { claimTrial, coolDown, readHealth } from './scripts/health.js';

/**
 * Keeps in Redis how proxies and engines fare. While it is away a process goes by what it last saw cooling and by what it
 * meets itself, with circuits and retry budgets of its own; Redis is told of the cool-downs that still last when it is back.
 */
export function redisHealthStore(connection: RedisConnection): HealthStore {
  const here = memoryHealthStore();
  const cooledHere = new Set<string>();
  const healthOf = (key: string) => connection.key(`health:${key}`);
  const countersOf = (key: string) => connection.key(`counters:${key}`);
  onBack(connection, async () => {
    const keys = [...cooledHere];
    cooledHere.clear();
    const healths = await here.read(keys);
    await Promise.all(
      healths.map(({ coolingFor }, index) => coolingFor > 0 && coolInRedis(keys[index]!, lasting(coolingFor), 0)),
    );
  });

  async function coolInRedis(key: string, { base, cap }: Penalty, atLeast: number): Promise<number> {
    return Number(await connection.run(coolDown, [healthOf(key)], [base, cap, atLeast]));
  }

  /** Keeps in mind here what cools in Redis. */
  function remember(key: string, milliseconds: number): void {
    void here.cool(key, lasting(milliseconds));
  }

  return {
    read(keys) {
      if (keys.length === 0) return Promise.resolve([]);
      const shared = async () => {
        const found = (await connection.run(readHealth, keys.map(healthOf))) as number[];
        return keys.map((key, index): Health => {
          const health = { coolingFor: found[2 * index] ?? 0, strikes: found[2 * index + 1] ?? 0 };
          if (health.coolingFor > 0) remember(key, health.coolingFor);
          return health;
        });
      };
      return throughRedis<readonly Health[]>(connection, shared, () => here.read(keys));
    },
    cool(key, penalty, atLeast = 0) {
      const shared = async () => {
        const milliseconds = await coolInRedis(key, penalty, atLeast);
        remember(key, milliseconds);
        return milliseconds;
      };
      return throughRedis(connection, shared, () => {
        cooledHere.add(key);
        return here.cool(key, penalty, atLeast);
      });
    },
    async heal(key) {
      cooledHere.delete(key);
      await here.heal(key);
      await throughRedis<unknown>(
        connection,
        () => connection.ask((redis) => redis.del(healthOf(key))),
        () => undefined,
      );
    },
    claim: (key, milliseconds) =>
      throughRedis(
        connection,
        async () => (await connection.run(claimTrial, [healthOf(key)], [Math.ceil(milliseconds)])) === 1,
        () => here.claim(key, milliseconds),
      ),
    async unclaim(key) {
      await here.unclaim(key);
      await throughRedis<unknown>(
        connection,
        () => connection.ask((redis) => redis.hdel(healthOf(key), 'claimed')),
        () => undefined,
      );
    },
    count: (key, amounts, window) =>
      throughRedis<Counts>(
        connection,
        async () => {
          const answer = (await connection.run(
            addCounts,
            [countersOf(key)],
            [window, ...Object.entries(amounts).flat()],
          )) as (string | number)[];
          return Object.fromEntries(pairsOf(answer));
        },
        () => here.count(key, amounts, window),
      ),
    spend: (key, { counter, of, share, minimum }, window) =>
      throughRedis(
        connection,
        async () => (await connection.run(spendCount, [countersOf(key)], [window, counter, of, share, minimum])) === 1,
        () => here.spend(key, { counter, of, share, minimum }, window),
      ),
    async reset(key) {
      await here.reset(key);
      await throughRedis<unknown>(
        connection,
        () => connection.ask((redis) => redis.del(countersOf(key))),
        () => undefined,
      );
    },
  };
}

/** A penalty of so many milliseconds, whatever came before. */
function lasting(milliseconds: number): Penalty {
  return { base: milliseconds, cap: milliseconds };
}

function pairsOf(answer: readonly (string | number)[]): [string, number][] {
  const names = answer.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [String(name), Number(answer[2 * index + 1])]);
}
