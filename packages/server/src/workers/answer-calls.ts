import { ApiError } from '../errors/api-error.js';
import { tellError } from '../errors/told-error.js';
import type { SlotWish } from '../limits/slots.js';
import type { Answer } from '../search/answer.js';
import type { State } from '../state/state.js';
import { createBatches } from './batches.js';
import { readCached, writeCached } from './cached-answer.js';
import {
  type AnswerMessage,
  type CallMessage,
  type Channel,
  type FromPrimary,
  type FromWorker,
  plainPorts,
  type Told,
} from './messages.js';

type Method = (args: readonly unknown[], number: number) => Promise<unknown>;

/** What is called beside the ports. */
export interface OtherMethods {
  /** The metrics of all workers. */
  metrics(): Promise<string>;
}

/**
 * Answers the calls of one worker from the state of this process. What it returns is to be called when the worker has ended:
 * its slots are then free, and what it waits for is given up.
 */
export function answerCalls(
  channel: Channel<FromPrimary, FromWorker>,
  state: State | undefined,
  { metrics }: OtherMethods,
): () => void {
  const slots = state && slotsOfWorker(state);
  const methods: Record<string, Method> = {
    metrics,
    ...(state && { ...plainMethods(state), ...cacheMethods(state) }),
    ...slots?.methods,
  };
  const send = createBatches<AnswerMessage>((answers) => channel.send({ svc: 'answers', answers }));

  async function answer([number, method, args]: CallMessage): Promise<void> {
    const told = await outcomeOf(async () => methods[method]?.(args, number));
    if (number > 0) send([number, told]);
  }

  channel.onMessage((message) => {
    if (message.svc === 'calls') for (const call of message.calls) void answer(call);
  });
  return () => slots?.freeAll();
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Told> {
  try {
    return { value: await work() };
  } catch (error) {
    return error instanceof ApiError ? { apiError: tellError(error) } : { error: `${error}` };
  }
}

function plainMethods(state: State): Record<string, Method> {
  const ports = Object.entries(plainPorts) as [keyof typeof plainPorts, readonly string[]][];
  return Object.fromEntries(
    ports.flatMap(([port, names]) => {
      const target = state[port] as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
      return names.map((name): [string, Method] => [`${port}.${name}`, async (args) => target[name]?.(...args)]);
    }),
  );
}

function cacheMethods({ cache }: State): Record<string, Method> {
  return {
    'cache.get': async ([key]) => writeCached(await cache?.get(key as string)),
    'cache.set': async ([key, cached]) => cache?.set(key as string, readCached(cached) as Answer),
  };
}

/** The slots that one worker has and waits for. */
function slotsOfWorker({ slots }: State): { methods: Record<string, Method>; freeAll(): void } {
  const taken = new Map<number, () => void>();
  const wishes = new Map<number, AbortController>();
  return {
    methods: {
      async 'slots.enter'([wish], number) {
        const abort = new AbortController();
        wishes.set(number, abort);
        try {
          const leave = await slots.enter({ ...(wish as Omit<SlotWish, 'signal'>), signal: abort.signal });
          taken.set(number, leave);
          return number;
        } finally {
          wishes.delete(number);
        }
      },
      async 'slots.leave'([number]) {
        taken.get(number as number)?.();
        taken.delete(number as number);
      },
      'slots.load': ([id]) => slots.load(id as string),
      async cancel([number]) {
        wishes.get(number as number)?.abort();
      },
    },
    freeAll() {
      for (const abort of wishes.values()) abort.abort();
      for (const leave of taken.values()) leave();
      taken.clear();
    },
  };
}
