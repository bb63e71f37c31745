// Searches for altered captures that detect mutants which no other test detects, and adds them to `test/altered.json`.
// pnpm --filter @svc/parsers mutate:choose --seed 7 --minutes 20 [--only alpha/blocks,alpha/videos] [--among FILE]
// [--under alpha.search] [--smallest BYTES] [--largest BYTES]  `--among` is a file with a list of survivors: that of
// `mutate`, or `.work/mutation/left.json`, which this command writes. The other options select captures.  Captures are
// altered at random, repeatedly if that reaches code that few pages reach. For each altered page, the mutants that make
// a difference at their own place are found first; only those are switched on, the least tried first. A page whose
// reading one of them changes is kept.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundled } from './bundle.mjs';
import { markEquivalents } from './equivalents.mjs';
import { mutants } from './mutant-switch.mjs';
import { described } from './report.mjs';
import { allSites, generator } from './sample.mjs';
import { switched } from './sites.mjs';

const home = fileURLToPath(new URL('../..', import.meta.url));
const captures = fileURLToPath(new URL('../../../../fixtures/pages', import.meta.url));
const folder = join(home, '.work', 'mutation');
const file = join(home, 'test', 'altered.json');
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    among: { type: 'string' },
    under: { type: 'string', default: '' },
    smallest: { type: 'string', default: '0' },
    largest: { type: 'string', default: '8000' },
  },
});
/** Maximum number of successive alterations of a page. */
const maxSeeds = 4;
/** A page is altered further if it reaches a place that fewer pages than this have reached. */
const fewPages = 4;
/** Maximum number of mutants per page. */
const maxPerPage = 60;
/** Number of tries per mutant before pages are altered. */
const firstTries = 3;

mkdirSync(folder, { recursive: true });
const random = generator(Number(options.seed));
const sites = chosenSites();
const alive = new Set(sites);
let infected = new Set();
globalThis.__probe = differs;
const { alteredPage, alteredReading } = await import(await built('chosen.mjs', switched));
const probing = await import(await built('probing.mjs', probe));

const recorded = JSON.parse(readFileSync(file, 'utf8'));
const names = readdirSync(captures, { recursive: true })
  .filter(
    (name) =>
      name.startsWith(options.under) && name.endsWith('page.html') && isOfSize(statSync(join(captures, name)).size),
  )
  .map((name) => name.replace(/.page\.html$/, ''))
  .sort(() => random() - 0.5);
mutants.reached = undefined;
let runs = 0;
const begin = performance.now();
let first = 0;
const reaching = new Map(
  (options.among === undefined ? [...names, ...Object.keys(recorded)] : []).map((name) => {
    if (first++ % 100 === 0) console.log(`${seconds()} s: ${first} first pages, ${alive.size} left, ${runs} runs`);
    return [name, tryMutants(name, firstTries).own];
  }),
);
const useful = names.filter((name) => reaching.get(name)?.some((site) => alive.has(site)) ?? true);
console.log(`${alive.size} of ${sites.length} mutants not detected by captures and altered.json, ${seconds()} s`);
const pool = [];
let tried = 0;
while (seconds() < 60 * Number(options.minutes)) {
  const base = pool.length > 0 && random() < 0.5 ? pool[Math.floor(random() * pool.length)] : pickFrom(useful);
  const name = `${base} ${Math.floor(random() * 1e6)}`;
  const found = tryMutants(name);
  tried++;
  if (found.killed > 0) {
    recorded[name] = found.reading;
    writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);
  }
  if (found.isRare && name.split(' ').length <= maxSeeds) pool.push(name);
  if (tried % 100 === 0) {
    writeLeft();
    console.log(
      `${seconds()} s: ${tried} pages, ${Object.keys(recorded).length} kept, ${alive.size} left, pool ${pool.length}, ${runs} runs`,
    );
  }
}
writeLeft();

function writeLeft() {
  const left = [...alive].map((site) => ({ ...described(site, home), text: site.text, pages: site.pages }));
  writeFileSync(join(folder, 'left.json'), JSON.stringify(left, null, 1));
}

function chosenSites() {
  const only = options.only.split(',');
  const all = allSites(join(home, 'src'));
  markEquivalents(all, home);
  const survivors =
    options.among === undefined ? undefined : new Set(JSON.parse(readFileSync(options.among, 'utf8')).map(keyOf));
  return all
    .filter((site) => site.equivalent === undefined && (options.only === '' || only.includes(site.folder)))
    .filter((site) => survivors?.has(keyOf(described(site, home))) ?? true)
    .map((site, id) => ({ ...site, id, tries: 0, pages: 0 }));
}

/** Larger captures take more time than the mutants that they detect are worth. */
function isOfSize(bytes) {
  return bytes >= Number(options.smallest) && bytes <= Number(options.largest);
}

function keyOf({ place, kind, mutated }) {
  return `${place} ${kind} ${mutated}`;
}

function built(name, write) {
  return bundled(
    sites.map((site) => (write === probe ? { ...site, ...site.asked } : site)),
    {
      write: (site, original) => (site.isLoop ? `{ __mutant(-1); ${original} }` : write(site, original)),
      countsLoops: true,
      stdin: { contents: `export * from './test/support/altered/altered.js';`, resolveDir: home, loader: 'js' },
      outfile: join(folder, name),
    },
  );
}

/** Evaluates a site with and without the mutation. */
function probe({ id, mutated }, original) {
  if (/\byield\b/.test(original)) return `(__probe(${id}, () => undefined, () => true), ${original})`;
  return `(__probe(${id}, () => (${mutated}), () => (${original})))`;
}

function differs(id, mutated, original) {
  const value = original();
  if (infected.has(id)) return value;
  try {
    if (!same(mutated(), value)) infected.add(id);
  } catch {
    infected.add(id);
  }
  return value;
}

function same(one, other) {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => Object.is(item, other[index]));
  return Object.is(one, other);
}

/**
 * Reads a page with the mutants that make a difference on it: those tried fewer than `maxTries` times or, without it,
 * the least tried. Returns the number of mutants that change its reading.
 */
function tryMutants(name, maxTries) {
  mutants.active = -1;
  mutants.maxPassed = Number.POSITIVE_INFINITY;
  mutants.passed = 0;
  const page = alteredPage(captures, name);
  const reading = alteredReading(page);
  const before = mutants.passed;
  infected = new Set();
  try {
    probing.alteredReading(page);
  } catch {
    // Evaluating a site twice can break the reading. The sites found until then are used.
  }
  const own = [...infected].map((id) => sites[id]).filter((site) => alive.has(site));
  const isRare = own.some(({ pages }) => pages < fewPages);
  for (const site of own) site.pages++;
  own.sort((a, b) => a.tries - b.tries);
  const chosen = maxTries === undefined ? own.slice(0, maxPerPage) : own.filter(({ tries }) => tries < maxTries);
  let killed = 0;
  for (const site of chosen) {
    site.tries++;
    mutants.active = site.id;
    mutants.passed = 0;
    mutants.maxPassed = 10 * before + 10_000;
    if (noticed(page, reading)) {
      killed++;
      alive.delete(site);
    }
  }
  mutants.active = -1;
  return { killed, isRare, reading, own };
}

function noticed(page, reading) {
  runs++;
  try {
    return alteredReading(page) !== reading;
  } catch {
    return true;
  }
}

function pickFrom(list) {
  return list[Math.floor(random() * list.length)];
}

function seconds() {
  return Math.round((performance.now() - begin) / 1000);
}
