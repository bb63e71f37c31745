import type { PlaceRecord } from './types.js';

/**
 * A list of places is a text with a line for each place. The spaces before it tell how deep it lies in others: it is in
 * the nearest place above it that has one space less. Fields are separated by tabs, names in a field by `|`:
 *
 * id, name, type (`City` where empty), latitude, longitude, population, fame, own names, other names, country code
 * (where it is not that of the place around), codes, everyday names, reach, canonical name. All names but the first are
 * written as they are compared, see `foldName`.
 */
export const column = {
  id: 0,
  name: 1,
  type: 2,
  latitude: 3,
  longitude: 4,
  population: 5,
  fame: 6,
  own: 7,
  other: 8,
  country: 9,
  codes: 10,
  everyday: 11,
  reach: 12,
  canonicalName: 13,
} as const;

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

/** The line of a place that lies so deep in others. */
export function lineOf(record: PlaceRecord, depth: number): string {
  const { id, name, type, point, population, fame, names, country, reach, canonicalName } = record;
  const fields = [
    ...[id, name, type === usualType ? '' : type, point?.latitude, point?.longitude, population, fame || ''],
    ...[names.own.join('|'), names.other.join('|'), country, names.codes.join('|'), names.everyday.join('|')],
    ...[reach, canonicalName],
  ];
  return `${' '.repeat(depth)}${fields
    .map((field) => field ?? '')
    .join('\t')
    .trimEnd()}\n`;
}

/** The type of a place by its field. */
export function typeOf(field: string | undefined): string {
  return field || usualType;
}

/** The number in a field; null where it is empty. */
export function numberOf(field: string | undefined): number | null {
  return field === undefined || field === '' ? null : Number(field);
}

/** The names in a field. */
export function namesOf(field: string | undefined): readonly string[] {
  return field === undefined || field === '' ? none : field.split('|');
}

const none: readonly string[] = [];
