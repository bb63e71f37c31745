import { foldName } from './fold.js';
import type { NamePairs } from './name-pairs.js';
import type { PackedColumns } from './packed.js';
import { column, rankOf } from './place-list.js';
import type { PlaceTable } from './place-table.js';

/** From how many people on a place is also found by a later word of its name, as New York by `york`. */
const minPeopleForTails = 15_000;

const nameEnd = '|'.charCodeAt(0);

/** Adds all by which the places of a list are looked up. */
export function addNames(columns: PackedColumns, table: PlaceTable, pairs: NamePairs): void {
  const ownRanks = new Uint8Array(table.size);
  for (let place = 0; place < table.size; place += 1) {
    ownRanks[place] = ownRankOf(place, table);
    const name = foldName(table.nameOf(place));
    pairs.add(name, place, ownRanks[place]!);
    const [canonical = ''] = table.canonicalNameOf(place).split(',');
    if (canonical !== table.nameOf(place)) pairs.add(foldName(canonical), place, rankOf.tail);
    if ((table.peopleOf(place) ?? 0) >= minPeopleForTails) addTails(name, place, pairs);
  }
  addColumn(columns, column.own, (place) => ownRanks[place]!, pairs);
  addColumn(columns, column.other, () => rankOf.other, pairs);
  addColumn(columns, column.codes, () => rankOf.code, pairs);
  addColumn(columns, column.everyday, () => rankOf.everyday, pairs);
}

function addTails(name: string, place: number, pairs: NamePairs): void {
  for (let space = name.indexOf(' '); space !== -1; space = name.indexOf(' ', space + 1)) {
    pairs.add(name.slice(space + 1), place, rankOf.tail);
  }
}

function addColumn(columns: PackedColumns, index: number, rank: (place: number) => number, pairs: NamePairs): void {
  const { bytes } = columns;
  columns.forEach(index, (place, from, to) => {
    for (let start = from, at = from; at <= to; at += 1) {
      if (at < to && bytes[at] !== nameEnd) continue;
      pairs.addBytes(bytes, start, at, place, rank(place));
      start = at + 1;
    }
  });
}

/** A part of a city of which not even the people are known is no match for what other cities are called. */
function ownRankOf(place: number, table: PlaceTable): number {
  const type = table.typeOf(place);
  if (type === 'Country') return rankOf.country;
  return type === 'District' && table.peopleOf(place) === null ? rankOf.code : rankOf.own;
}
