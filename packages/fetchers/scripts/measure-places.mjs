// Measures look-ups of places in processor time, on the included list and on one of 271,000 places that is made from it.
//   pnpm --filter @svc/fetchers places:measure
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importPlaces, includedPlaces } from '../dist/index.js';

const hits = ['Lisbon', 'Paris, TX', 'München, Bayern', 'USA, Texas, Austin', 'NYC', '10115 Berlin', 'Grenada', '東京'];
const misses = [
  'Uluwatu',
  'Frankfrut',
  'Munchen, Germny',
  'zzqxv',
  'Sna Francisco',
  'London, France',
  'Bangaluru',
  'CDG',
];
const prefixes = ['s', 'sa', 'san f', 'ber', 'york', 'mün', 'a', '北'];

if (process.argv[2] === 'import') await measureImport(process.argv[3]);
else await measureAll(Number(process.argv[2] ?? 271_000));

async function measureAll(wanted) {
  const before = process.memoryUsage();
  const [included, load] = timed(() => includedPlaces());
  console.log(`load: ${load.toFixed(0)} ms of processor time, ${megabytes(before)} MB`);
  report('included list', included);
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  try {
    const file = join(folder, 'list.csv');
    writeFileSync(file, geotargets(included, wanted));
    // In a process of its own, as the memory of this one has had its peak.
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), 'import', file], { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureImport(file) {
  const started = performance.now();
  const delay = watchDelay();
  let count = 0;
  const onRows = (rows) => {
    count = rows;
  };
  const imported = await importPlaces(file, { onRows });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const peak = (process.resourceUsage().maxRSS / 1_024).toFixed(0);
  console.log(`import: ${seconds} s, peak ${peak} MB, the event loop waited ${delay().toFixed(0)} ms at most`);
  report(`list of ${count} places`, imported);
}

function timed(run) {
  const start = process.cpuUsage();
  const result = run();
  return [result, process.cpuUsage(start).user / 1_000];
}

function megabytes(start) {
  globalThis.gc?.();
  const now = process.memoryUsage();
  return ((now.heapUsed - start.heapUsed + now.arrayBuffers - start.arrayBuffers) / 1e6).toFixed(0);
}

function report(title, places) {
  const kinds = {
    hit: [hits, (text) => places.resolve(text)],
    miss: [misses, (text) => places.resolve(text)],
    prefix: [prefixes, (text) => places.find(text, 10)],
  };
  for (const [kind, [texts, look]] of Object.entries(kinds)) {
    const best = new Map(texts.map((text) => [text, Number.POSITIVE_INFINITY]));
    const round = () => {
      for (const text of texts) {
        const started = performance.now();
        look(text);
        best.set(text, Math.min(best.get(text), performance.now() - started));
      }
    };
    // As a service that has run for a while: the code is compiled.
    for (let count = 0; count < 200; count += 1) round();
    const rounds = kind === 'hit' ? 2_000 : 100;
    const mean = timed(() => Array.from({ length: rounds }, round))[1] / rounds / texts.length;
    const [slowest, most] = [...best].reduce((a, b) => (b[1] > a[1] ? b : a));
    console.log(
      `${title}, ${kind}: mean ${mean.toFixed(3)} ms, the slowest ${most.toFixed(3)} ms, ${JSON.stringify(slowest)}`,
    );
  }
}

function watchDelay() {
  let [last, most] = [performance.now(), 0];
  const timer = setInterval(() => {
    most = Math.max(most, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** A table of the engine's form: the included places, and made ones up to the number wanted. */
function geotargets(places, wanted) {
  const header = 'Criteria ID,Name,Canonical Name,Parent ID,Country Code,Target Type,Status';
  const seen = new Map();
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    for (const place of places.find(letter, 3_000)) seen.set(place.id, place);
  }
  const listed = [...seen.values()];
  const quote = (text) => `"${text.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: wanted }, (_, index) => {
    const place = listed[index % listed.length];
    const copy = Math.floor(index / listed.length);
    const suffix = copy === 0 ? '' : ` ${((index * 2_654_435_761) % 4_294_967_296).toString(36)}`;
    const name = `${place.name}${suffix}`;
    const canonical = place.canonical_name.replace(place.name, name);
    const parent = copy === 0 ? '' : place.id;
    return [index + 1, quote(name), quote(canonical), parent, place.country_code, place.target_type, 'Active'].join(
      ',',
    );
  });
  return [header, ...rows].join('\n');
}
