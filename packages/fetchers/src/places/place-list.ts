import type { PlaceRecord } from './types.js';

/**
 * A list of places is a table with a row for each place. The depth tells how deep it lies in others: it is in the nearest
 * place above it whose depth is one less. Names in a field are separated by `|`:
 *
 * depth, id, name, type (`City` where empty), latitude, longitude, population, fame, own names, other names, country
 * code (where it is not that of the place around), codes, everyday names, reach, canonical name. All names but the first
 * are written as they are compared, see `foldName`.
 *
 * `data/places.tsv` has a line for each row, with tabs between the fields and as many spaces before them as the depth is.
 * What is read has the columns one after the other, see `packRows`.
 */
export const column = {
  depth: 0,
  id: 1,
  name: 2,
  type: 3,
  latitude: 4,
  longitude: 5,
  population: 6,
  fame: 7,
  own: 8,
  other: 9,
  country: 10,
  codes: 11,
  everyday: 12,
  reach: 13,
  canonicalName: 14,
} as const;

/** The fields of a place, in the order of `column`. */
export type Row = readonly string[];

/** How many fields a row has. */
export const columnCount: number = Object.keys(column).length;

const usualType = 'City';

/** How far a name is trusted to mean a place, best first. A tail is a later word of a name, which only finds it. */
export const rankOf = { everyday: 0, country: 1, own: 2, other: 3, code: 4, tail: 5 } as const;

/** Target types of what is no country, region or county with cities in it. */
const cityTypes: ReadonlySet<string> = new Set([
  ...['City', 'Municipality', 'Borough', 'District', 'Neighborhood', 'City Region', 'Town', 'Village'],
  ...['Airport', 'Postal Code', 'University', 'Barrio', 'Sub-Ward', 'Ward', 'Hospital', 'Park'],
]);

/** Whether a target type is that of an area with cities in it rather than of a city or a part of one. */
export function isArea(targetType: string): boolean {
  return !cityTypes.has(targetType);
}

/** The row of a place that lies so deep in others. */
export function rowOf(record: PlaceRecord, depth: number): Row {
  const { id, name, type, point, population, fame, names, country, reach, canonicalName } = record;
  const fields = [
    ...[depth, id, name, type === usualType ? '' : type, point?.latitude, point?.longitude, population, fame || ''],
    ...[names.own.join('|'), names.other.join('|'), country, names.codes.join('|'), names.everyday.join('|')],
    ...[reach, canonicalName],
  ];
  return fields.map((field) => (field === undefined || field === null ? '' : String(field)));
}

/** A row as a line of text. */
export function lineOf([depth, ...fields]: Row): string {
  return `${' '.repeat(Number(depth))}${fields.join('\t').trimEnd()}\n`;
}

/** The row of a line. */
export function rowOfLine(line: string): Row {
  const fields = line.trimStart().split('\t');
  const row = [String(line.length - line.trimStart().length), ...fields];
  return [...row, ...Array.from({ length: columnCount - row.length }, () => '')];
}

/** The type of a place by its field. */
export function typeOf(field: string): string {
  return field || usualType;
}
