import { column, isArea, numberOf, typeOf } from './place-list.js';
import type { Place, Point } from './types.js';

/** What decides between places of one name, beside how many people live there. */
const fameExponent = 1.3;
const leastFame = 4;
/** Searches are best told a city. */
const areaWeight = 1 / 4;
/** A region has no fame of its own in the list. */
const areaFame = 10;
/** People assumed where none are known: fewer than in nearly any place whose people are. */
const unknownPeople = 400;

/** The places of a list: what is asked of every candidate in columns, the rest in the text. */
export interface TableData {
  text: string;
  /** Where each line starts, and the end of the last one. */
  starts: Uint32Array;
  /** Number of the place around each, −1 for none. */
  parents: Int32Array;
  weights: Float64Array;
  /** 1 for counties, regions and countries. */
  areas: Uint8Array;
  /** The two letters of each country code as one number. */
  countries: Uint16Array;
  /** Latitude and longitude of each; NaN where not known. */
  points: Float64Array;
}

/** Reads the lines of a list into columns. */
export class PlaceColumns {
  readonly data: TableData;
  /** The last place of each depth. */
  private readonly path: number[] = [];

  constructor(text: string) {
    const starts = startsOfLines(text);
    const size = starts.length - 1;
    this.data = {
      text,
      starts,
      parents: new Int32Array(size),
      weights: new Float64Array(size),
      areas: new Uint8Array(size),
      countries: new Uint16Array(size),
      points: new Float64Array(2 * size),
    };
  }

  /** Reads all lines, and hands on the fields of each. */
  readLines(take: (place: number, fields: readonly string[]) => void): void {
    const { text, starts } = this.data;
    for (let place = 0; place < starts.length - 1; place += 1) {
      const line = text.slice(starts[place], starts[place + 1]! - 1);
      const fields = line.trimStart().split('\t');
      this.readLine(place, line.length - line.trimStart().length, fields);
      take(place, fields);
    }
  }

  private readLine(place: number, depth: number, fields: readonly string[]): void {
    const { parents, weights, areas, countries, points } = this.data;
    const parent = depth === 0 ? -1 : this.path[depth - 1]!;
    this.path[depth] = place;
    const area = isArea(typeOf(fields[column.type]));
    const code = fields[column.country];
    parents[place] = parent;
    areas[place] = Number(area);
    weights[place] = weightOf(fields, area);
    countries[place] = code ? countryNumber(code) : countries[parent]!;
    points[2 * place] = numberOf(fields[column.latitude]) ?? Number.NaN;
    points[2 * place + 1] = numberOf(fields[column.longitude]) ?? Number.NaN;
  }
}

/** The places of a list, by their number in it. */
export class PlaceTable {
  /** How many places there are. */
  readonly size: number;
  private readonly data: TableData;

  constructor(data: TableData) {
    this.data = data;
    this.size = data.parents.length;
  }

  /** Decides between places of one name. */
  weightOf(place: number): number {
    return this.data.weights[place]!;
  }

  /** Whether it is a county, region or country. */
  isArea(place: number): boolean {
    return this.data.areas[place] === 1;
  }

  isCountry(place: number): boolean {
    return this.data.parents[place] === -1 && this.isArea(place);
  }

  /** Code of its country, ISO 3166-1 alpha-2, upper case. */
  countryOf(place: number): string {
    const number = this.data.countries[place]!;
    return String.fromCharCode(number >> 8, number & 0xff);
  }

  isInCountry(place: number, code: string): boolean {
    return this.data.countries[place] === countryNumber(code);
  }

  /** Whether it lies in the area, at any depth. Nothing lies in itself. */
  isIn(place: number, area: number): boolean {
    for (let around = this.data.parents[place]!; around !== -1; around = this.data.parents[around]!) {
      if (around === area) return true;
    }
    return false;
  }

  typeOf(place: number): string {
    return typeOf(this.fieldsOf(place)[column.type]);
  }

  pointOf(place: number): Point | undefined {
    const latitude = this.data.points[2 * place]!;
    return Number.isNaN(latitude) ? undefined : { latitude, longitude: this.data.points[2 * place + 1]! };
  }

  /** The fields of a place's line. */
  fieldsOf(place: number): string[] {
    const { text, starts } = this.data;
    return text
      .slice(starts[place], starts[place + 1]! - 1)
      .trimStart()
      .split('\t');
  }

  /** All of a place. */
  placeAt(place: number): Place {
    const fields = this.fieldsOf(place);
    const parent = this.data.parents[place]!;
    const reach = numberOf(fields[column.reach]);
    const longitude = numberOf(fields[column.longitude]);
    const latitude = numberOf(fields[column.latitude]);
    return {
      id: Number(fields[column.id]),
      name: fields[column.name]!,
      canonical_name: fields[column.canonicalName] || this.canonicalNameOf(place),
      country_code: this.countryOf(place),
      target_type: typeOf(fields[column.type]),
      population: numberOf(fields[column.population]),
      gps: longitude === null || latitude === null ? null : [longitude, latitude],
      parent_id: parent === -1 ? null : Number(this.fieldsOf(parent)[column.id]),
      ...(reach !== null && { reach }),
    };
  }

  /** Its name and those of its region and country. Counties and cities around it are not named. */
  private canonicalNameOf(place: number): string {
    const names = [this.fieldsOf(place)[column.name]!];
    for (let around = this.data.parents[place]!; around !== -1; around = this.data.parents[around]!) {
      const fields = this.fieldsOf(around);
      if (this.isArea(around) && fields[column.type] !== 'County') names.push(fields[column.name]!);
    }
    return names.join(',');
  }
}

function weightOf(fields: readonly string[], area: boolean): number {
  const people = numberOf(fields[column.population]) ?? numberOf(fields[column.reach]) ?? unknownPeople;
  const fame = area ? areaFame : (numberOf(fields[column.fame]) ?? 0);
  return Math.max(people, 1) * (area ? areaWeight : 1) * (fame + leastFame) ** fameExponent;
}

function startsOfLines(text: string): Uint32Array {
  const starts: number[] = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return Uint32Array.from(starts);
}

function countryNumber(code: string): number {
  return code.charCodeAt(0) * 256 + code.charCodeAt(1);
}
