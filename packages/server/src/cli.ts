#!/usr/bin/env node
import { storedHelp } from './commands/stored-help.js';

// The reader of the output may close it early, as `head` does: then nothing more can be reported.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(process.exitCode);
    if (output === process.stdout) process.stderr.write(`svc: the output could not be written (${code})\n`);
    process.exit(1);
  });
}

const args = process.argv.slice(2);
const help = storedHelp(args, new URL('help.json', import.meta.url));
if (help === undefined) {
  const { runCommand } = await import('./commands/program.js');
  process.exitCode = await runCommand(args);
} else process.stdout.write(help);
