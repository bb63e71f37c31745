import { type Argument, Command, type Option } from 'commander';
import {
  type CommandCompletions,
  type CompletionWord,
  completionScriptFor,
  type Shell,
  shells,
  type ValueFlag,
} from './completion-scripts.js';
import { offeredValues } from './offered-values.js';

/** Prints a script for completing commands, flags and their values in a shell. */
export function completionCommand(): Command {
  const completion = new Command('completion').description('Print the completion script of a shell.');
  for (const shell of shells) completion.addCommand(commandFor(shell));
  return completion;
}

function commandFor(shell: Shell): Command {
  const command = new Command(shell);
  return command
    .description(`Print the completion script of ${shell}.`)
    .addHelpText('after', `\nTo use it:\n  ${uses[shell]}`)
    .action(() => console.log(completionScriptFor(shell, completionsIn(rootOf(command), []))));
}

/** The program, in which all commands are complete when this one is called. */
function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

const uses: Readonly<Record<Shell, string>> = {
  bash: `echo 'source <(svc completion bash)' >> ~/.bashrc`,
  zsh: `echo 'source <(svc completion zsh)' >> ~/.zshrc`,
  fish: 'svc completion fish > ~/.config/fish/completions/svc.fish',
};

function completionsIn(command: Command, path: readonly string[]): CommandCompletions[] {
  const { commands, options, registeredArguments: named } = command;
  const flags = options.map((option) => ({ word: nameOf(option), help: option.description }));
  const here = {
    path: path.join(' '),
    commands: commands.map((child) => ({ word: child.name(), help: child.description() })),
    firstWords: wordsOf(named[0]),
    flags: [...flags, { word: '--help', help: 'display help for command' }],
    valueFlags: options.filter(({ required, optional }) => required || optional).map(valueFlagOf),
    filesFrom: named.findIndex((argument) => isFile(argument.name())),
  };
  return [here, ...commands.flatMap((child) => completionsOf(child, path))];
}

/** The completions of a command under its name and its aliases. */
function completionsOf(child: Command, path: readonly string[]): CommandCompletions[] {
  return [child.name(), ...child.aliases()].flatMap((name) => completionsIn(child, [...path, name]));
}

function nameOf({ long, short }: Option): string {
  return long ?? short ?? '';
}

function wordsOf(argument: Argument | undefined): CompletionWord[] {
  return argument === undefined
    ? []
    : offeredValues(argument).values.map((word) => ({ word, help: argument.name().replaceAll('-', ' ') }));
}

function valueFlagOf(option: Option): ValueFlag {
  const { values, isList = false } = offeredValues(option);
  const [, name = ''] = /<([^>.]+)/.exec(option.flags) ?? [];
  return { flag: nameOf(option), values, isList, isFile: isFile(name), isVariadic: option.variadic };
}

/** Whether the name of a value says that it is a file. */
function isFile(name: string): boolean {
  return ['file', 'files', 'path', 'csv'].includes(name);
}
