import { Command } from 'commander';
import { type Shell, scriptFor, shells } from './completion-scripts.js';

/** Prints a script with which a shell completes commands and flags. */
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
    .action(() => console.log(scriptFor(shell, rootOf(command))));
}

/** The program, which has all its commands in full when this one is called. */
function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

const uses: Readonly<Record<Shell, string>> = {
  bash: `echo 'source <(svc completion bash)' >> ~/.bashrc`,
  zsh: `echo 'source <(svc completion zsh)' >> ~/.zshrc`,
  fish: 'svc completion fish > ~/.config/fish/completions/svc.fish',
};
