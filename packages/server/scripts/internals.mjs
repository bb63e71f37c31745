// Lists the test files that depend on internals, that is, which contain (or load a helper or script that contains) the
// path of a file in src or dist that is not an entry point of the package.
//
//   pnpm --filter @svc/server internals
//
// With --most <number> it fails if there are more.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const entryPoints = new Set(['src/index.ts', 'dist/index.js', 'dist/cli.js']);

/** Paths in imports, in `new URL` and in templates, up to the first variable. */
const relativePath = /['"`](\.{1,2}\/[^'"`$\n]+)/g;

/** The test files, each with the chain of files that leads to an internal one. */
function testsOfInternals() {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  return tests.map((file) => chainToInternals(`test/${file}`)).filter((chain) => chain !== undefined);
}

/** Breadth first, as helpers may load each other. */
function chainToInternals(test) {
  const chains = new Map([[test, test]]);
  for (const [file, chain] of chains) {
    for (const path of pathsIn(file)) {
      if (isInternal(path)) return `${chain} > ${path}`;
      if (isOfTests(path) && !chains.has(path)) chains.set(path, `${chain} > ${path}`);
    }
  }
  return undefined;
}

function isInternal(path) {
  return /^(?:src|dist)\//.test(path) && !entryPoints.has(path);
}

function isOfTests(path) {
  return /^(?:test|scripts)\/.*\.(?:ts|mjs)$/.test(path) && existsSync(join(root, path));
}

const read = new Map();

/** Paths in a file, relative to the package. */
function pathsIn(file) {
  if (!read.has(file)) {
    const named = [...readFileSync(join(root, file), 'utf8').matchAll(relativePath)];
    const paths = named.map(([, path]) => relative(root, resolve(root, dirname(file), path)));
    read.set(file, paths.map(sourceOf));
  }
  return read.get(file);
}

/** TypeScript imports `x.ts` as `x.js`. */
function sourceOf(path) {
  const source = path.replace(/\.js$/, '.ts');
  return existsSync(join(root, source)) ? source : path;
}

const chains = testsOfInternals();
const report = [...chains, `${chains.length} test files depend on internals`].join('\n');
const { values } = parseArgs({ options: { most: { type: 'string', default: 'Infinity' } } });
if (chains.length > Number(values.most)) throw new Error(`${report}, more than ${values.most}`);
console.log(report);
