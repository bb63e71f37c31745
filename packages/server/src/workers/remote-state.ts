import type { CacheConfig } from '../config/cache.js';
import { memoryCache } from '../state/memory.js';
import type { State } from '../state/state.js';
import { readCached, writeCached } from './cached-answer.js';
import type { Calls } from './calls.js';
import { plainPorts } from './messages.js';

/** The state of the primary process, as a worker reaches it. */
export function remoteState(calls: Calls, config: CacheConfig): State {
  return {
    rates: plainPort(calls, 'rates'),
    usage: plainPort(calls, 'usage'),
    health: plainPort(calls, 'health'),
    leases: plainPort(calls, 'leases'),
    slots: {
      async enter({ signal, ...wish }) {
        const leave = (lease: unknown) => calls.tell('slots.leave', [lease]);
        const lease = await calls.call('slots.enter', [wish], { signal, discard: leave });
        return () => leave(lease);
      },
      load: (id) => calls.call('slots.load', [id]) as ReturnType<State['slots']['load']>,
    },
    cache: config.cache === 'off' ? undefined : remoteCache(calls),
    sent: memoryCache(config),
    close: async () => undefined, // the primary keeps it
  };
}

function remoteCache(calls: Calls): NonNullable<State['cache']> {
  return {
    get: async (key) => readCached(await calls.call('cache.get', [key])),
    async set(key, answer) {
      await calls.call('cache.set', [key, writeCached(answer)]);
    },
  };
}

/** A port whose methods are called as they are. */
function plainPort<Port extends keyof typeof plainPorts>(calls: Calls, port: Port): NonNullable<State[Port]> {
  const names: readonly string[] = plainPorts[port];
  const methods = names.map((name) => [name, (...args: unknown[]) => calls.call(`${port}.${name}`, args)]);
  return Object.fromEntries(methods) as NonNullable<State[Port]>;
}
