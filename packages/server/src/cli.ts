#!/usr/bin/env node
import { type Command, wrongCall } from './commands/command.js';
import { start } from './commands/start.js';

const commands: Readonly<Record<string, Command>> = { start };

const usage = `Usage: ${Object.values(commands)
  .map(({ help }) => help)
  .join('\n\n')}\n`;

process.exitCode = await run(process.argv.slice(2));

/** Runs a command and returns the exit code. */
async function run([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '--help' && args.length === 0) {
    console.log(usage);
    return 0;
  }
  const code = Object.hasOwn(commands, name) ? await commands[name]?.run(args) : wrongCall;
  if (code === wrongCall) console.error(usage);
  return code ?? wrongCall;
}
