// The thread: reads a file, detects the kind of page, and returns its rows or the reason why there are none.
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { isPageError, parseAuto } from '@svc/parsers';

parentPort.on('message', async (file) => {
  parentPort.postMessage({ file, ...read(await readFile(file)) });
});

function read(page) {
  try {
    const { operation, result } = parseAuto(page);
    return { operation, rows: (result.organic_results ?? result.suggestions ?? []).length };
  } catch (error) {
    if (!isPageError(error)) throw error;
    return { state: error.state };
  }
}
