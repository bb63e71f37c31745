import { NameIndex } from './name-index.js';
import { NamePairs, type SortedNames } from './name-pairs.js';
import { addNamesOf } from './place-names.js';
import { PlaceColumns, PlaceTable, type TableData } from './place-table.js';

/** A list of places, read and put in order, in a form that one thread can hand to another. */
export interface PlaceData {
  table: TableData;
  names: SortedNames;
}

/** The places of a list and their names. */
export interface PlaceIndex {
  table: PlaceTable;
  names: NameIndex;
}

/** Reads a list of places, see `place-list.ts`. */
export function readPlaceList(text: string): PlaceData {
  const columns = new PlaceColumns(text);
  const pairs = new NamePairs();
  columns.readLines((place, fields) => addNamesOf(place, fields, pairs));
  return { table: columns.data, names: pairs.sorted() };
}

/** Makes what was read ready to be asked. */
export function openPlaceIndex({ table, names }: PlaceData): PlaceIndex {
  return { table: new PlaceTable(table), names: new NameIndex(names) };
}
