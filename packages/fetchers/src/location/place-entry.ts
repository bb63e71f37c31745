import { findCountry } from './countries.js';
import { foldName } from './fold.js';
import { withoutKind } from './place-names.js';
import type { PlaceRecord } from './types.js';

/** Searches are best told a city. */
const areaWeight = 1 / 4;

/** Target types of what is no country or region with cities in it. */
const cityTypes: ReadonlySet<string> = new Set(['City', 'Municipality', 'Borough', 'District', 'Neighborhood']);

/** A record, ready to be compared. */
export interface Entry extends PlaceRecord {
  /** As compared, the place's own name first. */
  names: readonly string[];
  regionKeys: ReadonlySet<string>;
  /** Decides between places of one name. */
  weight: number;
}

/** Makes a record ready to be compared. */
export function toEntry(record: PlaceRecord): Entry {
  const { place, otherNames } = record;
  const names = [...new Set([place.name, ...otherNames].map(foldName))];
  const weight = (place.population ?? 0) * (isArea(place.target_type) ? areaWeight : 1);
  return { ...record, names, regionKeys: keysOf(record.regions), weight };
}

const keysByRegions = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Made once for the places that share their regions. */
function keysOf(regions: readonly string[]): ReadonlySet<string> {
  const known = keysByRegions.get(regions);
  if (known !== undefined) return known;
  const keys = new Set(regions.map(foldName).flatMap((region) => [region, withoutKind(region)]));
  keysByRegions.set(regions, keys);
  return keys;
}

/** Tests whether an entry lies in every one of some areas. */
export function isInAll(areas: readonly string[]): (entry: Entry) => boolean {
  const wanted = areas.map((area) => ({ keys: [area, withoutKind(area)], country: findCountry(area) }));
  return ({ place: { country_code, target_type }, regionKeys }) =>
    wanted.every(({ keys, country }) => {
      const isInCountry = country_code === country && target_type !== 'Country';
      return isInCountry || keys.some((key) => regionKeys.has(key));
    });
}

/** Whether a target type is that of a country or region rather than of a city or a part of one. */
export function isArea(targetType: string): boolean {
  return !cityTypes.has(targetType);
}
