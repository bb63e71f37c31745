#!/usr/bin/env node
import { storedHelp } from './commands/stored-help.js';

// The reader of the output may close it early, as `head` does: then nothing more can be reported.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? process.exitCode : 1));
}

const args = process.argv.slice(2);
const help = storedHelp(args, new URL('help.json', import.meta.url));
if (help === undefined) {
  const { runCommand } = await import('./commands/program.js');
  process.exitCode = await runCommand(args);
} else process.stdout.write(help);
