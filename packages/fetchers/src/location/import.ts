import { Worker } from 'node:worker_threads';
import { builtFile } from './included.js';
import type { PlaceData } from './place-index.js';
import { type Places, placesOf } from './places.js';

/** Options of `importPlaces`. */
export interface ImportOptions {
  /**
   * Where to write the list in a form that is read in a second, a file whose name ends with `.places`.
   * @default it is not written
   */
  saveAs?: string;
  /** Told now and then how many rows of the table have been read. */
  onRows?: (rows: number) => void;
}

/** What the thread is asked to do. */
export interface ImportJob {
  file: string;
  saveAs?: string | undefined;
}

/** What the thread tells: rows read so far, or all of the list. */
export type ImportMessage = { rows: number } | { data: PlaceData };

/**
 * Reads alpha's own list of places: the CSV that it publishes as "geo targets", or the file that an earlier import has
 * written, whose name ends with `.places`. Retired places are left out. Its canonical names are those that the engine
 * knows, so a search is told the name. Ids, parents, types and `Reach`, where it has that column, are kept; people, other
 * names and coordinates come from the included list, of places that are in both, and a place without coordinates has
 * those of the place around it.
 *
 * It is read on a thread of its own, 270,000 rows in some ten seconds. Rejects with a `TypeError` for another table.
 */
export async function importPlaces(file: string, { saveAs, onRows }: ImportOptions = {}): Promise<Places> {
  const job: ImportJob = { file, saveAs };
  const worker = new Worker(builtFile('import-worker.js'), { workerData: job });
  const data = await new Promise<PlaceData>((resolve, reject) => {
    worker.on('message', (message: ImportMessage) => {
      if ('data' in message) resolve(message.data);
      else onRows?.(message.rows);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The import ended without a list, with code ${code}`)));
  });
  return placesOf(data, { isEnginesOwn: true });
}
