// Mutation testing of what decides about attempts, sessions and requests. It changes files, so it runs on a copy.
//
//   pnpm --filter @svc/fetchers mutate                    all of it; fails below 92 %
//   pnpm --filter @svc/fetchers mutate src/sessions/*.ts  some files
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(home));
const copy = mkdtempSync(join(tmpdir(), 'svc-mutation-'));
const work = join(copy, 'packages', 'fetchers');
const left = new Set(['node_modules', 'dist', '.turbo', '.work'].map((name) => join(home, name)));

try {
  cpSync(home, work, { recursive: true, filter: (path) => !left.has(path) });
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  symlinkSync(join(home, 'node_modules'), join(work, 'node_modules'));
  const chosen = process.argv.slice(2);
  const mutate = chosen.length > 0 ? ['--mutate', chosen.join(',')] : [];
  const stryker = join(home, 'node_modules', '.bin', 'stryker');
  const { status } = spawnSync(stryker, ['run', 'stryker.config.json', ...mutate], { cwd: work, stdio: 'inherit' });
  const reports = join(work, 'reports');
  if (existsSync(reports)) cpSync(reports, join(home, '.work', 'mutation'), { recursive: true });
  process.exitCode = status ?? 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
