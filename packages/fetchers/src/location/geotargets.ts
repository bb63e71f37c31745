import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { writePlaceList } from './list-writer.js';
import { openPlaceIndex, readPlaceList } from './place-index.js';
import { column, isArea, namesOf, numberOf } from './place-list.js';
import type { PlaceTable } from './place-table.js';
import { createResolver, type Resolver } from './resolver.js';
import type { PlaceNames, PlaceRecord } from './types.js';

const columns = [
  'Criteria ID',
  'Name',
  'Canonical Name',
  'Parent ID',
  'Country Code',
  'Target Type',
  'Status',
] as const;

/** A row of the engine's list; `Reach` is no column of the file that it publishes, but of its interface. */
type Row = Readonly<Record<(typeof columns)[number], string> & { Reach?: string }>;

const retired = 'Removal Planned';
const progressStep = 10_000;

/**
 * Reads the engine's own list of places, the CSV that it publishes as "geo targets", and writes it as a list of places,
 * see `place-list.ts`. Retired places are left out. People, other names and coordinates come from the included list, of
 * places that are in both; a place without coordinates has those of the place around it.
 *
 * Rejects with a `TypeError` for another table.
 *
 * @param included the included list
 * @param onRows told now and then how many rows have been read
 */
export async function readGeotargets(file: string, included: string, onRows: (rows: number) => void): Promise<string> {
  const join = new Join(included);
  const records = new Map<number, PlaceRecord>();
  await readRows(file, onRows, (row) => records.set(Number(row['Criteria ID']), join.strictly(row)));
  for (const record of records.values()) join.byName(record);
  for (const record of records.values()) record.point ??= pointAround(record, records);
  return writePlaceList([...records.values()]);
}

async function readRows(file: string, onRows: (rows: number) => void, take: (row: Row) => void): Promise<void> {
  const parser = createReadStream(file).pipe(parse({ bom: true, columns: checked, relaxColumnCount: true }));
  let count = 0;
  for await (const row of parser as AsyncIterable<Row>) {
    count += 1;
    if (count % progressStep === 0) onRows(count);
    if (row.Status !== retired) take(row);
  }
  if (count === 0) throw new TypeError('No list of geo targets: it has no rows');
  onRows(count);
}

function checked(header: string[]): string[] {
  const missing = columns.filter((name) => !header.includes(name));
  if (missing.length > 0) throw new TypeError(`No list of geo targets: it lacks the column ${missing.join(', ')}`);
  return header;
}

const noNames: PlaceNames = { own: [], other: [], codes: [], everyday: [] };

/** Joins rows to places of the included list. Each place is given to one row. */
class Join {
  private readonly table: PlaceTable;
  private readonly resolver: Resolver;
  private readonly given = new Set<number>();

  constructor(included: string) {
    const { table, names } = openPlaceIndex(readPlaceList(included));
    this.table = table;
    this.resolver = createResolver(table, names);
  }

  /** The record of a row, joined to the place of the name in its country and regions. */
  strictly(row: Row): PlaceRecord {
    const record = toRecord(row);
    this.join(record, record.canonicalName ?? record.name);
    return record;
  }

  /** Joins a record that has found no place to one of its name in its country: lists divide countries differently. */
  byName(record: PlaceRecord): void {
    if (record.population === null && record.point === null) this.join(record, record.name);
  }

  private join(record: PlaceRecord, text: string): void {
    if (!isJoined(record.type)) return;
    const area = isArea(record.type);
    const place = this.resolver.resolve(text, (one) => this.fits(one, record.country, area));
    if (place === undefined) return;
    this.given.add(place);
    const fields = this.table.fieldsOf(place);
    record.point = this.table.pointOf(place) ?? null;
    record.population = numberOf(fields[column.population]);
    record.fame = numberOf(fields[column.fame]) ?? 0;
    record.names = {
      own: [fields[column.name]!, ...namesOf(fields[column.own])],
      other: namesOf(fields[column.other]),
      codes: namesOf(fields[column.codes]),
      everyday: namesOf(fields[column.everyday]),
    };
  }

  private fits(place: number, country: string, area: boolean): boolean {
    return !this.given.has(place) && this.table.isInCountry(place, country) && this.table.isArea(place) === area;
  }
}

/** Whether the included list may have a place of the type. */
function isJoined(type: string): boolean {
  return ![
    'Postal Code',
    'Airport',
    'DMA Region',
    'TV Region',
    'University',
    'Congressional District',
    'Park',
    'Hospital',
  ].includes(type);
}

function toRecord(row: Row): PlaceRecord {
  const parent = row['Parent ID'];
  const reach = Number(row.Reach || Number.NaN);
  return {
    id: Number(row['Criteria ID']),
    parent: parent === '' ? null : Number(parent),
    country: row['Country Code'],
    type: row['Target Type'],
    name: row.Name,
    canonicalName: row['Canonical Name'],
    point: null,
    population: null,
    fame: 0,
    reach: Number.isNaN(reach) ? undefined : reach,
    names: noNames,
  };
}

/** The point of the nearest place around that has one. */
function pointAround(record: PlaceRecord, records: ReadonlyMap<number, PlaceRecord>): PlaceRecord['point'] {
  const seen = new Set<PlaceRecord>();
  for (let around: PlaceRecord | undefined = record; around !== undefined && !seen.has(around); ) {
    if (around.point !== null) return around.point;
    seen.add(around);
    around = around.parent === null ? undefined : records.get(around.parent);
  }
  return null;
}
