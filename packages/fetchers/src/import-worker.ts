import { parentPort, workerData } from 'node:worker_threads';
import { packGeotargets } from './places/geotargets.js';
import type { PlaceImportMessage, PlaceImportTask } from './places/import.js';
import { includedPlaceList, unpackPlaceList } from './places/open-place-list.js';

/** Packs or reads a list of places on this worker thread and posts the result. */
async function run(job: PlaceImportTask): Promise<void> {
  const send = (message: PlaceImportMessage) => parentPort?.postMessage(message, [...new Set(buffersIn(message))]);
  if ('packed' in job) send({ data: unpackPlaceList(job.packed) });
  else send({ packed: await packGeotargets(job.file, includedPlaceList(), (rows) => send({ rows })) });
}

/** The buffers of all typed arrays in a tree of objects, to be transferred. */
function buffersIn(value: object): ArrayBuffer[] {
  return Object.values(value).flatMap((part: unknown) => {
    if (ArrayBuffer.isView(part)) return [part.buffer as ArrayBuffer];
    return typeof part === 'object' && part !== null ? buffersIn(part) : [];
  });
}

await run(workerData as PlaceImportTask);
