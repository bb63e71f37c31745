/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** A word that can follow. */
export interface CompletionWord {
  word: string;
  help: string;
}

/** A flag that takes a value. */
export interface ValueFlag {
  /** With its dashes. */
  flag: string;
  /** Empty if they are not known. */
  values: readonly string[];
  /** Whether its value is a comma-separated list. */
  isList: boolean;
  isFile: boolean;
  /** Whether it takes all words up to the next flag. */
  isVariadic: boolean;
}

/** What can follow the commands typed so far. */
export interface CommandCompletions {
  /** Names of the commands typed so far, such as `keys create`. */
  path: string;
  commands: readonly CompletionWord[];
  /** Values of the first argument. */
  firstWords: readonly CompletionWord[];
  flags: readonly CompletionWord[];
  valueFlags: readonly ValueFlag[];
  /** Number of the first argument that is a file, from 0; -1 if there is none. */
  filesFrom: number;
}

/** The script of a shell. It contains all words, so that completing starts no program. */
export function completionScriptFor(shell: Shell, completions: readonly CommandCompletions[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](completions);
}

/** All flags with a value, which the next word is. */
function flagsWithValue(
  completions: readonly CommandCompletions[],
  isWanted: (flag: ValueFlag) => boolean = () => true,
): string[] {
  return [...new Set(completions.flatMap(({ valueFlags }) => valueFlags.filter(isWanted).map(({ flag }) => flag)))];
}

/**
 * Code for bash and zsh that reads the words typed so far: `path` of the commands, number of `arguments`, and the flag that
 * `takes` the next word. Bash separates `=` from a flag.
 */
function readWords(completions: readonly CommandCompletions[], words: string): string {
  const paths = completions.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const variadic = flagsWithValue(completions, ({ isVariadic }) => isVariadic);
  return `  local path='' takes='' arguments=0 word
  for word in ${words}; do
    case "$word" in
      =) continue ;;
      ${flagsWithValue(completions).join('|')}) takes=$word; continue ;;
      -*) takes=''; continue ;;
    esac
    case "$takes" in
      '') ;;
      ${variadic.join('|')}) continue ;;
      *) takes=''; continue ;;
    esac
    case "\${path:+$path }$word" in
      ${paths.join('|')}) path="\${path:+$path }$word" ;;
      *) arguments=$((arguments + 1)) ;;
    esac
  done`;
}

/** Cases for `"$path $takes"`, one per flag with known values or files. */
function valueCases(
  completions: readonly CommandCompletions[],
  { words, list, files }: Record<'words' | 'list', (values: string) => string> & { files: string },
): string {
  const cases = completions.flatMap(({ path, valueFlags }) =>
    valueFlags.flatMap(({ flag, values, isList, isFile }) => {
      if (isFile) return [`      '${path} ${flag}') ${files} ;;`];
      if (values.length === 0) return [];
      return [`      '${path} ${flag}') ${(isList ? list : words)(values.join(' '))} ;;`];
    }),
  );
  return cases.join('\n');
}

function bashScript(completions: readonly CommandCompletions[]): string {
  const offers = completions.map(({ path, commands, firstWords, flags, filesFrom }) => {
    const words = [...commands, ...flags].map(({ word }) => word).join(' ');
    const first = firstWords.length === 0 ? '' : `; first='${firstWords.map(({ word }) => word).join(' ')}'`;
    return `    '${path}') words='${words}'${first}${filesFrom < 0 ? '' : `; files=${filesFrom}`} ;;`;
  });
  const values = valueCases(completions, {
    words: (values) => `words='${values}'`,
    list: (values) => `words='${values}'; prefix=\${current%"\${current##*,}"}; compopt -o nospace 2>/dev/null`,
    files: 'return',
  });
  return `# Completion of svc for bash.
_svc() {
${readWords(completions, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  local current="\${COMP_WORDS[COMP_CWORD]#=}" words='' first='' files=-1 prefix=''
  COMPREPLY=()
  if [[ -n $takes && $current != -* ]]; then
    case "$path $takes" in
${values}
      *) compopt +o default 2>/dev/null; return ;;
    esac
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "\${current#"$prefix"}")
    return
  fi
  case "$path" in
${offers.join('\n')}
  esac
  [[ $files -ge 0 && $arguments -ge $files && $current != -* ]] && return
  [[ $arguments -eq 0 ]] && words="$first $words"
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _svc svc`;
}

function zshScript(completions: readonly CommandCompletions[]): string {
  const described = (words: readonly CompletionWord[]) =>
    words.map(({ word, help }) => `'${word}:${help.replace(/['\\:\n]/g, ' ')}'`).join(' ');
  const offers = completions.map(({ path, commands, firstWords, flags, filesFrom }) => {
    const first = firstWords.length === 0 ? '' : `; first=(${described(firstWords)})`;
    return `    '${path}') offered=(${described([...commands, ...flags])})${first}${filesFrom < 0 ? '' : `; files=${filesFrom}`} ;;`;
  });
  const values = valueCases(completions, {
    words: (values) => `compadd -- ${values}`,
    list: (values) => `compset -P '*,'; compadd -S '' -- ${values}`,
    files: '_files',
  });
  return `#compdef svc
# Completion of svc for zsh.
_svc() {
${readWords(completions, `"\${(@)words[2,CURRENT-1]}"`)}
  if [[ $PREFIX == --*=* ]]; then
    takes=\${PREFIX%%=*}
    compset -P '*='
  fi
  if [[ -n $takes && $PREFIX != -* ]]; then
    case "$path $takes" in
${values}
    esac
    return
  fi
  local -a offered first
  local files=-1
  case "$path" in
${offers.join('\n')}
  esac
  if (( files >= 0 && arguments >= files )) && [[ $PREFIX != -* ]]; then
    _files
    return
  fi
  (( arguments == 0 )) && offered=("\${first[@]}" "\${offered[@]}")
  _describe 'svc' offered || _files
}
compdef _svc svc`;
}

function fishScript(completions: readonly CommandCompletions[]): string {
  const paths = completions.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `# Completion of svc for fish.
set -g __svc_paths ${paths.join(' ')}
set -g __svc_takes ${flagsWithValue(completions).join(' ')}
set -g __svc_takes_all ${flagsWithValue(completions, ({ isVariadic }) => isVariadic).join(' ')}
# Whether the commands typed so far are these; sets the number of other arguments and the flag that takes the next word.
function __svc_at
  set -l words (commandline -opc)
  set -l path ''
  set -l takes ''
  set -g __svc_arguments 0
  for word in $words[2..-1]
    if string match -q -- '-*' $word
      set takes ''
      contains -- $word $__svc_takes; and set takes $word
    else if test -n "$takes"
      contains -- $takes $__svc_takes_all; or set takes ''
    else
      set -l longer (string trim -- "$path $word")
      if contains -- $longer $__svc_paths
        set path $longer
      else
        set __svc_arguments (math $__svc_arguments + 1)
      end
    end
  end
  set -g __svc_taking $takes
  test "$path" = "$argv"
end
# The values of a comma-separated list, after those that are typed.
function __svc_list
  set -l typed (string replace -r '^--[^=]*=' '' -- (commandline -ct))
  set -l before (string replace -r '[^,]*$' '' -- $typed)
  printf '%s\\n' $before$argv
end
${completions.map(fishLines).join('\n')}`;
}

function fishLines({ path, commands, firstWords, flags, valueFlags }: CommandCompletions): string {
  const at = `__svc_at ${path}`.trimEnd();
  const line = (condition: string, what: string, help: string) =>
    `complete -c svc -n '${condition}' ${what} -d '${help.replace(/['\\\n]/g, ' ')}'`;
  const takes = new Map(valueFlags.map((flag) => [flag.flag, fishValues(flag)]));
  const lines = [
    ...commands.map(({ word, help }) => line(at, `-a '${word}'`, help)),
    ...firstWords.map(({ word, help }) => line(`${at}; and test $__svc_arguments = 0`, `-a '${word}'`, help)),
    ...flags.map(({ word, help }) => line(at, `-l ${word.slice(2)}${takes.get(word) ?? ''}`, help)),
  ];
  // Fish itself only knows that a flag takes the next word.
  const further = valueFlags
    .filter(({ values, isVariadic }) => isVariadic && values.length > 0)
    .map(({ flag, values }) => line(`${at}; and test "$__svc_taking" = ${flag}`, `-a '${values.join(' ')}'`, flag));
  return [...(commands.length > 0 ? [`complete -c svc -n '${at}' -f`] : []), ...lines, ...further].join('\n');
}

/** Switches for what follows a flag: a file, known values, or any text. */
function fishValues({ values, isList, isFile }: ValueFlag): string {
  if (isFile) return ' -r -F';
  if (values.length === 0) return ' -x';
  return ` -x -a '${isList ? `(__svc_list ${values.join(' ')})` : values.join(' ')}'`;
}
