// Runs modules one after another: each input line is the path of a module, and each output line its result.
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

console.log = () => {}; // stdout is reserved for the results
for await (const file of createInterface({ input: process.stdin })) {
  process.chdir(dirname(file));
  const error = await import(pathToFileURL(file)).then(
    () => undefined,
    (reason) => String(reason?.stack ?? reason),
  );
  process.stdout.write(`${JSON.stringify({ error })}\n`);
}
