import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { foldPlaceName } from './fold.js';
import { NamesByPlace } from './name-index.js';
import { openPlaceList, unpackPlaceList } from './open-place-list.js';
import { packRows } from './packed.js';
import { isAreaType, placeRowsOf } from './place-list.js';
import type { PlaceTable } from './place-table.js';
import { splitPlaceText } from './place-text.js';
import { createPlaceResolver, type PlaceResolver } from './resolver.js';
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

/** A row of the engine's list. The API has `Reach`; the published file does not. */
type GeotargetRow = Readonly<Record<(typeof columns)[number], string> & { Reach?: string }>;

const retired = 'Removal Planned';
const progressStep = 10_000;

/**
 * Reads the engine's list of places, published as "geo targets" CSV, and packs it with `packRows`. Removed places are left out.
 * Populations, other names and coordinates come from the included list, for places in both lists. A place without coordinates gets
 * those of the area that contains it.
 *
 * Rejects with a `TypeError` for any other table.
 *
 * @param includedList the included list
 * @param onRows called periodically with the number of rows read
 */
export async function packGeotargets(
  file: string,
  includedList: Uint8Array,
  onRows: (rows: number) => void,
): Promise<Uint8Array> {
  const join = new Join(includedList);
  const records = new Map<number, ListedPlace>();
  await readRows(file, onRows, (row) => records.set(Number(row['Criteria ID']), join.strictly(row)));
  for (const record of records.values()) join.byName(record);
  for (const record of records.values()) record.point ??= pointAround(record, records);
  return packRows(placeRowsOf(records));
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
  if (count === 0) throw new TypeError('Not a list of geo targets: it has no rows');
  onRows(count);
}

function checked(header: string[]): string[] {
  const missing = columns.filter((name) => !header.includes(name));
  if (missing.length > 0) throw new TypeError(`Not a list of geo targets: missing column ${missing.join(', ')}`);
  return header;
}

const texts = new Map<string, string>();

/** Interns a text, because every row has its own copy. */
function once(text: string): string {
  const known = texts.get(text) ?? text;
  texts.set(text, known);
  return known;
}

/** A place in the engine's list, with the names of the corresponding included place. */
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
  popularity = 0;
  /** Index of that place in the included list. */
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

  /** Created on demand: all names of a list together would take more memory than everything else. */
  get names(): PlaceNames {
    return this.included === undefined ? noNames : this.list.namesOf(this.included);
  }
}

const noNames: PlaceNames = { own: [], other: [], codes: [], everyday: [] };

/** Matches rows with places of the included list, each with at most one row. */
class Join {
  private readonly table: PlaceTable;
  private readonly resolver: PlaceResolver;
  private readonly list: NamesByPlace;
  private readonly given = new Set<number>();

  constructor(included: Uint8Array) {
    const { table, names } = openPlaceList(unpackPlaceList(included));
    this.table = table;
    this.resolver = createPlaceResolver(table, names);
    this.list = new NamesByPlace(names, table.size);
  }

  /** Matches a row with the place of the same name in the same country and regions. */
  strictly(row: GeotargetRow): ListedPlace {
    const place = new ListedPlace(row, this.list);
    this.join(place, splitPlaceText(place.canonicalName).slice(splitPlaceText(place.name).length));
    return place;
  }

  /** Matches a remaining row with a place of the same name in the same country, because lists divide countries differently. */
  byName(place: ListedPlace): void {
    if (place.included === undefined) this.join(place, []);
  }

  private join(place: ListedPlace, areas: readonly string[]): void {
    if (!isJoined(place.type)) return;
    const area = isAreaType(place.type);
    const accepts = (one: number) => this.fits(one, place.country, area);
    const included = this.resolver.resolveIn({ name: foldPlaceName(place.name), areas }, accepts);
    if (included === undefined) return;
    this.given.add(included);
    place.included = included;
    place.point = this.table.pointOf(included) ?? null;
    place.population = this.table.populationOf(included);
    place.popularity = this.table.popularityOf(included);
  }

  private fits(place: number, country: string, area: boolean): boolean {
    return !this.given.has(place) && this.table.isInCountry(place, country) && this.table.isArea(place) === area;
  }
}

/** Whether the included list can contain places of a type. */
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

/** The coordinates of the smallest containing area that has some. */
function pointAround(record: PlaceRecord, records: ReadonlyMap<number, PlaceRecord>): PlaceRecord['point'] {
  const seen = new Set<PlaceRecord>();
  for (let around: PlaceRecord | undefined = record; around !== undefined && !seen.has(around); ) {
    if (around.point !== null) return around.point;
    seen.add(around);
    around = around.parent === null ? undefined : records.get(around.parent);
  }
  return null;
}
