// Mutation testing by groups, for the packages that have it: `scripts/mutate.mjs` of each lists its own.
//
// Each group is met by the tests that are about it and no others: quicker than all of them, and stricter, since a mutant
// that only a far-off test would notice survives. Timeouts count as killed, code that no test reaches as survived; static
// mutants are left out. Survivors and the score are written to .work/mutation.json. It changes files, so it runs on a copy.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const least = 0.92;

/** Runs one group; every mutant with its status and place. */
function run({ home, work }, { files, tests }) {
  const stryker = join(home, 'node_modules', '.bin', 'stryker');
  const mutate = files.map((file) => `src/${file}.ts`).join(',');
  const env = { ...process.env, MUTATION_TESTS: tests.join(',') };
  spawnSync(stryker, ['run', 'stryker.config.json', '--mutate', mutate], { cwd: work, env, stdio: 'inherit' });
  const report = join(work, 'reports', 'mutation.json');
  if (!existsSync(report)) throw new Error('Stryker gave no report: its own tests failed');
  const { files: mutated } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(report);
  return Object.entries(mutated).flatMap(([file, { mutants }]) =>
    mutants.map(({ status, location, mutatorName, replacement }) => {
      return { status, place: `${file}:${location.start.line}:${location.start.column}`, mutatorName, replacement };
    }),
  );
}

const killed = new Set(['Killed', 'Timeout']);
const alive = new Set(['Survived', 'NoCoverage']);

function scoreOf(mutants) {
  const counted = mutants.filter(({ status }) => killed.has(status) || alive.has(status));
  const dead = counted.filter(({ status }) => killed.has(status)).length;
  return { mutants: counted.length, killed: dead, score: dead / counted.length };
}

/** Writes and shows what has been found until now; the score of all of it. */
function report(file, results) {
  const all = results.flatMap(([, mutants]) => mutants);
  const total = scoreOf(all);
  const scores = Object.fromEntries(results.map(([name, mutants]) => [name, scoreOf(mutants)]));
  const survivors = all.filter(({ status }) => alive.has(status));
  writeFileSync(file, `${JSON.stringify({ total, scores, survivors }, null, 2)}\n`);
  console.table({ ...scores, total });
  return total;
}

/**
 * Runs some groups of a package, or all of them, and sets the exit code by the score.
 *
 * @param home folder of the package
 * @param groups by name: which files of `src` are mutated, and which tests they must pass
 * @param names of the groups to run; none for all
 */
export function mutate(home, groups, names) {
  const root = dirname(dirname(home));
  const left = new Set(['node_modules', 'dist', '.turbo', '.work'].map((name) => join(home, name)));
  const copy = mkdtempSync(join(tmpdir(), 'svc-mutation-'));
  try {
    const work = join(copy, 'packages', basename(home));
    cpSync(home, work, { recursive: true, filter: (path) => !left.has(path) });
    cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
    for (const name of ['node_modules', 'fixtures']) symlinkSync(join(root, name), join(copy, name));
    symlinkSync(join(home, 'node_modules'), join(work, 'node_modules'));
    const chosen = names.length > 0 ? names : Object.keys(groups);
    const results = [];
    let total;
    mkdirSync(join(home, '.work'), { recursive: true });
    for (const name of chosen) {
      results.push([name, run({ home, work }, groups[name])]);
      total = report(join(home, '.work', 'mutation.json'), results); // also when a later group breaks off
    }
    process.exitCode = total.score >= least ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
