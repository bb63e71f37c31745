import type { RedisConnection } from './connection.js';

/** A port of the state with and without Redis. */
export interface PortWithFallback<Port> {
  /** Uses Redis. Its methods reject when Redis does not answer or refuses. */
  readonly shared: Port;
  /** Used in the meantime. */
  readonly local: Port;
  /** Reports to Redis what was done without it, once it is back or accepts commands again. Called again when it rejects. */
  reconcile?(): Promise<void>;
}

type Method = (...args: unknown[]) => unknown;

/** Milliseconds between a refused command and a report of what was done instead. */
const pause = 1_000;

/**
 * Combines both sides of a port: each call goes to Redis, or to the local side when Redis is away or refuses it. The error is dropped,
 * because the connection has already reported it to log and metrics, and no search may fail because of it.
 */
export function withFallback<Port extends object>(
  connection: Pick<RedisConnection, 'isUp' | 'onChange'>,
  { shared, local, reconcile }: PortWithFallback<Port>,
): Port {
  const onRefusal = reconcile === undefined ? () => undefined : reporting(connection, reconcile);
  const methods = (Object.keys(shared) as (keyof Port & string)[]).map((name) => {
    const [there, here] = [shared[name] as Method, local[name] as Method];
    const call = async (...args: unknown[]) => {
      if (!connection.isUp()) return here.apply(local, args);
      try {
        return await there.apply(shared, args);
      } catch {
        onRefusal();
        return here.apply(local, args);
      }
    };
    return [name, call] as const;
  });
  return Object.fromEntries(methods) as Port;
}

/** Reports whenever Redis is back, and some time after each call of the returned function. */
function reporting(connection: Pick<RedisConnection, 'isUp' | 'onChange'>, report: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  const reportNow = () => {
    clearTimeout(timer);
    timer = undefined;
    if (connection.isUp()) report().catch(reportLater);
  };
  const reportLater = () => {
    timer ??= setTimeout(reportNow, pause).unref();
  };
  connection.onChange(reportNow);
  return reportLater;
}
