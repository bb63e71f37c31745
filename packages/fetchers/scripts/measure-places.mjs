// Measures look-ups of places in processor time, on the included list and on one of 271,000 places that is made from it.
//   pnpm --filter @svc/fetchers places:measure
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPlaces, includedPlaces } from '../dist/index.js';

const wanted = Number(process.argv[2] ?? 271_000);
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

const before = process.memoryUsage();
const [included, load] = timed(() => includedPlaces());
console.log(`load: ${load.toFixed(0)} ms of processor time, ${megabytes(before)} MB`);
report('included list', included);
const folder = mkdtempSync(join(tmpdir(), 'places-'));
try {
  writeFileSync(join(folder, 'list.csv'), geotargets(included));
  const started = performance.now();
  const timer = setInterval(() => {}, 1_000);
  const delay = watchDelay();
  const imported = await importPlaces(join(folder, 'list.csv'));
  clearInterval(timer);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const peak = (process.resourceUsage().maxRSS / 1_024).toFixed(0);
  console.log(`import: ${seconds} s, peak ${peak} MB, the event loop waited ${delay().toFixed(0)} ms at most`);
  report(`list of ${wanted} places`, imported);
} finally {
  rmSync(folder, { recursive: true });
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
    for (let count = 0; count < 20; count += 1) round();
    const mean = timed(() => Array.from({ length: 50 }, round))[1] / 50 / texts.length;
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
function geotargets(places) {
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
