// Parses a folder of saved pages on worker threads, and prints a line of JSON for each: `node read-folder.mjs pages
// [threads]`.
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const [folder = '.', threads = `${availableParallelism()}`] = process.argv.slice(2);
const names = await readdir(folder, { recursive: true });
const pages = names.filter((name) => /\.(html|json)$/.test(name)).map((name) => join(folder, name));

await Promise.all(Array.from({ length: Number(threads) }, runThread));

/** A thread, which gets the next page when it has finished one. */
function runThread() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('page-worker.mjs', import.meta.url));
    const next = () => {
      const page = pages.shift();
      if (page === undefined) void worker.terminate();
      else worker.postMessage(page);
    };
    worker.on('message', (answer) => {
      console.log(JSON.stringify(answer));
      next();
    });
    worker.on('error', reject).on('exit', resolve);
    next();
  });
}
