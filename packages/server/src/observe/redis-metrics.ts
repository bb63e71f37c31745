import { Counter, Gauge, type Registry } from 'prom-client';

/** How Redis fares, as a process that shares state through it sees it. */
export interface RedisMetrics {
  /** Shows from now on whether it answers. */
  watch(redis: { isUp(): boolean; processes(): number }): void;
  /** It went away. @param reason a code */
  wentAway(reason: string): void;
  /** It refused a command. @param reason the first word of what it said */
  refused(reason: string): void;
}

/** Adds what is known of Redis; there is nothing of it in the registry until it is watched. */
export function createRedisMetrics(registry: Registry): RedisMetrics {
  const registers = [registry];
  const labelNames = ['reason'] as const;
  let away: Counter<'reason'> | undefined;
  let refusals: Counter<'reason'> | undefined;
  return {
    watch(redis) {
      away = new Counter({ name: 'svc_redis_away_total', help: 'Times that Redis went away.', labelNames, registers });
      const help = 'Commands that Redis refused.';
      refusals = new Counter({ name: 'svc_redis_refusals_total', help, labelNames, registers });
      new Gauge({
        name: 'svc_redis_up',
        help: 'Whether Redis answers: 1, or 0 while the service goes on without it.',
        registers,
        aggregator: 'min',
        collect() {
          this.set(redis.isUp() ? 1 : 0);
        },
      });
      new Gauge({
        name: 'svc_redis_processes',
        help: 'Processes that share state through Redis.',
        registers,
        aggregator: 'max',
        collect() {
          this.set(redis.processes());
        },
      });
    },
    wentAway: (reason) => away?.inc({ reason }),
    refused: (reason) => refusals?.inc({ reason }),
  };
}
