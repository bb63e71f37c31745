import { readFile, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readGeotargets } from './location/geotargets.js';
import type { ImportJob, ImportMessage } from './location/import.js';
import { includedPlaceList } from './location/included.js';
import { readPlaceList } from './location/place-index.js';

/** Reads a list of places on a thread of its own, and hands over what it read. */
async function run({ file, saveAs }: ImportJob): Promise<void> {
  const send = (message: ImportMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
  const isSaved = file.endsWith('.tsv');
  const text = isSaved
    ? await readFile(file, 'utf8')
    : await readGeotargets(file, includedPlaceList(), (rows) => send({ rows }));
  if (saveAs !== undefined) await writeFile(saveAs, text);
  const data = readPlaceList(text);
  const { starts, parents, weights, areas, countries, points } = data.table;
  const arrays = [
    starts,
    parents,
    weights,
    areas,
    countries,
    points,
    data.names.starts,
    data.names.refStarts,
    data.names.refs,
  ];
  send(
    { data },
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

await run(workerData as ImportJob);
