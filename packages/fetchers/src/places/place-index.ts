import { indexNames, type NameData, NameIndex } from './name-index.js';
import { NamePairs } from './name-pairs.js';
import { PackedColumns } from './packed.js';
import { addNames } from './place-names.js';
import { PlaceTable, readTable, type TableData } from './place-table.js';

/** A list of places, read and put in order, in a form that one thread can hand to another. */
export interface PlaceData {
  table: TableData;
  names: NameData;
}

/** The places of a list and their names. */
export interface PlaceIndex {
  table: PlaceTable;
  names: NameIndex;
}

/** Reads a list of places, see `packRows`. Throws a `TypeError` for another file. */
export function readPlaceList(bytes: Uint8Array): PlaceData {
  const columns = new PackedColumns(bytes);
  const table = readTable(columns);
  const pairs = new NamePairs();
  addNames(columns, new PlaceTable(table), pairs);
  return { table, names: indexNames(pairs.sorted()) };
}

/** Makes what was read ready to be asked. */
export function openPlaceIndex({ table, names }: PlaceData): PlaceIndex {
  return { table: new PlaceTable(table), names: new NameIndex(names) };
}
