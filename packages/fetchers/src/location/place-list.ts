import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { countryName } from './countries.js';
import type { Place, PlaceRecord } from './types.js';

/** Where ids of countries start, as in the engine's own list: 2000 and the number of ISO 3166-1. */
const firstCountryId = 2_000;
/** Where ids of regions start, above those of any city. */
const firstRegionId = 10_000_000_000;

interface Country {
  code: string;
  name: string;
}

interface Region {
  name: string;
  /** Shared by all its cities. */
  keys: readonly string[];
}

/** Reads the list that comes with the package: cities of at least 5,000 people, their regions and countries. */
export function readPlaceList(): PlaceRecord[] {
  const root = dirname(createRequire(import.meta.url).resolve('@svc/fetchers/package.json'));
  const text = readFileSync(join(root, 'data', 'places.tsv'), 'utf8');
  return sections(text, '=').flatMap(readCountry);
}

/** The parts of a text, each from a line that starts with the mark to the next one, without the mark. */
function sections(text: string, mark: string): string[] {
  return `\n${text.trim()}`.split(`\n${mark}`).slice(1);
}

function readCountry(text: string): PlaceRecord[] {
  const [code = '', number = ''] = fieldsOf(text);
  const country = { code, name: countryName(code) };
  const records = sections(text, '-').flatMap((region) => readRegion(region, country));
  const cities = records.filter(isCity);
  return [...records, toArea(country, { id: firstCountryId + Number(number), type: 'Country', cities })];
}

function readRegion(text: string, country: Country): PlaceRecord[] {
  const [code = '', name = ''] = fieldsOf(text);
  const region = { name, keys: [name, code] };
  const cities = text
    .split('\n')
    .slice(1)
    .map((line) => readCity(line, region, country));
  const id = firstRegionId + hash(`${country.code}.${code}`);
  return name === '' ? cities : [...cities, toArea(country, { id, type: 'Region', cities, region })];
}

function readCity(line: string, region: Region, country: Country): PlaceRecord {
  const [id, name = '', latitude, longitude, population, otherNames] = line.split('\t');
  const place: Place = {
    id: Number(id),
    name,
    canonical_name: canonicalName(name, region.name, country.name),
    country_code: country.code,
    target_type: 'City',
    population: Number(population),
    gps: [Number(longitude), Number(latitude)],
  };
  return { place, otherNames: otherNames?.split('|') ?? [], regions: region.keys };
}

interface AreaOptions {
  id: number;
  type: 'Region' | 'Country';
  cities: readonly PlaceRecord[];
  region?: Region;
}

/** A region or country, known by its cities. */
function toArea(country: Country, { id, type, cities, region }: AreaOptions): PlaceRecord {
  const { name } = region ?? country;
  const largest = cities.reduce((a, b) => (peopleIn(b) > peopleIn(a) ? b : a));
  const place: Place = {
    id,
    name,
    canonical_name: region ? canonicalName(region.name, country.name) : country.name,
    country_code: country.code,
    target_type: type,
    population: cities.reduce((sum, city) => sum + peopleIn(city), 0),
    gps: largest.place.gps,
  };
  return { place, otherNames: [], regions: [] };
}

function isCity({ place }: PlaceRecord): boolean {
  return place.target_type === 'City';
}

function peopleIn({ place }: PlaceRecord): number {
  return place.population ?? 0;
}

function canonicalName(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join(',');
}

function fieldsOf(text: string): string[] {
  return text.slice(0, text.indexOf('\n')).split('\t');
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
