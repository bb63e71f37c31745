import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { foldPlaceName } from './fold.js';
import { indexPlaceNames, PlaceNameIndex, type PlaceNameIndexData } from './name-index.js';
import { PackedColumns } from './packed.js';
import { placeColumnIndex, placeNameRanks } from './place-list.js';
import { PlaceNameCollector } from './place-names.js';
import { PlaceTable, type PlaceTableData, readPlaceTable } from './place-table.js';

/** A list of places, read and sorted, in a form that can be transferred between threads. */
export interface PlaceData {
  table: PlaceTableData;
  names: PlaceNameIndexData;
}

/** The places of a list and their names. */
export interface PlaceList {
  table: PlaceTable;
  names: PlaceNameIndex;
}

/** Reads a list of places, see `packRows`. Throws a `TypeError` for any other file. */
export function unpackPlaceList(bytes: Uint8Array): PlaceData {
  const columns = new PackedColumns(bytes);
  const table = readPlaceTable(columns);
  const pairs = new PlaceNameCollector();
  addNames(columns, new PlaceTable(table), pairs);
  return { table, names: indexPlaceNames(pairs.sorted()) };
}

/** Opens a list that was read. */
export function openPlaceList({ table, names }: PlaceData): PlaceList {
  return { table: new PlaceTable(table), names: new PlaceNameIndex(names) };
}

/** Minimum population for a place to be found by a later word of its name, such as New York by `york`. */
const minPeopleForTails = 15_000;

const nameEnd = '|'.charCodeAt(0);

/** Adds all names by which places can be found. */
function addNames(columns: PackedColumns, table: PlaceTable, pairs: PlaceNameCollector): void {
  const ownRanks = new Uint8Array(table.size);
  for (let place = 0; place < table.size; place += 1) {
    ownRanks[place] = ownRankOf(place, table);
    const shown = table.nameOf(place);
    const name = foldPlaceName(shown);
    pairs.add(name, place, ownRanks[place]!);
    const canonical = table.startOfCanonicalName(place);
    if (canonical !== shown) pairs.add(foldPlaceName(canonical), place, placeNameRanks.tail);
    if ((table.populationOf(place) ?? 0) >= minPeopleForTails) addTails(name, place, pairs);
  }
  addColumn(columns, placeColumnIndex.own, (place) => ownRanks[place]!, pairs);
  addColumn(columns, placeColumnIndex.other, () => placeNameRanks.other, pairs);
  addColumn(columns, placeColumnIndex.codes, () => placeNameRanks.code, pairs);
  addColumn(columns, placeColumnIndex.everyday, () => placeNameRanks.everyday, pairs);
}

function addTails(name: string, place: number, pairs: PlaceNameCollector): void {
  for (let space = name.indexOf(' '); space !== -1; space = name.indexOf(' ', space + 1)) {
    pairs.add(name.slice(space + 1), place, placeNameRanks.tail);
  }
}

function addColumn(
  columns: PackedColumns,
  index: number,
  rank: (place: number) => number,
  pairs: PlaceNameCollector,
): void {
  const { bytes } = columns;
  columns.forEach(index, (place, from, to) => {
    for (let start = from, at = from; at <= to; at += 1) {
      if (at < to && bytes[at] !== nameEnd) continue;
      pairs.addBytes(bytes, start, at, place, rank(place));
      start = at + 1;
    }
  });
}

/** A part of a city with unknown population does not compete with other names of cities. */
function ownRankOf(place: number, table: PlaceTable): number {
  const type = table.typeOf(place);
  if (type === 'Country') return placeNameRanks.country;
  return type === 'District' && table.populationOf(place) === null ? placeNameRanks.code : placeNameRanks.own;
}

/** Path of a file in the built package. */
export function distFilePath(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/fetchers/package.json')), 'dist', name);
}

/** The list of places included in the package, see `packRows`. */
export function includedPlaceList(): Uint8Array {
  return brotliDecompressSync(readFileSync(distFilePath('places.br')), { chunkSize: 1 << 22 });
}
