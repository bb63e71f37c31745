import { type PackedColumns, TextReader, type Texts } from './packed.js';
import { column, isArea, typeOf } from './place-list.js';
import type { Place, Point } from './types.js';

/** What decides between places of one name, beside how many people live there. */
const fameExponent = 1.3;
const leastFame = 4;
/** A city is more useful to a search than an area. */
const areaWeight = 1 / 4;
/** A region has no fame of its own in the list. */
const areaFame = 10;
/** People assumed where none are known: fewer than in nearly any place whose people are. */
const unknownPeople = 400;

/** The places of a list in columns, in a form that one thread can hand to another. Numbers that are not known are NaN. */
export interface TableData {
  ids: Float64Array;
  names: Texts;
  /** Empty where it is the name and those of the areas around. */
  canonicalNames: Texts;
  /** Number of the place around each, −1 for none. */
  parents: Int32Array;
  /** Number of the type of each. */
  types: Uint16Array;
  typeNames: readonly string[];
  /** The two letters of each country code as one number. */
  countries: Uint16Array;
  latitudes: Float64Array;
  longitudes: Float64Array;
  people: Float64Array;
  fames: Float64Array;
  reaches: Float64Array;
  weights: Float64Array;
}

/** Reads the columns of a list. */
export function readTable(columns: PackedColumns): TableData {
  const { kinds, texts } = columns.kindsOf(column.type);
  const parents = parentsOf(columns.numbersOf(column.depth));
  const numbers = {
    people: columns.numbersOf(column.population),
    fames: columns.numbersOf(column.fame),
    reaches: columns.numbersOf(column.reach),
  };
  const areas = texts.map((type) => isArea(typeOf(type)));
  return {
    ...numbers,
    ids: columns.numbersOf(column.id),
    names: columns.textsOf(column.name),
    canonicalNames: columns.textsOf(column.canonicalName),
    parents,
    types: kinds,
    typeNames: texts.map(typeOf),
    countries: countriesOf(columns, parents),
    latitudes: columns.numbersOf(column.latitude),
    longitudes: columns.numbersOf(column.longitude),
    weights: weightsOf(
      { ...numbers, people: peopleWeighed(numbers.people, parents, kinds, texts.map(typeOf)) },
      kinds,
      areas,
    ),
  };
}

function parentsOf(depths: Float64Array): Int32Array {
  /** The last place of each depth. */
  const path: number[] = [];
  const parents = new Int32Array(depths.length);
  for (let place = 0; place < depths.length; place += 1) {
    const depth = depths[place]!;
    path[depth] = place;
    parents[place] = depth === 0 ? -1 : path[depth - 1]!;
  }
  return parents;
}

function countriesOf(columns: PackedColumns, parents: Int32Array): Uint16Array {
  const { kinds, texts } = columns.kindsOf(column.country);
  const numbers = texts.map(countryNumber);
  const countries = new Uint16Array(kinds.length);
  for (let place = 0; place < kinds.length; place += 1) {
    const kind = kinds[place]!;
    countries[place] = kind ? numbers[kind]! : countries[parents[place]!]!;
  }
  return countries;
}

/**
 * The people that a place is weighed by: of a region or country those of its listed cities, since only these can be meant
 * instead of it.
 */
function peopleWeighed(
  people: Float64Array,
  parents: Int32Array,
  types: Uint16Array,
  typeNames: readonly string[],
): Float64Array {
  const weighed = people.slice();
  const isSummed = typeNames.map((type) => type === 'Region' || type === 'Country');
  const city = typeNames.indexOf('City');
  const sums = new Float64Array(people.length);
  for (let place = 0; place < people.length; place += 1) {
    if (types[place] !== city || Number.isNaN(people[place])) continue;
    // A city within a city is counted with that one.
    for (let around = parents[place]!; around !== -1 && isArea(typeNames[types[around]!]!); around = parents[around]!)
      sums[around]! += people[place]!;
  }
  for (let place = 0; place < people.length; place += 1)
    if (isSummed[types[place]!] && sums[place]! > 0) weighed[place] = sums[place]!;
  return weighed;
}

type Numbers = Pick<TableData, 'people' | 'fames' | 'reaches'>;

function weightsOf(numbers: Numbers, types: Uint16Array, areas: readonly boolean[]): Float64Array {
  const weights = new Float64Array(types.length);
  for (let place = 0; place < types.length; place += 1)
    weights[place] = weightOf(numbers, place, areas[types[place]!]!);
  return weights;
}

function weightOf({ people, fames, reaches }: Numbers, place: number, area: boolean): number {
  const known = numberOr(people[place]!, numberOr(reaches[place]!, unknownPeople));
  const fame = area ? areaFame : numberOr(fames[place]!, 0);
  return Math.max(known, 1) * (area ? areaWeight : 1) * (fame + leastFame) ** fameExponent;
}

/** The places of a list, by their number in it. */
export class PlaceTable {
  /** How many places there are. */
  readonly size: number;
  private readonly data: TableData;
  private readonly areas: readonly boolean[];
  private readonly names: TextReader;
  private readonly canonicalNames: TextReader;

  constructor(data: TableData) {
    this.data = data;
    this.size = data.parents.length;
    this.areas = data.typeNames.map(isArea);
    this.names = new TextReader(data.names);
    this.canonicalNames = new TextReader(data.canonicalNames);
  }

  /** Decides between places of one name. */
  weightOf(place: number): number {
    return this.data.weights[place]!;
  }

  /** Whether it is a county, region or country. */
  isArea(place: number): boolean {
    return this.areas[this.data.types[place]!]!;
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

  nameOf(place: number): string {
    return this.names.at(place);
  }

  typeOf(place: number): string {
    return this.data.typeNames[this.data.types[place]!]!;
  }

  /** How many people live there; null where not known. */
  peopleOf(place: number): number | null {
    return numberOr(this.data.people[place]!, null);
  }

  /** In how many spellings the world writes its name; 0 where not known. */
  fameOf(place: number): number {
    return numberOr(this.data.fames[place]!, 0);
  }

  pointOf(place: number): Point | undefined {
    const [latitude, longitude] = [this.data.latitudes[place]!, this.data.longitudes[place]!];
    return Number.isNaN(latitude) || Number.isNaN(longitude) ? undefined : { latitude, longitude };
  }

  /** The place of an id; −1 where there is none. */
  withId(id: number): number {
    return this.data.ids.indexOf(id);
  }

  /** The name that no other place of the list has. */
  canonicalNameOf(place: number): string {
    return this.canonicalNames.at(place) || this.plainNameOf(place);
  }

  /** All of a place. */
  placeAt(place: number): Place {
    const { ids, parents, reaches } = this.data;
    const parent = parents[place]!;
    const point = this.pointOf(place);
    const reach = numberOr(reaches[place]!, null);
    return {
      id: ids[place]!,
      name: this.nameOf(place),
      canonical_name: this.canonicalNameOf(place),
      country_code: this.countryOf(place),
      target_type: this.typeOf(place),
      population: this.peopleOf(place),
      gps: point === undefined ? null : [point.longitude, point.latitude],
      parent_id: parent === -1 ? null : ids[parent]!,
      ...(reach !== null && { reach }),
    };
  }

  /** Its name and those of its region and country. Counties and cities around it are not named. */
  plainNameOf(place: number): string {
    const names = [this.nameOf(place)];
    for (let around = this.data.parents[place]!; around !== -1; around = this.data.parents[around]!) {
      if (this.isArea(around) && this.typeOf(around) !== 'County') names.push(this.nameOf(around));
    }
    return names.join(',');
  }
}

function numberOr<T>(number: number, other: T): number | T {
  return Number.isNaN(number) ? other : number;
}

function countryNumber(code: string): number {
  return code.charCodeAt(0) * 256 + code.charCodeAt(1);
}
