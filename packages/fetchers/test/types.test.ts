import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
const { exports, peerDependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/** The packages that the types of an entry import, directly or through other files. */
function importsOf(file: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const named = Array.from(text.matchAll(/(?:from |import\()'([^']+)'/g), ([, name = '']) => name);
  return named.flatMap((name) =>
    name.startsWith('.') ? importsOf(join(dirname(file), name.replace(/\.js$/, '.d.ts')), seen) : [name],
  );
}

const entries: string[] = Object.values<{ types?: string }>(exports).flatMap(({ types }) => types ?? []);

it.each(entries)('the types of %s do not import an optional package', (entry) => {
  const imported = importsOf(join(home, entry));
  expect(imported.filter((name) => name in peerDependencies)).toEqual([]);
});

it('the types of the adapters are checked, and a package that they import is found', () => {
  expect(entries.length).toBe(2);
  expect(importsOf(join(home, 'dist/adapters/connector.d.ts'))).toContain('node:tls');
});
