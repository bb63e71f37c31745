import { foldPlaceName } from './fold.js';
import { withoutPlaceKind } from './place-text.js';
import type { PlaceNames, PlaceRecord } from './types.js';

/**
 * A list of places is a table with a row for each place. The depth is the number of areas that contain it; its parent is the nearest
 * row above with a depth one less. Names in a field are separated by `|`:
 *
 * depth, id, name, type (`City` if empty), latitude, longitude, population, popularity, own names, other names, country code (if it differs
 * from the parent's), codes, everyday names, reach, canonical name. All names but the first are folded, see `foldPlaceName`.
 *
 * `data/places.tsv` has a line for each row: fields are separated by tabs, and the line is indented by one space per depth. The packed
 * file stores columns, see `packRows`.
 */
export const placeColumnIndex = {
  depth: 0,
  id: 1,
  name: 2,
  type: 3,
  latitude: 4,
  longitude: 5,
  population: 6,
  popularity: 7,
  own: 8,
  other: 9,
  country: 10,
  codes: 11,
  everyday: 12,
  reach: 13,
  canonicalName: 14,
} as const;

/** The fields of a place, in the order of `placeColumnIndex`. */
export type PlaceRow = readonly string[];

/** Number of fields of a row. */
export const placeColumnCount: number = Object.keys(placeColumnIndex).length;

const usualType = 'City';

/** How reliably a name identifies a place, best first. A tail is a later word of a name; it only serves to find the place. */
export const placeNameRanks = { everyday: 0, country: 1, own: 2, other: 3, code: 4, tail: 5 } as const;

/** Target types other than countries, regions and counties that contain cities. */
const cityTypes: ReadonlySet<string> = new Set([
  ...['City', 'Municipality', 'Borough', 'District', 'Neighborhood', 'City Region', 'Town', 'Village'],
  ...['Airport', 'Postal Code', 'University', 'Barrio', 'Sub-Ward', 'Ward', 'Hospital', 'Park'],
]);

/** Whether a target type is an area that contains cities, not a city or a part of one. */
export function isAreaType(targetType: string): boolean {
  return !cityTypes.has(targetType);
}

/** The row of a place at a depth. */
function rowOf(record: PlaceRecord, depth: number): PlaceRow {
  const { id, name, type, point, population, popularity, names, country, reach, canonicalName } = record;
  const fields = [
    ...[
      depth,
      id,
      name,
      type === usualType ? '' : type,
      point?.latitude,
      point?.longitude,
      population,
      popularity || '',
    ],
    ...[names.own.join('|'), names.other.join('|'), country, names.codes.join('|'), names.everyday.join('|')],
    ...[reach, canonicalName],
  ];
  return fields.map((field) => (field === undefined || field === null ? '' : String(field)));
}

/** Formats a row as a line of text. */
export function formatPlaceRow([depth, ...fields]: PlaceRow): string {
  return `${' '.repeat(Number(depth))}${fields.join('\t').trimEnd()}\n`;
}

/** Parses a line. */
export function parsePlaceRow(line: string): PlaceRow {
  const fields = line.trimStart().split('\t');
  const row = [String(line.length - line.trimStart().length), ...fields];
  return [...row, ...Array.from({ length: placeColumnCount - row.length }, () => '')];
}

/** The type of a place from its field. */
export function parsePlaceType(field: string): string {
  return field || usualType;
}

/**
 * The rows of records, in the order of the table. A record without parent among them is a root, like a country. Siblings keep their
 * order.
 */
export function* placeRowsOf(records: ReadonlyMap<number, PlaceRecord>): Generator<PlaceRow> {
  const children = new Map<number | null, PlaceRecord[]>();
  for (const record of records.values()) {
    const parent = record.parent !== null && records.has(record.parent) ? record.parent : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(record);
    else children.set(parent, [record]);
  }
  yield* rowsIn({ parent: null, country: '', depth: 0 }, children);
}

interface Around {
  parent: number | null;
  country: string;
  depth: number;
}

function* rowsIn(
  { parent, country, depth }: Around,
  children: ReadonlyMap<number | null, PlaceRecord[]>,
): Generator<PlaceRow> {
  for (const record of children.get(parent) ?? []) {
    const names = keysOf(record);
    const { id, type, name, canonicalName, point, population, popularity, reach } = record;
    const shown = { id, parent, type, name, canonicalName, point, population, popularity, reach, names };
    yield rowOf({ ...shown, country: record.country === country ? '' : record.country }, depth);
    yield* rowsIn({ parent: id, country: record.country, depth: depth + 1 }, children);
  }
}

/** The distinct folded names of a record, with their best rank. */
function keysOf({ name, type, names }: PlaceRecord): PlaceNames {
  const seen = new Set(['', foldPlaceName(name)]);
  const fresh = (keys: readonly string[]) => keys.filter((key) => !seen.has(key) && seen.add(key));
  const everyday = fresh(names.everyday.map(foldPlaceName));
  const own = names.own.map(foldPlaceName);
  const other = names.other.map(foldPlaceName);
  const isRegion = isAreaType(type) && type !== 'Country';
  const bareOwn = isRegion ? [name, ...own].flatMap(bareNames) : [];
  const bareOther = isRegion ? other.flatMap(bareNames) : [];
  // A county's name without "County" ranks below the city: `Orange` means the city, not Orange County.
  if (type === 'County')
    return { everyday, own: fresh(own), other: fresh(other), codes: fresh([...bareOwn, ...bareOther]) };
  const codes = type === 'Country' ? [] : names.codes;
  const trusted = type === 'Country' ? names.codes.map(foldPlaceName) : [];
  return {
    everyday,
    own: fresh([...trusted, ...own, ...bareOwn, ...withoutThe(name)]),
    other: fresh([...other, ...bareOther]),
    codes: fresh(codes.map(foldPlaceName)),
  };
}

function bareNames(name: string): string[] {
  const bare = withoutPlaceKind(foldPlaceName(name));
  return bare === undefined ? [] : [bare.name];
}

function withoutThe(name: string): string[] {
  return /^the /i.test(name) ? [foldPlaceName(name.slice(4))] : [];
}
