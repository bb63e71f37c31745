import { Command } from 'commander';

/** Prints a script for completing commands and flags in a shell. */
export function completionCommand(): Command {
  const completion = new Command('completion').description('Print the completion script of a shell.');
  for (const shell of completionShells) completion.addCommand(commandFor(shell));
  return completion;
}

function commandFor(shell: Shell): Command {
  const command = new Command(shell);
  return command
    .description(`Print the completion script of ${shell}.`)
    .addHelpText('after', `\nTo use it:\n  ${uses[shell]}`)
    .action(() => console.log(scriptFor(shell, rootOf(command))));
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

/** Shells with a completion script. */
export const completionShells = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof completionShells)[number];

/** What can follow the words typed so far. */
interface Place {
  /** Names of the commands typed so far, such as `keys create`. */
  path: string;
  words: readonly { word: string; help: string }[];
  /** Whether a command must follow, so that no file can. */
  isGroup: boolean;
}

/** The script of a shell. It contains all words, so that completing starts no program. */
function scriptFor(shell: Shell, program: Command): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](placesIn(program, []));
}

function placesIn(command: Command, path: readonly string[]): Place[] {
  const commands = command.commands.map((child) => ({ word: child.name(), help: child.description() }));
  const options = command.options.map(({ long, short, description }) => ({
    word: long ?? short ?? '',
    help: description,
  }));
  const choices = command.registeredArguments.flatMap((argument, index) =>
    index === 0 && argument.name() === 'operation' ? wordsIn(argument.description) : [],
  );
  const help = { word: '--help', help: 'display help for command' };
  const here = {
    path: path.join(' '),
    words: [...commands, ...choices, ...options, help],
    isGroup: commands.length > 0,
  };
  return [here, ...command.commands.flatMap((child) => placesOf(child, path))];
}

/** The places of a command under its name and its aliases. */
function placesOf(child: Command, path: readonly string[]): Place[] {
  return [child.name(), ...child.aliases()].flatMap((name) => placesIn(child, [...path, name]));
}

function wordsIn(description: string): { word: string; help: string }[] {
  return description.split(', ').map((word) => ({ word, help: 'operation' }));
}

/** Shell code that finds the path of the commands typed so far, ignoring options. */
const pathLoop = (places: readonly Place[], words: string) => `  local path='' word
  for word in ${words}; do
    case "\${path:+$path }$word" in
      ${places
        .filter(({ path }) => path !== '')
        .map(({ path }) => `'${path}'`)
        .join('|')}) path="\${path:+$path }$word" ;;
    esac
  done`;

function bashScript(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`);
  return `# Completion of svc for bash.
_svc() {
${pathLoop(places, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  local words=''
  case "$path" in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _svc svc`;
}

function zshScript(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => {
    const described = words.map(({ word, help }) => `'${word}:${help.replace(/['\\:\n]/g, ' ')}'`);
    return `    '${path}') words_here=(${described.join(' ')}) ;;`;
  });
  return `#compdef svc
# Completion of svc for zsh.
_svc() {
${pathLoop(places, `"\${(@)words[2,CURRENT-1]}"`)}
  local -a words_here
  case "$path" in
${cases.join('\n')}
  esac
  _describe 'svc' words_here || _files
}
compdef _svc svc`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, help }) => {
      const condition = `__svc_at ${path}`.trimEnd();
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a '${word}'`;
      return `complete -c svc -n '${condition}' ${what} -d '${help.replace(/['\\\n]/g, ' ')}'`;
    }),
  );
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const groups = places.filter(({ isGroup }) => isGroup).map(({ path }) => `__svc_at ${path}`.trimEnd());
  return `# Completion of svc for fish.
set -g __svc_paths ${paths.join(' ')}
function __svc_at
  set -l words (commandline -opc)
  set -l path ''
  for word in $words[2..-1]
    set -l longer (string trim -- "$path $word")
    contains -- $longer $__svc_paths; and set path $longer
  end
  test "$path" = "$argv"
end
${groups.map((condition) => `complete -c svc -n '${condition}' -f`).join('\n')}
${lines.join('\n')}`;
}
