// Runs one module after the other: each line of the input is the path of one, each line of the output what became of it.
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

console.log = () => {}; // the output is for the results
for await (const file of createInterface({ input: process.stdin })) {
  process.chdir(dirname(file));
  const error = await import(pathToFileURL(file)).then(
    () => undefined,
    (reason) => String(reason?.stack ?? reason),
  );
  process.stdout.write(`${JSON.stringify({ error })}\n`);
}
