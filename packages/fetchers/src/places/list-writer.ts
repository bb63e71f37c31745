import { foldName } from './fold.js';
import { withoutKind } from './place-kinds.js';
import { isArea, type Row, rowOf } from './place-list.js';
import type { PlaceNames, PlaceRecord } from './types.js';

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
