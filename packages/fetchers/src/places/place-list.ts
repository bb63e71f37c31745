import { foldName } from './fold.js';
import { withoutKind } from './place-text.js';
import type { PlaceNames, PlaceRecord } from './types.js';

/**
 * A list of places is a table with a row for each place. The depth is the number of places around it: it is in the nearest
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
function rowOf(record: PlaceRecord, depth: number): Row {
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

/**
 * The rows of some records by their ids, see `place-list.ts`. A record whose parent is not among them comes first, as a country does;
 * those in one place keep their order.
 */
export function* rowsOf(records: ReadonlyMap<number, PlaceRecord>): Generator<Row> {
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
): Generator<Row> {
  for (const record of children.get(parent) ?? []) {
    const names = keysOf(record);
    const { id, type, name, canonicalName, point, population, fame, reach } = record;
    const shown = { id, parent, type, name, canonicalName, point, population, fame, reach, names };
    yield rowOf({ ...shown, country: record.country === country ? '' : record.country }, depth);
    yield* rowsIn({ parent: id, country: record.country, depth: depth + 1 }, children);
  }
}

/** The names of a record as they are compared, each once, by its best rank. */
function keysOf({ name, type, names }: PlaceRecord): PlaceNames {
  const seen = new Set(['', foldName(name)]);
  const fresh = (keys: readonly string[]) => keys.filter((key) => !seen.has(key) && seen.add(key));
  const everyday = fresh(names.everyday.map(foldName));
  const own = names.own.map(foldName);
  const other = names.other.map(foldName);
  const isRegion = isArea(type) && type !== 'Country';
  const bareOwn = isRegion ? [name, ...own].flatMap(bareNames) : [];
  const bareOther = isRegion ? other.flatMap(bareNames) : [];
  // A county is called so only beside its cities: Orange is a city before it is Orange County.
  if (type === 'County')
    return { everyday, own: fresh(own), other: fresh(other), codes: fresh([...bareOwn, ...bareOther]) };
  const codes = type === 'Country' ? [] : names.codes;
  const trusted = type === 'Country' ? names.codes.map(foldName) : [];
  return {
    everyday,
    own: fresh([...trusted, ...own, ...bareOwn, ...withoutThe(name)]),
    other: fresh([...other, ...bareOther]),
    codes: fresh(codes.map(foldName)),
  };
}

function bareNames(name: string): string[] {
  const bare = withoutKind(foldName(name));
  return bare === undefined ? [] : [bare.name];
}

function withoutThe(name: string): string[] {
  return /^the /i.test(name) ? [foldName(name.slice(4))] : [];
}
