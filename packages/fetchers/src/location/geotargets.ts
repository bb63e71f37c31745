import { readCsv } from './csv.js';
import { isArea } from './place-entry.js';
import { createPlaceIndex } from './place-index.js';
import { includedIndex, type Places, placesOf } from './places.js';
import type { Place, PlaceRecord } from './types.js';
import { encodeNameUule } from './uule.js';

const columns = ['Criteria ID', 'Name', 'Canonical Name', 'Country Code', 'Target Type', 'Status'] as const;

type Row = Readonly<Record<(typeof columns)[number], string>>;

/**
 * Reads alpha's own list of places, the CSV that it publishes as "geo targets"; retired places are left out. Its
 * canonical names are those that the engine knows, so a search is told the name. People, coordinates and other names
 * are taken from the included list, of places that are in both. Throws a `TypeError` for another table.
 */
export function importPlaces(csv: string): Places {
  const rows = toRows(readCsv(csv.replace(/^\uFEFF/, '')));
  const regionsByName = new Map<string, readonly string[]>();
  const records = rows.filter(({ Status }) => Status === 'Active').map((row) => toRecord(row, regionsByName));
  return placesOf(createPlaceIndex(records), ({ canonical_name }) => encodeNameUule(canonical_name));
}

function toRows([header = [], ...rows]: readonly string[][]): Row[] {
  const indices = columns.map((column) => header.indexOf(column));
  const missing = columns.filter((_, index) => indices[index] === -1);
  if (missing.length > 0) throw new TypeError(`No list of geo targets: it lacks the column ${missing.join(', ')}`);
  return rows.map((row) => {
    const fields = columns.map((column, index) => [column, row[indices[index]!] ?? '']);
    return Object.fromEntries(fields) as Row;
  });
}

/** @param regionsByName lets places of one region share the list of its names */
function toRecord(row: Row, regionsByName: Map<string, readonly string[]>): PlaceRecord {
  const { Name: name, 'Canonical Name': canonicalName, 'Country Code': country, 'Target Type': type } = row;
  const around = canonicalName.slice(canonicalName.indexOf(',') + 1);
  const regions = regionsByName.get(around) ?? around.split(',');
  regionsByName.set(around, regions);
  const known = includedIndex().lookUp(canonicalName, isSameKind(type, country));
  const place: Place = {
    id: Number(row['Criteria ID']),
    name,
    canonical_name: canonicalName,
    country_code: country,
    target_type: type,
    population: known?.place.population ?? null,
    gps: known?.place.gps ?? null,
  };
  return { place, otherNames: known ? [known.place.name, ...known.otherNames] : [], regions };
}

function isSameKind(type: string, country: string): (place: Place) => boolean {
  return ({ target_type, country_code }) => country_code === country && isArea(target_type) === isArea(type);
}
