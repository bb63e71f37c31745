// Mutation testing of the parsers: whether anything notices when a line of them does something else.
//
//   pnpm --filter @svc/parsers mutate --seed 7 [--each 40] [--only alpha/blocks] [--units] [--list]
//
// A sample of sites for every folder of `src`, drawn by the seed, is built into one copy of the parsers in which each site
// can be switched. A mutant first meets the captures of `fixtures/pages` that reach it, read with everything that can be
// included, and is killed by the first that comes out otherwise. With `--units`, those that no capture notices meet the
// unit tests that reach them. They run in a child process, which is ended where a mutant does not come to an end.
import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { instrumented, sitesOf } from './sites.mjs';

const home = fileURLToPath(new URL('../..', import.meta.url));
const pages = fileURLToPath(new URL('../../../../fixtures/pages', import.meta.url));
const folder = join(home, '.work', 'mutation');
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '40' },
    only: { type: 'string' },
    units: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** Milliseconds after which a mutant is held to be without end, where the child has not found that out by counting. */
const longestRun = 30_000;
/** Types alone: nothing in them runs. */
const withoutCode = new Set(['results']);
/** These look at the sources, change pages at random or try every sign: none is a test of a unit. */
const notUnits = new Set(
  ['layers', 'signs', 'survival', 'output', 'properties', 'browser'].map((name) => `${name}.test.ts`),
);

/** Modules that are replaced, hooks. */
const needsRunner = /\bvi\.|\b(?:before|after)(?:Each|All)\b/;

mkdirSync(folder, { recursive: true });
const sample = sampled(Number(options.seed), Number(options.each));
const bundle = await bundled(sample);
const survivors = await meetCaptures(sample, bundle);
if (options.units) await meetUnits(survivors);
report();

/** `each` sites of every folder, in an order that the seed decides; their files with all of theirs. */
function sampled(seed, each) {
  const byFolder = new Map();
  for (const file of sourceFiles(join(home, 'src'))) {
    const name = dirname(relative(join(home, 'src'), file));
    if (withoutCode.has(name.split('/')[0]) || (options.only && name !== options.only)) continue;
    const source = readFileSync(file, 'utf8');
    const sites = sitesOf(file, source).map((site) => ({
      ...site,
      file,
      folder: name,
      line: lineAt(source, site.start),
    }));
    byFolder.set(name, [...(byFolder.get(name) ?? []), ...sites]);
  }
  const random = generator(seed);
  const chosen = [...byFolder.values()].flatMap((sites) => shuffled(sites, random).slice(0, each));
  return chosen.map((site, id) => ({ ...site, id, status: 'unreached' }));
}

function sourceFiles(root) {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name }) => name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function lineAt(source, at) {
  return source.slice(0, at).split('\n').length;
}

/** Mulberry32: 32 bits of state are enough to draw a sample. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(items, random) {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

/** The parsers, or what else is named, with all sites of the sample in them. */
async function bundled(
  sites,
  entry = { entryPoints: [join(home, 'src/index.ts')], outfile: join(folder, 'parsers.mjs') },
) {
  const ofFile = Map.groupBy?.(sites, ({ file }) => file) ?? grouped(sites);
  await build({
    ...entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    plugins: [
      {
        name: 'mutants',
        setup(context) {
          context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const source = readFileSync(path, 'utf8');
            const own = ofFile.get(path);
            const contents = own === undefined ? source : instrumented(source, own);
            // Tests find their files from where they stand.
            return {
              contents: contents.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path))),
              loader: 'ts',
            };
          });
        },
      },
    ],
  });
  return entry.outfile;
}

function grouped(sites) {
  const groups = new Map();
  for (const site of sites) groups.set(site.file, [...(groups.get(site.file) ?? []), site]);
  return groups;
}

/** Runs every mutant on the captures in a child process; those that nothing notices are given back. */
async function meetCaptures(sites, outfile) {
  const waiting = sites.map(({ id }) => id);
  while (waiting.length > 0) await runChild(sites, waiting, ['child.mjs', outfile, pages]);
  return sites.filter(({ status }) => status === 'survived' || status === 'unreached');
}

/** One child, until all mutants are done or one does not come to an end. */
function runChild(sites, waiting, [script, ...given]) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL(script, import.meta.url)), given, { stdio: 'inherit' });
    let timer;
    let isReady = false;
    child.on('message', (message) => {
      clearTimeout(timer);
      isReady = true;
      if (message !== 'ready') sites[waiting.shift()].status = message;
      if (waiting.length % 50 === 0) process.stderr.write(`${waiting.length} mutants left\n`);
      if (waiting.length === 0) child.kill();
      else {
        timer = setTimeout(() => child.kill('SIGKILL'), longestRun);
        child.send(waiting[0]);
      }
    });
    child.on('exit', () => {
      clearTimeout(timer);
      if (!isReady) throw new Error(`${script} did not begin`);
      if (waiting.length > 0) sites[waiting.shift()].status = 'killed'; // without end, or ended the process
      resolve();
    });
  });
}

/** Runs those that no capture noticed on the unit tests that reach them. */
async function meetUnits(sites) {
  const outfile = await bundled(sample, {
    stdin: { contents: testIndex(), resolveDir: home, loader: 'js' },
    alias: { vitest: fileURLToPath(new URL('unit-vitest.mjs', import.meta.url)) },
    outfile: join(folder, 'tests.mjs'),
  });
  const all = sample.map((site) => ({ ...site }));
  const waiting = sites.map(({ id }) => id);
  while (waiting.length > 0) await runChild(all, waiting, ['unit-child.mjs', outfile]);
  for (const site of sites) if (/^(?:killed|once)$/.test(all[site.id].status)) site.status = all[site.id].status;
}

/** Imports the test files one after the other. Those that replace modules need a test runner that isolates them. */
function testIndex() {
  const files = readdirSync(join(home, 'test'), { recursive: true }).filter(
    (name) =>
      name.endsWith('.test.ts') &&
      !notUnits.has(name) &&
      !needsRunner.test(readFileSync(join(home, 'test', name), 'utf8')),
  );
  const imports = files.sort().map((name) => `await import(${JSON.stringify(`./test/${name}`)});`);
  return `import { registered } from 'vitest';\nexport async function collected() {\n${imports.join('\n')}\nreturn registered();\n}`;
}

function report() {
  const judged = sample.filter(({ status }) => status !== 'once');
  const folders = [...new Set(judged.map((site) => site.folder))];
  const rows = folders.map((name) =>
    rowOf(
      name,
      judged.filter((site) => site.folder === name),
    ),
  );
  console.table(Object.fromEntries([...rows, rowOf('all', judged)]));
  const alive = judged.filter(({ status }) => status !== 'killed');
  writeFileSync(join(folder, 'survivors.json'), JSON.stringify(alive.map(described), null, 1));
  if (options.list) for (const site of alive) console.log(Object.values(described(site)).join('  '));
}

function rowOf(name, sites) {
  const killed = sites.filter(({ status }) => status === 'killed').length;
  const unreached = sites.filter(({ status }) => status === 'unreached').length;
  return [name, { mutants: sites.length, killed, unreached, score: Number((killed / sites.length).toFixed(2)) }];
}

function described({ file, line, kind, mutated, status }) {
  return { place: `${relative(home, file)}:${line}`, status, kind, mutated: mutated.replace(/\s+/g, ' ').slice(0, 90) };
}
