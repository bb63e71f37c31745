import { readFile, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readGeotargets } from './location/geotargets.js';
import type { ImportJob, ImportMessage } from './location/import.js';
import { includedPlaceList } from './location/included.js';
import { readPlaceList } from './location/place-index.js';

/** Reads a list of places on a thread of its own, and hands over what it read. */
async function run({ file, saveAs }: ImportJob): Promise<void> {
  const send = (message: ImportMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
  const list = file.endsWith('.places')
    ? await readFile(file)
    : await readGeotargets(file, includedPlaceList(), (rows) => send({ rows }));
  if (saveAs !== undefined) await writeFile(saveAs, list);
  const data = readPlaceList(list);
  send({ data }, [...new Set(buffersIn(data))]);
}

/** The memory of all arrays of numbers in a tree of objects. */
function buffersIn(value: object): ArrayBuffer[] {
  return Object.values(value).flatMap((part: unknown) => {
    if (ArrayBuffer.isView(part)) return [part.buffer as ArrayBuffer];
    return typeof part === 'object' && part !== null ? buffersIn(part) : [];
  });
}

await run(workerData as ImportJob);
