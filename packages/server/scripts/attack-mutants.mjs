// Applies each change in test/attack-mutants.json to a copy of the sources and runs its case in test/attacks.test.ts,
// which must fail, as a case that still passes tests nothing. `attack-mutants [name …]` selects changes by the start of
// their names.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('..', import.meta.url));
const copy = join(server, '../.attack-mutants'); // at the same depth in the repository as the package
const mutants = JSON.parse(readFileSync(join(server, 'test/attack-mutants.json'), 'utf8'));
const wanted = process.argv.slice(2);
const names = Object.keys(mutants).filter(
  (name) => wanted.length === 0 || wanted.some((text) => name.startsWith(text)),
);

rmSync(copy, { recursive: true, force: true });
mkdirSync(copy);
try {
  for (const part of ['src', 'test', 'tsconfig.json', 'vitest.config.ts', 'openapi.json']) {
    cpSync(join(server, part), join(copy, part), { recursive: true, force: true, errorOnExist: false });
  }
  // Another package name, as names in the workspace are unique.
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({ name: 'attack-mutants-copy', private: true, type: 'module' }),
  );
  symlinkSync(join(server, 'node_modules'), join(copy, 'node_modules'));
  const survivors = names.filter((name) => survives(name));
  for (const name of survivors) console.error(`SURVIVED: ${name}`);
  console.log(`${names.length - survivors.length} of ${names.length} changes are noticed`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function survives(name) {
  const [file, from, to] = mutants[name];
  const path = join(copy, 'src', file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const pattern = `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  const run = spawnSync('npx', ['vitest', 'run', 'test/attacks.test.ts', '-t', pattern, '--reporter=json'], {
    cwd: copy,
    encoding: 'utf8',
  });
  writeFileSync(path, text);
  const [result] = /\{"numTotalTestSuites".*/s.exec(run.stdout) ?? [];
  if (result === undefined) throw new Error(`${name}: the tests did not run: ${run.stderr.slice(0, 500)}`);
  const { numFailedTests: failed, numPassedTests: passed } = JSON.parse(result);
  if (failed + passed !== 1) throw new Error(`${name}: ${failed + passed} tests ran`);
  console.log(`${failed === 1 ? 'noticed ' : 'SURVIVED'}  ${name}`);
  return failed === 0;
}
