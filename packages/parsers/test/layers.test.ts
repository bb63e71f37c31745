import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { operationNames } from '../src/index.js';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** The layers that each folder of `src` may import besides itself. Each file directly in `src` is a layer. */
const layers: Record<string, readonly string[]> = {
  results: [],
  words: [],
  html: [],
  script: [],
  page: ['errors.ts', 'html', 'words'],
  'errors.ts': [],
  'options.ts': ['results'],
  reading: ['errors.ts', 'options.ts', 'results', 'words', 'html', 'page'],
  ...Object.fromEntries(
    operationNames.map((operation) => [
      operation.split('.')[0],
      ['errors.ts', 'options.ts', 'results', 'words', 'html', 'script', 'page', 'reading'],
    ]),
  ),
};

/** The entry points of the package, which may import anything. */
const entries = new Set(['index.ts', 'operations.ts', 'document.ts']);

const imports = importsOf(filesIn(''));

describe('the folders of src', () => {
  it('are all listed in this test', () => {
    const tops = new Set([...imports.keys()].map(layerOf));
    expect([...tops].filter((name) => !entries.has(name)).sort()).toEqual(Object.keys(layers).sort());
  });

  it.each(Object.entries(layers))('%s imports nothing above it, types included', (layer, allowed) => {
    const foreign = [...imports]
      .filter(([file]) => layerOf(file) === layer)
      .flatMap(([file, targets]) => targets.map((target) => [file, target] as const))
      .filter(([, target]) => layerOf(target) !== layer && !allowed.includes(layerOf(target)));
    expect(foreign.map(([file, target]) => `${file} imports ${target}`)).toEqual([]);
  });
});

it('the types of results import nothing, not even from packages', () => {
  const files = [...imports.keys()].filter((file) => layerOf(file) === 'results');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const specifiers = specifiersIn(readFileSync(join(source, file), 'utf8'));
    expect(specifiers.filter((specifier) => !specifier.startsWith('./'))).toEqual([]);
  }
});

it('no file imports itself indirectly, types included', () => {
  expect(cyclesIn(imports)).toEqual([]);
});

it('cyclesIn finds a cycle', () => {
  const cyclic = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['b.ts']],
  ]);
  expect(cyclesIn(cyclic)).toEqual(['b.ts > c.ts > b.ts']);
});

function layerOf(file: string): string {
  return file.split('/')[0]!;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(source, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/** The files of `src` that each file imports, as paths relative to `src`. */
function importsOf(files: readonly string[]): Map<string, string[]> {
  return new Map(
    files.map((file) => {
      const specifiers = specifiersIn(readFileSync(join(source, file), 'utf8')).filter((name) => name.startsWith('.'));
      return [file, specifiers.map((name) => normalize(join(dirname(file), name)).replace(/\.js$/, '.ts'))];
    }),
  );
}

function specifiersIn(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier!);
}

/** One path around each cycle of the graph. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
    if (path.includes(file) || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
