// Runs modules one after another: each input line is the path of a module, and each output line its result.
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const report = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true; // stdout is reserved for the results
for await (const file of createInterface({ input: process.stdin })) {
  process.chdir(dirname(file));
  const error = await import(pathToFileURL(file)).then(
    () => (process.exitCode ? `It set the exit code ${process.exitCode}` : undefined),
    (reason) => String(reason?.stack ?? reason),
  );
  process.exitCode = undefined;
  report(`${JSON.stringify({ error })}\n`);
}
