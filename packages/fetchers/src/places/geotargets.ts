import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { foldName } from './fold.js';
import { NamesByPlace } from './name-index.js';
import { packRows } from './packed.js';
import { openPlaceIndex, readPlaceList } from './place-index.js';
import { isArea, rowsOf } from './place-list.js';
import type { PlaceTable } from './place-table.js';
import { partsOf } from './place-text.js';
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
type GeotargetRow = Readonly<Record<(typeof columns)[number], string> & { Reach?: string }>;

const retired = 'Removal Planned';
const progressStep = 10_000;

/**
 * Reads the engine's own list of places, the CSV that it publishes as "geo targets", and packs it as a list of
 * places, see `packRows`. Retired places are left out. People, other names and coordinates come from the included list, of
 * places that are in both; a place without coordinates has those of the place around it.
 *
 * Rejects with a `TypeError` for another table.
 *
 * @param included the included list
 * @param onRows called from time to time with the number of rows read
 */
export async function readGeotargets(
  file: string,
  included: Uint8Array,
  onRows: (rows: number) => void,
): Promise<Uint8Array> {
  const join = new Join(included);
  const records = new Map<number, ListedPlace>();
  await readRows(file, onRows, (row) => records.set(Number(row['Criteria ID']), join.strictly(row)));
  for (const record of records.values()) join.byName(record);
  for (const record of records.values()) record.point ??= pointAround(record, records);
  return packRows(rowsOf(records));
}

async function readRows(
  file: string,
  onRows: (rows: number) => void,
  take: (row: GeotargetRow) => void,
): Promise<void> {
  const parser = createReadStream(file).pipe(parse({ bom: true, columns: checked, relaxColumnCount: true }));
  let count = 0;
  for await (const row of parser as AsyncIterable<GeotargetRow>) {
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

const texts = new Map<string, string>();

/** The same text, in memory once: every row brings its own. */
function once(text: string): string {
  const known = texts.get(text) ?? text;
  texts.set(text, known);
  return known;
}

/** A place of the engine's list; it has the names of the included place that it is. */
class ListedPlace implements PlaceRecord {
  readonly id: number;
  readonly parent: number | null;
  readonly country: string;
  readonly type: string;
  readonly name: string;
  readonly canonicalName: string;
  readonly reach: number | undefined;
  point: PlaceRecord['point'] = null;
  population: number | null = null;
  fame = 0;
  /** Number of that place in the included list. */
  included: number | undefined;
  private readonly list: NamesByPlace;

  constructor(row: GeotargetRow, list: NamesByPlace) {
    this.id = Number(row['Criteria ID']);
    this.parent = row['Parent ID'] === '' ? null : Number(row['Parent ID']);
    this.country = once(row['Country Code']);
    this.type = once(row['Target Type']);
    this.name = row.Name;
    this.canonicalName = row['Canonical Name'];
    this.reach = row.Reach ? Number(row.Reach) : undefined;
    this.list = list;
  }

  /** Made when asked for: together the names of a list take more memory than all else. */
  get names(): PlaceNames {
    return this.included === undefined ? noNames : this.list.namesOf(this.included);
  }
}

const noNames: PlaceNames = { own: [], other: [], codes: [], everyday: [] };

/** Joins rows to places of the included list. Each place is given to one row. */
class Join {
  private readonly table: PlaceTable;
  private readonly resolver: Resolver;
  private readonly list: NamesByPlace;
  private readonly given = new Set<number>();

  constructor(included: Uint8Array) {
    const { table, names } = openPlaceIndex(readPlaceList(included));
    this.table = table;
    this.resolver = createResolver(table, names);
    this.list = new NamesByPlace(names, table.size);
  }

  /** The place of a row, joined to the place of the name in its country and regions. */
  strictly(row: GeotargetRow): ListedPlace {
    const place = new ListedPlace(row, this.list);
    this.join(place, partsOf(place.canonicalName).slice(partsOf(place.name).length));
    return place;
  }

  /** Joins a place that is not joined yet to one of its name in its country: lists divide countries differently. */
  byName(place: ListedPlace): void {
    if (place.included === undefined) this.join(place, []);
  }

  private join(place: ListedPlace, areas: readonly string[]): void {
    if (!isJoined(place.type)) return;
    const area = isArea(place.type);
    const accepts = (one: number) => this.fits(one, place.country, area);
    const included = this.resolver.resolveIn({ name: foldName(place.name), areas }, accepts);
    if (included === undefined) return;
    this.given.add(included);
    place.included = included;
    place.point = this.table.pointOf(included) ?? null;
    place.population = this.table.peopleOf(included);
    place.fame = this.table.fameOf(included);
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
