#!/usr/bin/env node
import { run } from './commands/program.js';

// Whoever reads the output may stop reading, as `head` does: then there is nobody left to tell.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? process.exitCode : 1));
}

process.exitCode = await run(process.argv.slice(2));
