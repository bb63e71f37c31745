// Mutation testing of what decides about attempts, sessions and requests. It changes files, so it runs on a copy.
//
//   pnpm --filter @svc/fetchers mutate                  all of it; fails below 92 %
//   pnpm --filter @svc/fetchers mutate circuit retry    some groups
//
// Each group is met by the tests that are about it and no others: quicker than all of them, and stricter, since a mutant
// that only a far-off test would notice survives. Timeouts count as killed, code that no test reaches as survived; static
// mutants are left out. Survivors and the score are written to .work/mutation.json.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const least = 0.92;

const loop = ['blame', 'chain', 'fetcher', 'hard-times', 'hedge', 'visit'];
const groups = {
  attempts: { files: ['attempt', 'attempts', 'errors'], tests: loop },
  budget: { files: ['budget', 'limit'], tests: loop },
  chain: { files: ['chain'], tests: ['chain'] },
  circuit: { files: ['circuit'], tests: ['circuit'] },
  hedge: { files: ['hedge', 'sessions/visit'], tests: ['hedge', 'visit'] },
  retry: { files: ['retry'], tests: ['retry'] },
  rooms: { files: ['sessions/room', 'sessions/leases', 'sessions/queue', 'sessions/pool'], tests: ['sessions'] },
  exits: { files: ['sessions/exits', 'sessions/exit-list', 'sessions/shelf', 'sessions/limits'], tests: ['sessions'] },
  proxies: { files: ['sessions/proxy', 'sessions/source', 'sessions/session'], tests: ['proxy-source', 'sessions'] },
  health: { files: ['health/memory-store', 'health/sliding-window'], tests: ['health'] },
  requests: { files: ['requests/*'], tests: ['locales', 'requests'] },
};

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(home));
const left = new Set(['node_modules', 'dist', '.turbo', '.work'].map((name) => join(home, name)));

/** Runs one group; every mutant with its status and place. */
function run(work, { files, tests }) {
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

const copy = mkdtempSync(join(tmpdir(), 'svc-mutation-'));
try {
  const work = join(copy, 'packages', 'fetchers');
  cpSync(home, work, { recursive: true, filter: (path) => !left.has(path) });
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  symlinkSync(join(home, 'node_modules'), join(work, 'node_modules'));
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(groups);
  const results = names.map((name) => [name, run(work, groups[name])]);
  const all = results.flatMap(([, mutants]) => mutants);
  const total = scoreOf(all);
  const scores = Object.fromEntries(results.map(([name, mutants]) => [name, scoreOf(mutants)]));
  const survivors = all.filter(({ status }) => alive.has(status));
  mkdirSync(join(home, '.work'), { recursive: true });
  writeFileSync(join(home, '.work', 'mutation.json'), `${JSON.stringify({ total, scores, survivors }, null, 2)}\n`);
  console.table({ ...scores, total });
  process.exitCode = total.score >= least ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
