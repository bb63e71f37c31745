import { Command, CommanderError } from 'commander';
import { versionOf } from '../version.js';
import { type CommandEntry, exitCodes } from './command.js';
import { commands } from './list.js';
import { storedColumns, withHelpAsOption } from './stored-help.js';

const helpEnd = `
"svc help <command>" or "svc <command> --help" shows what a command takes.
Exit codes: ${exitCodes.done} done, ${exitCodes.failed} failed, ${exitCodes.wrongCall} called in a wrong way, ${exitCodes.interrupted} interrupted.`;

/**
 * Runs a command of `svc` and resolves to the exit code; a service that was started keeps the process alive. What goes
 * wrong is said in one line on standard error, with the way out.
 *
 * @param args what stands after `svc`
 */
export async function run(args: readonly string[]): Promise<number> {
  const asked = withHelpAsOption(args);
  const [named = ''] = asked;
  const isCalled = ({ name, alias }: CommandEntry) => name === named || alias === named || named === 'completion';
  try {
    await (await makeProgram(isCalled)).parseAsync(asked, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has said what is wrong with the call; help and version end so too, and are no fault.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongCall;
    const { message, code } = faultOf(error);
    if (message !== '') console.error(message);
    return code;
  }
}

/**
 * Makes the program.
 *
 * @param isWhole which commands are made with all they have; of the others only name and summary
 */
export async function makeProgram(isWhole: (entry: CommandEntry) => boolean): Promise<Command> {
  const svc = new Command('svc').description('Web search over HTTP and on the command line.').version(versionOf());
  for (const entry of commands) svc.addCommand(isWhole(entry) ? (await entry.load())() : outlineOf(entry));
  for (const command of [svc, ...descendantsOf(svc)]) finish(command);
  return svc.addHelpText('after', helpEnd);
}

/** The help of every command as the build stores it, by the words that name it: `keys create`, and `start` for an alias. */
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
    getOutHelpWidth: () => storedColumns,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text;
}

/** The words that name a command below the program, by its name and by its aliases. */
function pathsOf(command: Command): string[] {
  const names = [command.name(), ...command.aliases()];
  const above = command.parent?.parent ? pathsOf(command.parent) : [''];
  return above.flatMap((path) => names.map((name) => `${path} ${name}`.trim()));
}

function outlineOf({ name, alias, summary }: CommandEntry): Command {
  const command = new Command(name).description(summary);
  return alias === undefined ? command : command.alias(alias);
}

/** What every command has in common: its faults are one line, and none of it ends the process. */
function finish(command: Command): void {
  command
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (child) => [child.name(), ...child.aliases()].join(', ') })
    .configureOutput({ outputError: (text, write) => write(`${oneLine(text, pathOf(command))}\n`) });
}

/** `error: unknown option '--jsn'⏎(Did you mean --json?)` as one line that says how to go on. */
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

/** How an error that ended a command is told. */
interface CommandFault {
  /** One line for a person; '' where there is nothing to say. */
  message: string;
  code: number;
}

/**
 * Errors that a person can put right, by name: their message is all that need be said. Their classes are not imported,
 * since that would load what the command at hand has no use for.
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

/** What is said of an error, and the exit code. A fault of the program itself has a stack, shown where `SVC_DEBUG` is set. */
function faultOf(error: unknown): CommandFault {
  if (!(error instanceof Error)) return { message: `svc: unexpected error: ${error}`, code: exitCodes.failed };
  if (error.name === 'Interrupted') return { message: error.message, code: exitCodes.interrupted };
  const code = expected[error.name];
  if (code !== undefined) return { message: error.message, code };
  if ('syscall' in error) return { message: `svc: ${fileFaultOf(error)}`, code: exitCodes.failed };
  const isReported = process.env.SVC_DEBUG !== undefined;
  const message = `svc: unexpected error: ${error.name}: ${error.message.split('\n')[0]}; SVC_DEBUG=1 shows where`;
  return { message: isReported ? (error.stack ?? message) : message, code: exitCodes.failed };
}

/** What an error of the operating system says of the file that it names. */
function fileFaultOf(error: Error & { code?: unknown; path?: unknown }): string {
  const reason = fileFaults[`${error.code}`] ?? error.message;
  return error.path === undefined ? reason : `${error.path}: ${reason}`;
}
