// Compares the results of two builds of @svc/parsers for the same pages, for changes that must not affect any result.
//
//   pnpm same-output --base DIR             DIR contains dist/index.js of the other build, with dependencies installed
//   pnpm same-output --base DIR --without diagnostics.fields,diagnostics.dropped     ignores these paths
//   pnpm same-output --base DIR --only beta --show 20
//
// Pages are the captures in fixtures/pages and, if ../shared (or SVC_SHARED) exists, its labelled and unlabelled pages,
// both unchanged and after each of its mutations. Every page is parsed by its own parser with every extra; captures and
// corpus pages are also parsed by every other parser, and with the query and page number of their label. Errors are
// compared by name, state, details and message.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const shared = resolve(process.env.SVC_SHARED ?? join(root, '..', 'shared'));
const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    only: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
    show: { type: 'string', default: '10' },
  },
});
if (options.base === undefined) throw new Error('--base DIR names the build to compare with');
const without = options.without.split(',').filter((path) => path !== '');

const here = join(root, 'packages/parsers');
const builds = await Promise.all(
  [resolve(options.base), here].map((folder) => import(pathToFileURL(join(folder, 'dist/index.js')).href)),
);
const operationNames = Object.keys(builds[0].operations);
/** The extras that both builds support. */
const extras = Object.fromEntries(
  Object.values(builds[0].operationExtras).flatMap((names) => names.map((name) => [name, true])),
);

const pages = [...captures(), ...labelled(), ...unlabelled()].filter(
  ({ name, operation }) => name.includes(options.only) && operationNames.includes(operation),
);
if (pages.length === 0) throw new Error('no pages to compare');
const mutations = await loadMutations();

let readings = 0;
const differences = [];
for (const page of pages) {
  compare(page, page.body, page.operation, extras);
  for (const operation of operationNames) {
    if (operation !== page.operation) compare(page, page.body, operation, { diagnostics: true });
  }
  for (const query of [page.query ?? undefined, 'a query that no page answers']) {
    if (query !== undefined) compare(page, page.body, page.operation, { query, diagnostics: true });
  }
  for (const number of [1, 2, 3]) compare(page, page.body, page.operation, { page: number });
  for (const [name, mutate] of mutations) compare(page, mutate(page.body), page.operation, extras, name);
}
for (const { where, path, base, now } of differences.slice(0, Number(options.show))) {
  console.log(`${where}\n  ${path}\n  base ${base}\n  now  ${now}`);
}
console.log(`${pages.length} pages, ${readings} readings, ${differences.length} differ`);
if (differences.length > 0) process.exitCode = 1;

function compare(page, body, operation, parseOptions, mutation = 'as captured') {
  readings += 1;
  const [base, now] = builds.map((build) => outcome(build.operations[operation], body, parseOptions));
  const found = firstDifference(base, now, '');
  if (found === undefined) return;
  differences.push({ where: `${page.name}, ${mutation}, ${operation} ${JSON.stringify(parseOptions)}`, ...found });
}

function outcome(parse, body, parseOptions) {
  try {
    return JSON.parse(JSON.stringify(parse(body, parseOptions)));
  } catch (error) {
    const { name, message, state, code, details } = error;
    return { error: { name, message, state, code, details } };
  }
}

/** Path and both values of the first difference, including the order of keys. */
function firstDifference(base, now, path) {
  if (without.includes(path.replace(/\[\d+\]/g, ''))) return undefined;
  if (isPlain(base) && isPlain(now)) {
    const [left, right] = [keysOf(base, path), keysOf(now, path)];
    if (left.join() !== right.join()) return { path: `${path} keys`, base: left.join(), now: right.join() };
    return firstOf(left, (key) => firstDifference(base[key], now[key], path === '' ? key : `${path}.${key}`));
  }
  if (Array.isArray(base) && Array.isArray(now) && base.length === now.length) {
    return firstOf([...base.keys()], (index) => firstDifference(base[index], now[index], `${path}[${index}]`));
  }
  const [left, right] = [JSON.stringify(base), JSON.stringify(now)];
  return left === right ? undefined : { path, base: cut(left), now: cut(right) };
}

function keysOf(value, path) {
  return Object.keys(value).filter((key) => !without.includes(path === '' ? key : `${path}.${key}`));
}

function firstOf(list, read) {
  for (const item of list) {
    const found = read(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPlain(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cut(text = 'undefined') {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function captures() {
  const folder = join(root, 'fixtures/pages');
  return foldersIn(folder).flatMap((operation) =>
    foldersIn(join(folder, operation)).map((slug) => {
      const place = join(folder, operation, slug);
      const { query } = JSON.parse(readFileSync(join(place, 'meta.json'), 'utf8'));
      const file = readdirSync(place).find((name) => name.startsWith('page.'));
      return { name: `fixtures/${operation}/${slug}`, operation, query, body: readFileSync(join(place, file)) };
    }),
  );
}

function labelled() {
  const corpus = join(shared, 'corpus');
  return foldersIn(corpus).flatMap((group) => {
    const files = readdirSync(join(corpus, group));
    return files
      .filter((name) => name.endsWith('.truth.json'))
      .flatMap((label) => {
        const slug = basename(label, '.truth.json');
        const { operation, query } = JSON.parse(readFileSync(join(corpus, group, label), 'utf8'));
        const file = files.find((name) => basename(name, extname(name)) === slug && extname(name) !== '.json');
        const place = join(corpus, group, file ?? `${slug}.json`);
        return existsSync(place) ? [{ name: `${group}/${slug}`, operation, query, body: readFileSync(place) }] : [];
      });
  });
}

function unlabelled() {
  const folder = join(shared, 'corpus', 'unlabelled');
  return foldersIn(folder).flatMap((group) =>
    readdirSync(join(folder, group))
      .filter((name) => name.endsWith('.html'))
      .map((name) => ({
        name: `unlabelled/${group}/${name}`,
        operation: group.replace('-', '.'),
        body: readFileSync(join(folder, group, name)),
      })),
  );
}

/** Each takes bytes and returns the text of the changed page. */
async function loadMutations() {
  const file = join(shared, 'eval', 'mutate.mjs');
  if (!existsSync(file)) return [];
  const parse5 = await import(pathToFileURL(createRequire(join(here, 'package.json')).resolve('parse5')).href);
  const { mutations: all } = await import(pathToFileURL(file).href);
  return Object.entries(all).map(([name, mutate]) => [
    name,
    (body) => mutate(builds[1].decodeBody(new Uint8Array(body)), parse5),
  ]);
}

function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
