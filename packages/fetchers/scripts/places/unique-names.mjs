import {
  createPlaceResolver,
  foldPlaceName,
  openPlaceList,
  packRows,
  unpackPlaceList,
} from '../../dist/places-data.js';
import { distance, groupBy } from './text.mjs';

/** Columns of a row, see `src/places/place-list.ts`. */
const canonicalName = 14;
/** Kilometres within which the nearest larger city tells two of one name apart. */
const near = 300;

/** What the first-level divisions of a country are called. */
const regionKinds = {
  State: 'US AU BR IN MX DE AT MY NG VE',
  Province: 'CA CN AR BE NL ZA PH ID TR PK IR TH VN LA KH CU CR EC PA DO PE BO',
  Prefecture: 'JP',
  Department: 'CO UY PY GT HN SV NI HT',
};

/**
 * Rows with a canonical name wherever the plain one (name, region, country) is another place's too, or means another place: areas
 * and districts say their kind, cities their county or a larger city near.
 */
export function withUniqueNames(rows) {
  const plain = rows.map((row) => row.with(canonicalName, ''));
  const { table, names } = openPlaceList(unpackPlaceList(packRows(plain)));
  const resolver = createPlaceResolver(table, names);
  const meant = plain.map((_, place) => resolver.resolve(table.plainNameOf(place)));
  const bearers = groupBy([...plain.keys()], (place) => keyOf(table.plainNameOf(place)));
  const taken = new Set();
  const changed = [];
  for (const [key, places] of bearers) {
    const keeper = keeperOf(places, meant, table);
    if (keeper !== undefined) taken.add(key);
    for (const place of places) if (place !== keeper) changed.push(place);
  }
  const named = [...plain];
  for (const place of changed) {
    const name = candidates(place, table).find((one) => !taken.has(keyOf(one)));
    if (name === undefined) throw new Error(`No name for ${table.plainNameOf(place)}`);
    taken.add(keyOf(name));
    named[place] = plain[place].with(canonicalName, name);
  }
  console.log(`${changed.length} places have a canonical name of their own`);
  return named;
}

/**
 * Which of the places of one plain name keeps it; undefined where that name means a place that is not among them: an area's means
 * a city, and that of a city without a region may be what is said of a larger one.
 */
function keeperOf(places, meant, table) {
  const first = places.find((place) => meant[place] === place);
  if (first !== undefined) return first;
  const hasRegion = (place) => table.plainNameOf(place).split(',').length > 2;
  const cities = places.filter((place) => table.typeOf(place) === 'City' && hasRegion(place));
  return cities.sort((a, b) => table.weightOf(b) - table.weightOf(a))[0];
}

/** As a resolver compares it. */
function keyOf(name) {
  return name.split(',').map(foldPlaceName).join(',');
}

/** Names that tell a place from others of its plain name, the best first. */
function* namesOf(place, table) {
  const [name, ...areas] = table.plainNameOf(place).split(',');
  const type = table.typeOf(place);
  const ofKind = (kind) => [`${name} ${kind}`, ...areas].join(',');
  if (type === 'Region') {
    yield ofKind(kindOf(table.countryOf(place)));
    yield ofKind('Region');
    yield ofKind('City Region');
  } else if (type !== 'City') yield ofKind(type);
  const around = countyOf(place, table);
  if (around !== undefined) yield [name, around, ...areas].join(',');
  for (const other of largerNear(place, table)) yield ofKind(`near ${table.nameOf(other)}`);
  yield ofKind(`(${table.placeAt(place).id})`);
}

function candidates(place, table) {
  return [...namesOf(place, table)];
}

function kindOf(country) {
  return Object.keys(regionKinds).find((kind) => regionKinds[kind].split(' ').includes(country)) ?? 'Region';
}

/** The county or the city that a place lies in. */
function countyOf(place, table) {
  const parent = table.placeAt(place).parent_id;
  const around = parent === null ? -1 : table.withId(parent);
  return around === -1 || table.typeOf(around) === 'Region' || table.typeOf(around) === 'Country'
    ? undefined
    : table.nameOf(around);
}

/** Cities that weigh more, of another name, the nearest first. */
function largerNear(place, table) {
  const point = table.pointOf(place);
  if (point === undefined) return [];
  const found = [];
  for (let other = 0; other < table.size; other += 1) {
    const there = table.pointOf(other);
    if (other === place || table.typeOf(other) !== 'City' || there === undefined) continue;
    if (Math.abs(there.latitude - point.latitude) > 1 || !table.isInCountry(other, table.countryOf(place))) continue;
    if (
      table.weightOf(other) <= table.weightOf(place) ||
      foldPlaceName(table.nameOf(other)) === foldPlaceName(table.nameOf(place))
    )
      continue;
    const far = distance(point, there);
    if (far <= near) found.push([far, other]);
  }
  return found
    .sort(([a], [b]) => a - b)
    .map(([, other]) => other)
    .slice(0, 10);
}
