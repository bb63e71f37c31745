import { type PackedColumns, PackedTextReader, type PackedTexts } from './packed.js';
import { isAreaType, parsePlaceType, placeColumnIndex } from './place-list.js';
import type { Place, Point } from './types.js';

/** Weights that decide between places of the same name, besides the population. */
const popularityExponent = 1.3;
const minPopularity = 4;
/** Factor for areas: a city is more useful as a search location. */
const areaWeight = 1 / 4;
/** Fame of regions, which have none in the list. */
const areaPopularity = 10;
/** Assumed population if unknown: less than that of almost any place with a known one. */
const unknownPeople = 400;

/** The places of a list in columns, in a form that can be transferred between threads. Unknown numbers are NaN. */
export interface PlaceTableData {
  ids: Float64Array;
  names: PackedTexts;
  /** Empty if it consists of the name and those of the containing areas. */
  canonicalNames: PackedTexts;
  /** Index of the parent of each place, −1 for none. */
  parents: Int32Array;
  /** Index of the type of each place. */
  types: Uint16Array;
  typeNames: readonly string[];
  /** The two letters of each country code, as a number. */
  countries: Uint16Array;
  latitudes: Float64Array;
  longitudes: Float64Array;
  people: Float64Array;
  popularities: Float64Array;
  reaches: Float64Array;
  weights: Float64Array;
}

/** Reads the columns of a list. */
export function readPlaceTable(columns: PackedColumns): PlaceTableData {
  const { kinds, texts } = columns.kindsOf(placeColumnIndex.type);
  const parents = parentsOf(columns.numbersOf(placeColumnIndex.depth));
  const numbers = {
    people: columns.numbersOf(placeColumnIndex.population),
    popularities: columns.numbersOf(placeColumnIndex.popularity),
    reaches: columns.numbersOf(placeColumnIndex.reach),
  };
  const areas = texts.map((type) => isAreaType(parsePlaceType(type)));
  return {
    ...numbers,
    ids: columns.numbersOf(placeColumnIndex.id),
    names: columns.textsOf(placeColumnIndex.name),
    canonicalNames: columns.textsOf(placeColumnIndex.canonicalName),
    parents,
    types: kinds,
    typeNames: texts.map(parsePlaceType),
    countries: countriesOf(columns, parents),
    latitudes: columns.numbersOf(placeColumnIndex.latitude),
    longitudes: columns.numbersOf(placeColumnIndex.longitude),
    weights: weightsOf(
      { ...numbers, people: weighPopulations(numbers.people, parents, kinds, texts.map(parsePlaceType)) },
      kinds,
      areas,
    ),
  };
}

function parentsOf(depths: Float64Array): Int32Array {
  /** The last place at each depth. */
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
  const { kinds, texts } = columns.kindsOf(placeColumnIndex.country);
  const numbers = texts.map(countryNumber);
  const countries = new Uint16Array(kinds.length);
  for (let place = 0; place < kinds.length; place += 1) {
    const kind = kinds[place]!;
    countries[place] = kind ? numbers[kind]! : countries[parents[place]!]!;
  }
  return countries;
}

/**
 * The population used for a place's weight. For a region or country, that of its listed cities, because only these compete with it.
 */
function weighPopulations(
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
    // A city within a city is already counted in the outer one.
    for (
      let around = parents[place]!;
      around !== -1 && isAreaType(typeNames[types[around]!]!);
      around = parents[around]!
    )
      sums[around]! += people[place]!;
  }
  for (let place = 0; place < people.length; place += 1)
    if (isSummed[types[place]!] && sums[place]! > 0) weighed[place] = sums[place]!;
  return weighed;
}

type Numbers = Pick<PlaceTableData, 'people' | 'popularities' | 'reaches'>;

function weightsOf(numbers: Numbers, types: Uint16Array, areas: readonly boolean[]): Float64Array {
  const weights = new Float64Array(types.length);
  for (let place = 0; place < types.length; place += 1)
    weights[place] = weightOf(numbers, place, areas[types[place]!]!);
  return weights;
}

function weightOf({ people, popularities, reaches }: Numbers, place: number, area: boolean): number {
  const known = numberOr(people[place]!, numberOr(reaches[place]!, unknownPeople));
  const popularity = area ? areaPopularity : numberOr(popularities[place]!, 0);
  return Math.max(known, 1) * (area ? areaWeight : 1) * (popularity + minPopularity) ** popularityExponent;
}

/** The places of a list, by index. */
export class PlaceTable {
  /** Number of places. */
  readonly size: number;
  private readonly data: PlaceTableData;
  private readonly areas: readonly boolean[];
  private readonly names: PackedTextReader;
  private readonly canonicalNames: PackedTextReader;

  constructor(data: PlaceTableData) {
    this.data = data;
    this.size = data.parents.length;
    this.areas = data.typeNames.map(isAreaType);
    this.names = new PackedTextReader(data.names);
    this.canonicalNames = new PackedTextReader(data.canonicalNames);
  }

  /** Weight of a place among those of the same name. */
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

  /** Whether a place is in an area, at any depth. No place is in itself. */
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

  /** Population; null if unknown. */
  populationOf(place: number): number | null {
    return numberOr(this.data.people[place]!, null);
  }

  /** Number of known spellings of its name, as a measure of popularity; 0 if unknown. */
  popularityOf(place: number): number {
    return numberOr(this.data.popularities[place]!, 0);
  }

  pointOf(place: number): Point | undefined {
    const [latitude, longitude] = [this.data.latitudes[place]!, this.data.longitudes[place]!];
    return Number.isNaN(latitude) || Number.isNaN(longitude) ? undefined : { latitude, longitude };
  }

  /** The index of the place with an id; −1 if there is none. */
  indexOfId(id: number): number {
    return this.data.ids.indexOf(id);
  }

  /** The canonical name, unique in the list. */
  canonicalNameOf(place: number): string {
    return this.canonicalNames.at(place) || this.plainNameOf(place);
  }

  /** The canonical name up to its first comma, without composing the rest. */
  startOfCanonicalName(place: number): string {
    return (this.canonicalNames.at(place) || this.nameOf(place)).split(',', 1)[0]!;
  }

  /** A place with all its properties. */
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
      population: this.populationOf(place),
      gps: point === undefined ? null : [point.longitude, point.latitude],
      parent_id: parent === -1 ? null : ids[parent]!,
      ...(reach !== null && { reach }),
    };
  }

  /** Its name and those of its region and country, without counties and cities that contain it. */
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
