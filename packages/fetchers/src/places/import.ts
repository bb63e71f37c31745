import { readFile, stat, writeFile } from 'node:fs/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { assertKnownOptions, type OptionNames } from '../known-options.js';
import { distFilePath, type PlaceData } from './open-place-list.js';
import { createPlaces, type Places } from './places.js';

/** Options of `importPlaces`. */
export interface PlaceImportOptions {
  /**
   * File to which the imported list is written, with the extension `.places`. Reading it takes about a second.
   * @default not written
   */
  saveAs?: string | undefined;
  /** Called periodically with the number of rows read. */
  onRows?: ((rows: number) => void) | undefined;
}

const known: OptionNames<PlaceImportOptions> = { saveAs: true, onRows: true };

/** The task of a thread: pack a table, or read a packed list. */
export type PlaceImportTask = { file: string } | { packed: Uint8Array };

/** A message from the thread: the number of rows read so far, or the result. */
export type PlaceImportMessage = { rows: number } | { packed: Uint8Array } | { data: PlaceData };

/**
 * Reads alpha's list of places: the CSV published as "geo targets", or a `.places` file written by an earlier import. Removed places
 * are left out. The engine knows its canonical names, so searches send the name. Ids, parents, types and `Reach` (if present) are
 * kept. Populations, other names and coordinates come from the included list, for places in both lists; a place without coordinates
 * gets those of the area that contains it.
 *
 * Uses worker threads; 270,000 rows take about ten seconds. Rejects with a `TypeError` for any other table.
 */
export async function importPlaces(file: string, options: PlaceImportOptions = {}): Promise<Places> {
  assertKnownOptions(options, known);
  const { saveAs, onRows } = options;
  const packed = file.endsWith('.places') ? new Uint8Array(await readFile(file)) : await packList(file, onRows);
  if (saveAs !== undefined) await writeFile(saveAs, packed);
  const answer = await runJob({ packed });
  return createPlaces((answer as { data: PlaceData }).data, { usesEngineNames: true });
}

/** Packs a table on a thread. The thread ends before the next one starts, which frees the memory of the table. */
async function packList(file: string, onRows?: (rows: number) => void): Promise<Uint8Array> {
  const { size } = await stat(file);
  const maxMegabytes = Math.max(minMegabytes, (size / 2 ** 20) * megabytesPerMegabyte);
  const answer = await runJob({ file }, { onRows, resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } });
  return (answer as { packed: Uint8Array }).packed;
}

/**
 * Heap limit of the thread in MB, per MB of the table; 271,000 rows need less. Without a limit, garbage is collected later, and
 * 271,000 rows take 337 MB instead of 295 MB.
 */
const megabytesPerMegabyte = 12;

/** Minimum heap limit of the thread in MB. */
const minMegabytes = 200;

interface JobOptions {
  onRows?: ((rows: number) => void) | undefined;
  resourceLimits?: ResourceLimits;
}

function runJob(job: PlaceImportTask, { onRows, resourceLimits = {} }: JobOptions = {}): Promise<PlaceImportMessage> {
  const worker = new Worker(distFilePath('import-worker.js'), { workerData: job, resourceLimits });
  return new Promise<PlaceImportMessage>((resolve, reject) => {
    let answer: PlaceImportMessage | undefined;
    worker.on('message', (message: PlaceImportMessage) => {
      if ('rows' in message) onRows?.(message.rows);
      else answer = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (answer !== undefined) resolve(answer);
      else reject(new Error(`The import thread exited with code ${code} without a result`));
    });
  });
}
