import { type Attempt, attemptOnce, type FetchTask, type Sending, type Turn } from './attempt.js';
import { FetchError } from './errors.js';
import { type Limit, startLimit } from './limit.js';

/** What a second attempt beside a slow one is made with. */
export interface Hedging extends Sending {
  /** Milliseconds after which an attempt counts as slow; left out for no second attempt. */
  hedgeAfter: number | undefined;
}

/** Milliseconds that a second attempt waits for a session: it is of use only where one is free. */
const patience = 100;

/**
 * Makes an attempt and, when it is slow and the budget allows it, another beside it with another session. The first usable
 * page counts, and whoever is slower is aborted. Where neither is usable, the first one's end counts.
 */
export async function attemptHedged<T>(settings: Hedging, task: FetchTask<T>, turn: Turn): Promise<Attempt<T>> {
  const { hedgeAfter, budget } = settings;
  if (hedgeAfter === undefined) return attemptOnce(settings, task, turn);
  const first = begin(task.limit, (limit) => attemptOnce(settings, { ...task, limit }, turn));
  try {
    const isSlow = await isPendingAfter(first.ended, hedgeAfter);
    const mayHedge = isSlow && (budget === undefined || (await budget.spend(task.request.engine)));
    return mayHedge ? await race(settings, { task, turn, first }) : await first.ended;
  } finally {
    first.abort();
  }
}

interface Running<T> {
  ended: Promise<Attempt<T>>;
  /** Aborts it; of no effect on what has ended. */
  abort(): void;
}

interface Race<T> {
  task: FetchTask<T>;
  turn: Turn;
  first: Running<T>;
}

async function race<T>(settings: Hedging, { task, turn, first }: Race<T>): Promise<Attempt<T>> {
  const visit = task.visit.fork();
  const second = begin(task.limit, async (limit) => {
    const waiting = startLimit(patience, limit.signal);
    try {
      await visit.lease(task.request, { isDirect: turn.walk.step.isDirect ?? false, limit: waiting });
    } finally {
      waiting.stop();
    }
    return attemptOnce({ ...settings, budget: undefined }, { ...task, limit, visit }, turn);
  });
  try {
    const usable = await firstUsable(first.ended, second.ended);
    if (usable === undefined) return await first.ended;
    if (usable.from === second.ended) task.visit.takeOver(visit);
    return usable.attempt;
  } finally {
    second.abort();
    await second.ended.catch(() => undefined); // refused or aborted: the first attempt is what is told
    visit.end();
  }
}

function begin<T>(whole: Limit, run: (limit: Limit) => Promise<Attempt<T>>): Running<T> {
  const controller = new AbortController();
  const limit = startLimit(whole.remaining(), whole.signal, controller.signal);
  const ended = run(limit).finally(() => limit.stop());
  ended.catch(() => undefined); // told by whoever waits for it
  return { ended, abort: () => controller.abort(new FetchError('aborted', 'Another attempt was faster')) };
}

async function isPendingAfter(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), milliseconds);
  });
  const over = () => false as const;
  try {
    return await Promise.race([late, work.then(over, over)]);
  } finally {
    clearTimeout(timer);
  }
}

interface Usable<T> {
  from: Promise<Attempt<T>>;
  attempt: Attempt<T>;
}

/** The first attempt that ends with a usable page; undefined when none does. */
function firstUsable<T>(...attempts: readonly Promise<Attempt<T>>[]): Promise<Usable<T> | undefined> {
  const good = attempts.map(async (from): Promise<Usable<T>> => {
    const attempt = await from;
    if (attempt.usable) return { from, attempt };
    throw attempt.error;
  });
  return Promise.any(good).catch(() => undefined); // each has its own reason; the first one's is told
}
