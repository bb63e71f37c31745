import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endAll, run, runHere } from './helpers/command-line.js';
import { temporaryFolder } from './helpers/temporary.js';

afterAll(endAll);

/** The typed text, and a completion that must be offered. */
const typed: readonly (readonly [line: string, word: string])[] = [
  ['svc ke', 'keys'],
  ['svc keys cre', 'create'],
  ['svc search alpha.n', 'alpha.news'],
  ['svc start --po', '--port'],
  ['svc search beta.search x --mk', '--mkt'],
  ['svc keys create --na', '--name'],
  ['svc search beta.search x --device mo', 'mobile'],
  ['svc search beta.search --freshness mont', 'month'],
  ['svc search beta.search --safe tr', 'true'],
  ['svc search beta.search --num 20 x --mk', '--mkt'],
  ['svc search --num 20 beta', 'beta.search'],
  ['svc search beta.search x --extract-format mark', 'markdown'],
  ['svc parse aut', 'auto'],
  ['svc batch f --operation gam', 'gamma.search'],
  ['svc keys create --scope look', 'lookup'],
  ['svc keys create --scope search look', 'lookup'],
  ['svc keys create --scope search --na', '--name'],
  ['svc serve --adapter sim', 'simulated'],
  ['svc search x --include blocks,el', 'blocks,elements'],
  ['svc parse auto --fields title,pag', 'title,pagination'],
];

/** The same for one shell; '' if nothing may be offered, so that files are. Bash separates `=`. */
const typedIn: Readonly<Record<'bash' | 'fish' | 'zsh', typeof typed>> = {
  bash: [
    ['svc search x --device = mo', 'mobile'],
    ['svc search beta.search x gam', ''],
    ['svc search beta.search --out x gam', ''],
    ['svc parse alpha.search fi', ''],
    ['svc batch --out sea', ''],
  ],
  fish: [
    ['svc search x --device=mo', '--device=mobile'],
    ['svc search x --include=blocks,el', '--include=blocks,elements'],
    ['svc search beta.search x gam', ''],
  ],
  zsh: [
    ['svc search x --device=mo', '--device=mobile'],
    ['svc search x --include=blocks,el', '--include=blocks,elements'],
  ],
};

/**
 * Scripts that complete each line of their arguments with the file `$1`, and print the completions of each on one line.
 */
const shells = {
  bash: {
    args: ['--norc', '-c'],
    script: `source "$1"; shift
      for line; do COMP_WORDS=($line); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _svc; echo "\${COMPREPLY[*]}"; done`,
  },
  fish: {
    args: ['--no-config', '-c'],
    script: `source $argv[2]
      for line in $argv[3..-1]; echo (complete -C $line | string split -f 1 \\t); end`,
  },
  // A separate terminal in which the completion key is pressed.
  zsh: {
    args: ['-f', '-c'],
    script: `zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PROMPT=; autoload -Uz compinit; compinit -u -D; source $1; bindkey '^I' complete-word; print ready-\\$((1+1))"
      zpty -r -m shell seen '*ready-2*'
      for line in \${@[2,-1]}; do
        zpty -w -n shell "$line"$'\\t'
        zpty -w -n shell $'\\x01print -r -- "line[\\x05]"\\n'
        zpty -r -m shell seen "*"$'\\n'"line\\[*\\]*"
        print -r -- "\${\${\${seen##*$'\\n'line\\[}%%\\]*}##* }"
      done
      zpty -d shell`,
  },
} as const;

test('a flag takes a value in all commands or in none, as the scripts assume', async () => {
  const { out } = await runHere(['completion', 'fish']);
  const flags = [...out.matchAll(/ -l (\S+)( -[rx])? /g)].map(([, name, takes]) => ({
    name,
    takes: takes !== undefined,
  }));
  const withValue = new Set(flags.filter(({ takes }) => takes).map(({ name }) => name));
  const without = new Set(flags.filter(({ takes }) => !takes).map(({ name }) => name));
  expect([withValue.has('device'), without.has('json')]).toEqual([true, true]);
  expect([...withValue].filter((name) => without.has(name))).toEqual([]);
});

describe.each(Object.keys(shells) as (keyof typeof shells)[])('completion in %s', (shell) => {
  const isThere = spawnSync(shell, ['--version']).status === 0;
  if (!isThere)
    console.warn(`SKIPPED: ${shell} is not on the path (apt-get install ${shell}); its completion is not tested`);

  test('svc completion prints a script', async () => {
    const { code, out, err } = await runHere(['completion', shell]);
    expect([code, err]).toEqual([0, '']);
    for (const command of ['serve', 'search', 'doctor', 'create']) expect(out).toContain(command);
  });

  test.skipIf(!isThere || shell !== 'fish')('offers no files where a command must follow', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'completion'), (await run(['completion', shell])).out);
    const { args, script } = shells.fish;
    const env = { PATH: process.env.PATH, TERM: 'xterm' };
    const options = { encoding: 'utf8', env, cwd: folder, timeout: 50_000 } as const;
    const ended = spawnSync(
      shell,
      [...args, script, shell, 'completion', 'svc keys ', 'svc parse alpha.search '],
      options,
    );
    const [keys = '', parse = ''] = ended.stdout.split('\n');
    expect([keys.split(' ').includes('completion'), parse.split(' ').includes('completion')]).toEqual([false, true]);
  });

  test.skipIf(!isThere)('completes commands, operations, flags and their values', async () => {
    const file = join(await temporaryFolder(), 'completion');
    await writeFile(file, (await run(['completion', shell])).out);
    const { args, script } = shells[shell];
    const all = [...typed, ...typedIn[shell]];
    const lines = all.map(([line]) => line);
    const env = { PATH: process.env.PATH, TERM: 'xterm' }; // without the variables that the test runner sets
    const given = [...args, script, shell, file, ...lines];
    const ended = spawnSync(shell, given, { encoding: 'utf8', env, timeout: 50_000 });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout.replace(/\n$/, '').split('\n')).toEqual(all.map(([, word]) => word));
  });
});
