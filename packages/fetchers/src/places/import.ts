import { readFile, stat, writeFile } from 'node:fs/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { builtFile, type PlaceData } from './place-index.js';
import { type Places, placesOf } from './places.js';

/** Options of `importPlaces`. */
export interface ImportOptions {
  /**
   * Where to write the list in a form that is read in a second, a file whose name ends with `.places`.
   * @default it is not written
   */
  saveAs?: string;
  /** Called from time to time with the number of rows of the table that have been read. */
  onRows?: (rows: number) => void;
}

/** What a thread is asked to do: to pack a table, or to read what was packed. */
export type ImportJob = { file: string } | { packed: Uint8Array };

/** A message of the thread: rows read so far, or what came of the job. */
export type ImportMessage = { rows: number } | { packed: Uint8Array } | { data: PlaceData };

/**
 * Reads alpha's own list of places: the CSV that it publishes as "geo targets", or the file that an earlier import has
 * written, whose name ends with `.places`. Retired places are left out. Its canonical names are those that the engine
 * knows, so a search sends the name. Ids, parents, types and `Reach`, where it has that column, are kept; people, other
 * names and coordinates come from the included list, of places that are in both, and a place without coordinates has
 * those of the place around it.
 *
 * It is read on threads of their own, 270,000 rows in some ten seconds. Rejects with a `TypeError` for another table.
 */
export async function importPlaces(file: string, { saveAs, onRows }: ImportOptions = {}): Promise<Places> {
  const packed = file.endsWith('.places') ? new Uint8Array(await readFile(file)) : await packList(file, onRows);
  if (saveAs !== undefined) await writeFile(saveAs, packed);
  const answer = await runJob({ packed });
  return placesOf((answer as { data: PlaceData }).data, { isEnginesOwn: true });
}

/** Packs a table. The thread ends with it, and frees what the table took before the next one starts. */
async function packList(file: string, onRows?: (rows: number) => void): Promise<Uint8Array> {
  const { size } = await stat(file);
  const mostMegabytes = Math.max(leastMegabytes, (size / 2 ** 20) * megabytesPerMegabyte);
  const answer = await runJob({ file }, { onRows, resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
  return (answer as { packed: Uint8Array }).packed;
}

/**
 * What the thread may hold for each MB of the table, in MB: 271,000 rows need less. With no limit what is
 * needed no more is collected late, and 271,000 rows take 337 MB instead of 295.
 */
const megabytesPerMegabyte = 12;

/** What the thread may hold however short the table is. */
const leastMegabytes = 200;

interface JobOptions {
  onRows?: ((rows: number) => void) | undefined;
  resourceLimits?: ResourceLimits;
}

function runJob(job: ImportJob, { onRows, resourceLimits = {} }: JobOptions = {}): Promise<ImportMessage> {
  const worker = new Worker(builtFile('import-worker.js'), { workerData: job, resourceLimits });
  return new Promise<ImportMessage>((resolve, reject) => {
    let answer: ImportMessage | undefined;
    worker.on('message', (message: ImportMessage) => {
      if ('rows' in message) onRows?.(message.rows);
      else answer = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (answer !== undefined) resolve(answer);
      else reject(new Error(`The import ended without a list, with code ${code}`));
    });
  });
}
