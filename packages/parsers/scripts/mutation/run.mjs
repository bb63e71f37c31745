// Mutation testing of the parsers: whether anything notices when a line of them does something else.
//
//   pnpm --filter @svc/parsers mutate --seed 7 [--each 40] [--only alpha/blocks] [--units] [--list]
//
// A sample of sites for every folder of `src`, drawn by the seed, is built into one copy of the parsers in which each site
// can be switched. A mutant first meets the captures of `fixtures/pages` that reach it, read with everything that can be
// included, and is killed by the first that comes out otherwise. With `--units`, those that no capture notices meet the
// unit tests of their folder. Each runs in a child process, which is ended where a mutant does not come to an end.
import { fork, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
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
const longestRun = 120_000;
/** Types alone: nothing in them runs. */
const withoutCode = new Set(['results']);

mkdirSync(folder, { recursive: true });
const sample = sampled(Number(options.seed), Number(options.each));
const bundle = await bundled(sample);
const survivors = await meetCaptures(sample, bundle);
if (options.units) meetUnits(survivors);
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

/** The parsers with all sites of the sample in them. */
async function bundled(sites) {
  const outfile = join(folder, 'parsers.mjs');
  const ofFile = Map.groupBy?.(sites, ({ file }) => file) ?? grouped(sites);
  await build({
    entryPoints: [join(home, 'src/index.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    plugins: [
      {
        name: 'mutants',
        setup(context) {
          context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const source = readFileSync(path, 'utf8');
            const own = ofFile.get(path);
            return { contents: own === undefined ? source : instrumented(source, own), loader: 'ts' };
          });
        },
      },
    ],
  });
  return outfile;
}

function grouped(sites) {
  const groups = new Map();
  for (const site of sites) groups.set(site.file, [...(groups.get(site.file) ?? []), site]);
  return groups;
}

/** Runs every mutant on the captures in a child process; those that nothing notices are given back. */
async function meetCaptures(sites, outfile) {
  const waiting = sites.map(({ id }) => id);
  while (waiting.length > 0) await runChild(sites, outfile, waiting);
  return sites.filter(({ status }) => status === 'survived' || status === 'unreached');
}

/** One child, until all mutants are done or one does not come to an end. */
function runChild(sites, outfile, waiting) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('child.mjs', import.meta.url)), [outfile, pages], { stdio: 'inherit' });
    let timer;
    child.on('message', (message) => {
      clearTimeout(timer);
      if (message !== 'ready') sites[waiting.shift()].status = message;
      if (waiting.length === 0) child.kill();
      else {
        timer = setTimeout(() => child.kill('SIGKILL'), longestRun);
        child.send(waiting[0]);
      }
    });
    child.on('exit', () => {
      clearTimeout(timer);
      if (waiting.length > 0) sites[waiting.shift()].status = 'killed'; // without end, or ended the process
      resolve();
    });
  });
}

/** Runs those that no capture noticed on the unit tests of their folder, in a copy of the package. */
function meetUnits(sites) {
  const copy = mkdtempSync(join(tmpdir(), 'svc-mutation-'));
  try {
    const work = join(copy, 'packages', 'parsers');
    const left = new Set(['node_modules', 'dist', '.turbo', '.work'].map((name) => join(home, name)));
    cpSync(home, work, { recursive: true, filter: (path) => !left.has(path.replace(/\/$/, '')) });
    const root = dirname(dirname(home.replace(/\/$/, '')));
    cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
    for (const name of ['node_modules', 'fixtures']) symlinkSync(join(root, name), join(copy, name));
    symlinkSync(join(home, 'node_modules'), join(work, 'node_modules'));
    for (const site of sites) meetUnit(site, work);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function meetUnit(site, work) {
  const file = join(work, relative(home, site.file));
  const source = readFileSync(site.file, 'utf8');
  const tests = testsOf(site, work);
  if (tests.length === 0) return;
  writeFileSync(file, `${source.slice(0, site.start)}(${site.mutated})${source.slice(site.end)}`);
  const { status } = spawnSync('npx', ['vitest', 'run', '--bail', '1', ...tests], { cwd: work, timeout: longestRun });
  writeFileSync(file, source);
  if (status !== 0) site.status = 'killed';
}

/** The tests named as the file or its folder is, or as the folder around that. */
function testsOf({ file, folder: name }, work) {
  const stem = relative(join(home, 'src'), file).replace(/\.ts$/, '');
  const candidates = [`test/${stem}.test.ts`, `test/${name}`, `test/${name}.test.ts`, `test/${dirname(name)}`];
  return candidates.filter((path) => existsSync(join(work, path)) && path !== 'test/.').slice(0, 2);
}

function report() {
  const folders = [...new Set(sample.map((site) => site.folder))];
  const rows = folders.map((name) =>
    rowOf(
      name,
      sample.filter((site) => site.folder === name),
    ),
  );
  console.table(Object.fromEntries([...rows, rowOf('all', sample)]));
  const alive = sample.filter(({ status }) => status !== 'killed');
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
