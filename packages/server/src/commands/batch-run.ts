import { open } from 'node:fs/promises';
import type { SearchResponse } from '../api/asking/local.js';
import { streamRemoteBatch } from '../api/asking/remote.js';
import type { ExtractRequest } from '../operations/extract.js';
import { openSearchClient, resolveRemoteService, type SearchClientOptions } from './asking-options.js';
import type { BatchSearch } from './batch-input.js';
import { type JournalLine, readAndPruneJournal, toJournalSearch } from './batch-journal.js';
import { runUntilInterrupted } from './command.js';
import { createProgressLine, formatProgressBar } from './terminal/progress.js';

/** How a batch is run. */
interface BatchOptions {
  /** File of the answers, from which another run can continue. Undefined for none. */
  journal: string | undefined;
  concurrency: number;
  asking: SearchClientOptions;
  /** Which found pages are read. */
  extract: ExtractRequest | undefined;
  /** Called with each answer once it is in the file. */
  onLine?: ((line: JournalLine) => void) | undefined;
  /** Aborted when the reader of the output has closed it. */
  signal: AbortSignal;
}

/** How the searches of a batch ended. */
export interface BatchSummary {
  /** The lines of all searches, including those of earlier runs. */
  lines: Map<string, JournalLine>;
  /** Number of searches that an earlier run answered. */
  answeredBefore: number;
}

type Receive = (search: BatchSearch, answered: Pick<SearchResponse, 'status' | 'body'>) => Promise<void>;

/** Runs the searches that have no answer yet. An answer counts once it is in the file. */
export async function runBatch(searches: readonly BatchSearch[], options: BatchOptions): Promise<BatchSummary> {
  const { journal, asking, extract } = options;
  const extras = { include: asking.include ?? [], extract };
  const lines = journal === undefined ? new Map() : await readAndPruneJournal(journal, searches, extras);
  const left = searches.filter(({ id }) => !lines.has(id));
  const answeredBefore = lines.size;
  const progress = createProgressLine(process.stderr);
  const file = journal === undefined ? undefined : await open(journal, 'a', 0o600);
  const began = performance.now();
  const show = () => {
    const failed = [...lines.values()].filter(({ status }) => status !== 200).length;
    const seconds = (performance.now() - began) / 1000;
    progress.show(
      formatProgressBar({
        done: lines.size,
        total: searches.length,
        failed,
        rate: (lines.size - answeredBefore) / seconds,
      }),
    );
  };
  const receive: Receive = async (search, { status, body }) => {
    const line = { id: search.id, search: toJournalSearch(search, extras), status, body };
    await file?.appendFile(`${JSON.stringify(line)}\n`);
    lines.set(search.id, line);
    options.onLine?.(line);
    show();
  };
  show();
  try {
    const advice =
      journal === undefined ? 'Interrupted' : `Interrupted; run the same command again to continue from ${journal}`;
    if (left.length > 0)
      await runUntilInterrupted((interrupt) => {
        const signal = AbortSignal.any([interrupt, options.signal]);
        return runAll(left, { ...options, receive, signal });
      }, advice);
    return { lines, answeredBefore };
  } finally {
    progress.end();
    await file?.close();
  }
}

interface BatchRun extends BatchOptions {
  receive: Receive;
}

async function runAll(searches: readonly BatchSearch[], run: BatchRun): Promise<void> {
  const service = await resolveRemoteService(run.asking);
  if (service === undefined) return runHere(searches, run);
  const byId = new Map(searches.map((search) => [search.id, search]));
  const { extract, signal } = run;
  const { include = [] } = run.asking;
  for await (const { id, ...answered } of streamRemoteBatch(service, searches, { include, extract, signal })) {
    const search = byId.get(id);
    if (search !== undefined) await run.receive(search, answered);
  }
}

/** Runs several searches at once: each runner takes the next search when it has finished one. */
async function runHere(
  searches: readonly BatchSearch[],
  { asking, extract, concurrency, receive, signal }: BatchRun,
): Promise<void> {
  const client = await openSearchClient(asking);
  const next = searches.values();
  const runner = async () => {
    for (const search of next) {
      signal.throwIfAborted();
      const { endpoint, body } = search;
      await receive(search, await client.search({ endpoint, body, include: asking.include ?? [], extract }, signal));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, searches.length) }, runner));
  } finally {
    await client.close();
  }
}
