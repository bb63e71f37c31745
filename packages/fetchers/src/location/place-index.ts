import { findCountry } from './countries.js';
import { type Entry, isArea, isInAll, toEntry } from './place-entry.js';
import { partsOf, readingsOf, withoutKind } from './place-names.js';
import { editDistance } from './similar.js';
import type { Place, PlaceRecord } from './types.js';

/** Records, found by name. */
export interface PlaceIndex {
  /** The record that a text names. Only those that are accepted count. */
  lookUp(text: string, accepts?: (place: Place) => boolean): PlaceRecord | undefined;
  /** Places that start so, best match first; where there is none, those of similar names. */
  find(text: string, limit: number): Place[];
}

const otherNameWeight = 1 / 5;
/** Typing errors forgiven in a name, and the length from which a second one is. */
const longName = 8;

interface Match {
  entry: Entry;
  /** Higher is better. */
  rank: number;
}

/** Makes an index of records. */
export function createPlaceIndex(records: readonly PlaceRecord[]): PlaceIndex {
  const entries = records.map(toEntry);
  const byName = groupByName(entries);
  const countries = entries.filter(({ place }) => place.target_type === 'Country');
  const byCountry = new Map(countries.map((entry) => [entry.place.country_code, entry]));

  function namesakes(name: string): Entry[] {
    const country = byCountry.get(findCountry(name) ?? '');
    const named = byName.get(name) ?? [];
    return country === undefined || named.includes(country) ? named : [...named, country];
  }

  return {
    lookUp(text, accepts = () => true) {
      for (const [name, areas] of readingsOf(partsOf(text))) {
        const meant = namesakes(name).filter(isInAll(areas));
        const best = heaviest(
          meant.filter(({ place }) => accepts(place)),
          name,
        );
        if (best !== undefined) return best;
      }
      return undefined;
    },
    find(text, limit) {
      const [name, ...areas] = partsOf(text);
      if (name === undefined) return [];
      const inAreas = entries.filter(isInAll(areas));
      const starting = matchesOf(inAreas, (key) => startRank(key, name));
      const matches = starting.length > 0 ? starting : matchesOf(inAreas, (key) => similarRank(key, name));
      return matches.slice(0, limit).map(({ entry }) => entry.place);
    },
  };
}

function groupByName(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const name of entry.names) {
      const group = groups.get(name);
      if (group) group.push(entry);
      else groups.set(name, [entry]);
    }
  }
  return groups;
}

/** The entry of the most people. A region gives way to a city of its name in it, as New York does. */
function heaviest(entries: readonly Entry[], name: string): Entry | undefined {
  const namesakes = entries.filter((entry) => isCityCalled(entry, name));
  const givesWay = ({ place }: Entry) => isRegion(place) && namesakes.some((city) => isInRegion(city, name, place));
  const heavier = (a: Entry, b: Entry) => (weightAs(b, name) > weightAs(a, name) ? b : a);
  const [first, ...others] = entries.filter((entry) => !givesWay(entry));
  return first && others.reduce(heavier, first);
}

/** Whether it is a city whose own name is this, but for a word such as `City`. */
function isCityCalled({ place, names }: Entry, name: string): boolean {
  return !isArea(place.target_type) && withoutKind(names[0] ?? '') === name;
}

function isRegion({ target_type }: Place): boolean {
  return isArea(target_type) && target_type !== 'Country';
}

function isInRegion({ place, regionKeys }: Entry, name: string, { country_code }: Place): boolean {
  return regionKeys.has(name) && place.country_code === country_code;
}

function weightAs({ names, weight }: Entry, name: string): number {
  return names.indexOf(name) > 0 ? weight * otherNameWeight : weight;
}

/** The entries that have a rank, highest first, then by weight. The first name of a place ranks above its others. */
function matchesOf(entries: readonly Entry[], rankOf: (name: string) => number): Match[] {
  const matches: Match[] = [];
  for (const entry of entries) {
    let rank = 0;
    entry.names.forEach((name, index) => {
      rank = Math.max(rank, 2 * rankOf(name) - Math.min(index, 1));
    });
    if (rank > 0) matches.push({ entry, rank });
  }
  return matches.sort((a, b) => b.rank - a.rank || b.entry.weight - a.entry.weight);
}

/** 3 for the name itself, 2 for its start, 1 for the start of another word in it. */
function startRank(name: string, typed: string): number {
  if (!name.includes(typed)) return 0;
  if (name === typed) return 3;
  if (name.startsWith(typed)) return 2;
  return name.includes(` ${typed}`) ? 1 : 0;
}

/** Higher for fewer typing errors; none is expected in the first letter, which spares most comparisons. */
function similarRank(name: string, typed: string): number {
  if (name[0] !== typed[0]) return 0;
  const limit = typed.length < longName ? 1 : 2;
  return limit + 1 - editDistance(name, typed, limit);
}
