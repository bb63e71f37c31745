import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
const { exports, peerDependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/** The packages that the types of an entry import, directly or through other files. */
function importsOf(file: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const named = Array.from(text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g), ([, name = '']) => name);
  return named.flatMap((name) =>
    name.startsWith('.') ? importsOf(join(dirname(file), name.replace(/\.js$/, '.d.ts')), seen) : [name],
  );
}

const entries: string[] = Object.values<{ types?: string }>(exports).flatMap(({ types }) => types ?? []);

it.each(entries)('the types of %s do not import an optional package', (entry) => {
  const imported = importsOf(join(home, entry));
  expect(imported.filter((name) => name in peerDependencies)).toEqual([]);
});

it('both entries are checked, through the files that they import', async () => {
  expect(entries.length).toBe(2);
  const folder = await mkdtemp(join(tmpdir(), 'svc-types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'entry.d.ts'), "export type { Inner } from './inner.js';");
  await writeFile(join(folder, 'inner.d.ts'), "export type Inner = import('node:tls').TLSSocket;");
  expect(importsOf(join(folder, 'entry.d.ts'))).toEqual(['node:tls']);
});
