import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.js';
import { KeyStoreError } from '../keys/key-store.js';
import { CommandError, exitCodes, type MakeCommand } from './command.js';
import { keysCommand } from './keys.js';
import { locationsCommand } from './locations.js';
import { startCommand } from './start.js';

/** The commands of `svc`, as help lists them. */
const commands: readonly MakeCommand[] = [startCommand, keysCommand, locationsCommand];

/** Errors that a person can put right: their message is all that need be said. */
const expected = [ConfigError, KeyStoreError, CommandError];

/**
 * Runs a command of `svc` and resolves to the exit code; a service that was started keeps the process alive.
 *
 * @param args what stands after `svc`
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await makeProgram().parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has said what is wrong with the call; help and version end so too, and are no fault.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongCall;
    const isExpected = expected.some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    return exitCodes.failed;
  }
}

function makeProgram(): Command {
  const svc = new Command('svc').description('Web search over HTTP.').version(versionOf());
  for (const make of commands) svc.addCommand(make());
  for (const command of [svc, ...descendantsOf(svc)]) command.exitOverride().showHelpAfterError();
  return svc;
}

function descendantsOf(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** That of the package, by its own name, so that it is found from the sources as well as from what is built. */
function versionOf(): string {
  const { version } = createRequire(import.meta.url)('@svc/server/package.json') as { version: string };
  return version;
}
