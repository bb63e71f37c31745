// Mutation testing by groups, for packages that list their groups in `scripts/mutate.mjs`.
//
// Each group runs only the tests about it, which is faster than running all, and stricter, since a mutant that only an
// unrelated test would detect survives. Timeouts count as killed, and code without test coverage as survived; static
// mutants are excluded. Results are written to .work/mutation as they arrive, one file per group and one line per
// mutant: an interrupted group keeps its results, and the table shows the last run of every group. Tests run on a copy,
// as source files are changed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const least = 0.92;
const killed = new Set(['Killed', 'Timeout']);
const alive = new Set(['Survived', 'NoCoverage']);

/**
 * Runs the given groups of a package, or all of them, and sets the exit code by the score.
 *
 * @param home folder of the package
 * @param groups by name: the files of `src` to mutate, and the tests to run
 * @param args names of the groups to run, none for all; or `--show`, which only shows the last results
 */
export function mutate(home, groups, args) {
  const folder = join(home, '.work', 'mutation');
  mkdirSync(folder, { recursive: true });
  const names = args.filter((arg) => arg !== '--show');
  const unknown = names.filter((name) => !Object.hasOwn(groups, name));
  if (unknown.length > 0) throw new Error(`No such group: ${unknown.join(', ')}`);
  const files = Object.values(groups).flatMap((group) => group.files.map((file) => `src/${file}.ts`));
  const missing = files.filter((file) => !existsSync(join(home, file)));
  if (missing.length > 0) throw new Error(`A group names what is no file: ${missing.join(', ')}`);
  const chosen = names.length > 0 ? names : Object.keys(groups);
  const isShown = args.includes('--show');
  if (!isShown) runAll(home, groups, chosen);
  process.exitCode = show(folder, isShown ? Object.keys(groups) : chosen) ? 0 : 1;
}

/**
 * Runs groups on one copy of the package. Waits for Stryker, which restores the mutated files even when interrupted.
 */
function runAll(home, groups, chosen) {
  const root = dirname(dirname(home));
  const left = new Set(['node_modules', 'dist', '.turbo', '.work'].map((name) => join(home, name)));
  const copy = mkdtempSync(join(tmpdir(), 'svc-mutation-'));
  try {
    const work = join(copy, 'packages', basename(home));
    cpSync(home, work, { recursive: true, filter: (path) => !left.has(path) });
    cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
    for (const name of ['.dev', 'node_modules', 'fixtures']) symlinkSync(join(root, name), join(copy, name));
    symlinkSync(join(home, 'node_modules'), join(work, 'node_modules'));
    for (const name of chosen) run(join(home, '.work', 'mutation', `${name}.ndjson`), work, groups[name]);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function run(results, work, { files, tests }) {
  const stryker = join(work, 'node_modules', '.bin', 'stryker');
  const mutated = files.map((file) => `src/${file}.ts`).join(',');
  const env = { ...process.env, MUTATION_TESTS: tests.join(','), MUTATION_RESULTS: results };
  rmSync(results, { force: true });
  spawnSync(stryker, ['run', 'stryker.config.json', '--mutate', mutated], { cwd: work, env, stdio: 'inherit' });
  if (!existsSync(results)) throw new Error('Stryker tested nothing: the tests failed before');
}

/** Prints the survivors and the score of each group; returns whether all groups are complete and reach the minimum. */
function show(folder, names) {
  const groups = names.map((name) => [name, readResults(join(folder, `${name}.ndjson`))]);
  for (const [name, { mutants }] of groups) {
    for (const mutant of mutants.filter(({ status }) => alive.has(status)))
      console.log(`${name}: ${mutant.place} ${mutant.status} ${mutant.mutatorName} → ${oneLine(mutant.replacement)}`);
  }
  const total = scoreOf({
    planned: groups.reduce((sum, [, { planned }]) => sum + planned, 0),
    mutants: groups.flatMap(([, { mutants }]) => mutants),
  });
  const scores = groups.map(([name, results]) => [name, scoreOf(results)]);
  console.table({ ...Object.fromEntries(scores), total });
  return scores.every(([, { left, score }]) => left === 0 && score >= least);
}

function readResults(file) {
  if (!existsSync(file)) return { planned: 0, mutants: [] };
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const results = lines.map((line) => JSON.parse(line));
  return {
    planned: results.find(({ planned }) => planned)?.planned ?? 0,
    mutants: results.filter(({ place }) => place),
  };
}

function scoreOf({ planned, mutants }) {
  const dead = mutants.filter(({ status }) => killed.has(status)).length;
  const survived = mutants.filter(({ status }) => alive.has(status)).length;
  const score = Number((dead / (dead + survived)).toFixed(3));
  return { counted: dead + survived, killed: dead, survived, left: planned - mutants.length, score };
}

function oneLine(text = '') {
  return text.replaceAll(/\s+/g, ' ').slice(0, 100);
}
