import type { RedisConnection } from './connection.js';

/** One port of the state with and without Redis. */
export interface RedisPort<Port> {
  /** Asks Redis. Its methods reject where Redis does not answer or refuses. */
  readonly shared: Port;
  /** What holds meanwhile. */
  readonly local: Port;
  /** Reports to Redis, once it is back, what was done without it. What cannot be reported then is next time. */
  reconcile?(): Promise<void>;
}

type Method = (...args: unknown[]) => unknown;

/**
 * Makes one port of two: each call goes to Redis, and to the local side where Redis is away or refuses it. The error of Redis
 * is dropped there: the connection has already reported it to log and metrics, and no search is to fail by it.
 */
export function withFallback<Port extends object>(
  connection: Pick<RedisConnection, 'isUp' | 'onChange'>,
  { shared, local, reconcile }: RedisPort<Port>,
): Port {
  if (reconcile !== undefined) {
    connection.onChange((isUp) => {
      if (isUp) reconcile().catch(() => undefined); // away again, which is reported
    });
  }
  const methods = (Object.keys(shared) as (keyof Port & string)[]).map((name) => {
    const [there, here] = [shared[name] as Method, local[name] as Method];
    const call = async (...args: unknown[]) => {
      if (!connection.isUp()) return here.apply(local, args);
      try {
        return await there.apply(shared, args);
      } catch {
        return here.apply(local, args);
      }
    };
    return [name, call] as const;
  });
  return Object.fromEntries(methods) as Port;
}
