import { open } from 'node:fs/promises';
import type { Answered } from '../api/asking/asker.js';
import { askBatch } from '../api/asking/remote-batch.js';
import { type AskingOptions, openAsker, serviceOf } from './asking-options.js';
import { keepAnswered } from './batch-results.js';
import type { Work } from './batch-work.js';
import { interruptible } from './interrupt.js';
import { barOf, progressOn } from './terminal/progress.js';

/** How a batch is run. */
export interface BatchOptions {
  /** File of the answers. */
  out: string;
  concurrency: number;
  asking: AskingOptions;
}

/** How many searches of a batch ended in which way. */
export interface BatchSummary {
  done: number;
  failed: number;
  /** Answered by an earlier run. */
  skipped: number;
}

type Receive = (id: string, answered: Pick<Answered, 'status' | 'body'>) => Promise<void>;

/** Runs the searches that have no answer yet; each answer is in the file before it counts. */
export async function runBatch(work: readonly Work[], options: BatchOptions): Promise<BatchSummary> {
  const answered = await keepAnswered(options.out);
  const left = work.filter(({ id }) => !answered.has(id));
  const skipped = work.length - left.length;
  const summary = { done: 0, failed: 0, skipped };
  const progress = progressOn(process.stderr);
  const file = await open(options.out, 'a', 0o600);
  const show = () => {
    progress.show(barOf({ done: skipped + summary.done + summary.failed, total: work.length, failed: summary.failed }));
  };
  const receive: Receive = async (id, { status, body }) => {
    await file.appendFile(`${JSON.stringify({ id, status, body })}\n`);
    summary[status === 200 ? 'done' : 'failed'] += 1;
    show();
  };
  show();
  try {
    const advice = `Interrupted; run the same command again to go on. The answers so far are in ${options.out}`;
    if (left.length > 0) await interruptible((signal) => runAll(left, { ...options, receive, signal }), advice);
    return summary;
  } finally {
    progress.end();
    await file.close();
  }
}

interface Run extends BatchOptions {
  receive: Receive;
  signal: AbortSignal;
}

async function runAll(work: readonly Work[], run: Run): Promise<void> {
  const service = await serviceOf(run.asking);
  if (service === undefined) return runHere(work, run);
  const { include = [] } = run.asking;
  for await (const { id, ...answered } of askBatch(service, work, { include, signal: run.signal })) {
    await run.receive(id, answered);
  }
}

/** Some at once: each runner takes the next search when it has ended one. */
async function runHere(work: readonly Work[], { asking, concurrency, receive, signal }: Run): Promise<void> {
  const asker = await openAsker(asking);
  const next = work.values();
  const runner = async () => {
    for (const { id, endpoint, body } of next) {
      signal.throwIfAborted();
      await receive(id, await asker.search({ endpoint, body, include: asking.include ?? [] }, signal));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, work.length) }, runner));
  } finally {
    await asker.close();
  }
}
