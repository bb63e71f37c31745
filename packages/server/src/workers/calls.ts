import { readToldError } from '../errors/told-error.js';
import { createBatches } from './batches.js';
import type { CallMessage, Channel, FromPrimary, FromWorker, Told } from './messages.js';

/** What goes with a call. */
interface CallOptions {
  /** Aborted when nobody waits for the answer any longer; the call then rejects with its reason. */
  signal: AbortSignal;
  /** Handed an answer that came too late. */
  discard(value: unknown): void;
}

/** Calls of methods in the primary process. */
export interface Calls {
  call(method: string, args: readonly unknown[], options?: CallOptions): Promise<unknown>;
  /** Calls without waiting for an answer. */
  tell(method: string, args: readonly unknown[]): void;
}

/** Makes calls over a channel. */
export function createCalls(channel: Channel<FromWorker, FromPrimary>): Calls {
  const waiting = new Map<number, (told: Told) => void>();
  const send = createBatches<CallMessage>((calls) => channel.send({ svc: 'calls', calls }));
  let last = 0;
  channel.onMessage((message) => {
    if (message.svc !== 'answers') return;
    for (const [number, told] of message.answers) {
      waiting.get(number)?.(told);
      waiting.delete(number);
    }
  });

  return {
    tell: (method, args) => send([0, method, args]),
    call(method, args, options) {
      last += 1;
      const number = last;
      return new Promise((resolve, reject) => {
        if (options?.signal.aborted) return reject(options.signal.reason);
        const leave = () => {
          waiting.set(number, (told) => 'value' in told && options?.discard(told.value));
          send([0, 'cancel', [number]]);
          reject(options?.signal.reason);
        };
        options?.signal.addEventListener('abort', leave, { once: true });
        waiting.set(number, (told) => {
          options?.signal.removeEventListener('abort', leave);
          if ('apiError' in told) reject(readToldError(told.apiError));
          else if ('error' in told) reject(new Error(told.error));
          else resolve(told.value);
        });
        send([number, method, args]);
      });
    },
  };
}
