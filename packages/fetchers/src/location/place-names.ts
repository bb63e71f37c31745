import { foldName } from './fold.js';
import type { NamePairs } from './name-pairs.js';
import { column, namesOf, numberOf, rankOf } from './place-list.js';

/** From how many people on a place is also found by a later word of its name, as New York by `york`. */
const minPeopleForTails = 15_000;

/** Adds all by which a place is looked up, read from the fields of its line. */
export function addNamesOf(place: number, fields: readonly string[], pairs: NamePairs): void {
  const name = foldName(fields[column.name]!);
  const ownRank = ownRankOf(fields);
  pairs.add(name, place, ownRank);
  for (const key of namesOf(fields[column.own])) pairs.add(key, place, ownRank);
  for (const key of namesOf(fields[column.other])) pairs.add(key, place, rankOf.other);
  for (const key of namesOf(fields[column.codes])) pairs.add(key, place, rankOf.code);
  for (const key of namesOf(fields[column.everyday])) pairs.add(key, place, rankOf.everyday);
  if ((numberOf(fields[column.population]) ?? 0) < minPeopleForTails) return;
  for (let space = name.indexOf(' '); space !== -1; space = name.indexOf(' ', space + 1)) {
    pairs.add(name.slice(space + 1), place, rankOf.tail);
  }
}

/** A part of a city of which not even the people are known is no match for what other cities are called. */
function ownRankOf(fields: readonly string[]): number {
  const type = fields[column.type];
  if (type === 'Country') return rankOf.country;
  return type === 'District' && !fields[column.population] ? rankOf.code : rankOf.own;
}
