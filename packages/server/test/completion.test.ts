import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { endAll, run } from './helpers/command-line.js';
import { temporaryFolder } from './helpers/temporary.js';

// A busy machine starts processes slowly.
vi.setConfig({ testTimeout: 60_000 });
afterAll(endAll);

/** What is typed, and a word that must be offered for it. */
const typed: readonly (readonly [line: string, word: string])[] = [
  ['svc ke', 'keys'],
  ['svc keys cre', 'create'],
  ['svc search alpha.n', 'alpha.news'],
  ['svc start --po', '--port'],
  ['svc search beta.search x --mk', '--mkt'],
  ['svc keys create --na', '--name'],
];

/** Scripts that complete each of the lines in their arguments by the file `$1`, and print what comes of each on a line. */
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
  // A terminal of its own, in which the key for completion is pressed.
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

describe.each(Object.keys(shells) as (keyof typeof shells)[])('in %s', (shell) => {
  const isThere = spawnSync(shell, ['--version']).status === 0;
  if (!isThere)
    console.warn(`SKIPPED: no ${shell} on the path (apt-get install ${shell}); its completion is not tried`);

  test('svc completion prints a script', async () => {
    const { code, out, err } = await run(['completion', shell]);
    expect([code, err]).toEqual([0, '']);
    for (const command of ['serve', 'search', 'doctor', 'create']) expect(out).toContain(command);
  });

  test.skipIf(!isThere)('commands, operations and flags are completed', async () => {
    const file = join(await temporaryFolder(), 'completion');
    await writeFile(file, (await run(['completion', shell])).out);
    const { args, script } = shells[shell];
    const lines = typed.map(([line]) => line);
    const env = { PATH: process.env.PATH, TERM: 'xterm' }; // and nothing that a test runner sets
    const given = [...args, script, shell, file, ...lines];
    const ended = spawnSync(shell, given, { encoding: 'utf8', env, timeout: 50_000 });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout.trimEnd().split('\n')).toEqual(typed.map(([, word]) => word));
  });
});
