import { Command, CommanderError } from 'commander';
import { messageWithoutCredentials, withoutCredentials } from '../config/without-credentials.js';
import { readPackageVersion } from '../version.js';
import { type CommandEntry, exitCodes } from './command.js';
import { commands } from './list.js';
import { rewriteHelpArguments, storedHelpWidth } from './stored-help.js';

const helpEnd = `
"svc help <command>" or "svc <command> --help" shows what a command takes.
Exit codes: ${exitCodes.done} done, ${exitCodes.failed} failed, ${exitCodes.wrongCall} wrong usage, ${exitCodes.interrupted} interrupted.`;

/**
 * Runs a command of `svc` and resolves to the exit code; a service that it starts keeps the process alive. Errors are reported
 * in one line on standard error, with advice.
 *
 * @param args the arguments of `svc`
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const asked = rewriteHelpArguments(args);
  const [named = ''] = asked;
  const isCalled = ({ name, alias }: CommandEntry) => name === named || alias === named || named === 'completion';
  try {
    await (await makeProgram(isCalled)).parseAsync(asked, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has reported the error. Help and version end this way too, but are not errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongCall;
    const { message, code } = faultOf(error);
    if (message !== '') console.error(message);
    return code;
  }
}

/**
 * Creates the program.
 *
 * @param isWhole whether to create a command completely, not only with its name and summary
 */
export async function makeProgram(isWhole: (entry: CommandEntry) => boolean): Promise<Command> {
  const svc = new Command('svc')
    .description('Web search over HTTP and from the command line.')
    .version(readPackageVersion());
  for (const entry of commands) svc.addCommand(isWhole(entry) ? (await entry.load())() : outlineOf(entry));
  for (const command of [svc, ...descendantsOf(svc)]) finish(command);
  return svc.addHelpText('after', helpEnd);
}

/** The help of every command, as stored by the build, by the words that name it: `keys create`, or `start` for an alias. */
export async function helpTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const outline = await makeProgram(() => false);
  texts[''] = helpOf(outline);
  const program = await makeProgram(() => true);
  for (const command of descendantsOf(program)) for (const path of pathsOf(command)) texts[path] = helpOf(command);
  return texts;
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => storedHelpWidth,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text;
}

/** The words that name a subcommand, with its name and with its aliases. */
function pathsOf(command: Command): string[] {
  const names = [command.name(), ...command.aliases()];
  const above = command.parent?.parent ? pathsOf(command.parent) : [''];
  return above.flatMap((path) => names.map((name) => `${path} ${name}`.trim()));
}

function outlineOf({ name, alias, summary }: CommandEntry): Command {
  const command = new Command(name).description(summary);
  return alias === undefined ? command : command.alias(alias);
}

/** What all commands have in common: errors take one line, and no command ends the process. */
function finish(command: Command): void {
  command
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (child) => [child.name(), ...child.aliases()].join(', ') })
    .configureOutput({ outputError: (text, write) => write(`${oneLine(text, pathOf(command))}\n`) });
}

/** `error: unknown option '--jsn'⏎(Did you mean --json?)` as one line with advice. */
function oneLine(text: string, path: string): string {
  const said = text
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)/, ' (did you mean $1?)')
    .trim()
    .replace(/\.$/, '');
  return `${path}: ${said.replace(/\s*\n\s*/g, ' ')}; "${path} --help" shows what it takes`;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function descendantsOf(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** How an error that ended a command is reported. */
interface CommandFault {
  /** One line; '' if there is nothing to say. */
  message: string;
  code: number;
}

/**
 * Errors that the user can fix, by name: only their message is shown. Their classes are not imported, because that would
 * load modules that the command does not need.
 */
const expected: Readonly<Record<string, number>> = {
  ConfigError: exitCodes.failed,
  KeyStoreError: exitCodes.failed,
  CommandError: exitCodes.failed,
  ApiError: exitCodes.failed,
  UnreachableError: exitCodes.failed,
  UsageError: exitCodes.wrongCall,
};

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'it is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
};

/** The message for an error, and the exit code. An unexpected error has a stack, shown if `SVC_DEBUG` is set. */
function faultOf(error: unknown): CommandFault {
  if (!(error instanceof Error)) return { message: `svc: unexpected error: ${error}`, code: exitCodes.failed };
  if (error.name === 'Interrupted') return { message: error.message, code: exitCodes.interrupted };
  const code = expected[error.name];
  if (code !== undefined) return { message: error.message, code };
  if ('syscall' in error) return { message: `svc: ${fileFaultOf(error)}`, code: exitCodes.failed };
  const isReported = process.env.SVC_DEBUG !== undefined;
  const line = messageWithoutCredentials(`${error.message.split('\n')[0]}`);
  const message = `svc: unexpected error: ${error.name}: ${line}; set SVC_DEBUG=1 to see the stack`;
  return { message: isReported ? (error.stack ?? message) : message, code: exitCodes.failed };
}

/** Describes an error of the operating system, with the file that it names. */
function fileFaultOf(error: Error & { code?: unknown; path?: unknown }): string {
  const reason = fileFaults[`${error.code}`] ?? messageWithoutCredentials(error.message);
  return error.path === undefined ? reason : `${withoutCredentials(`${error.path}`)}: ${reason}`;
}
