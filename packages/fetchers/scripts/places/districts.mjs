import { distance, fold, groupBy, hash, nearest, rounded, toRecord } from './text.mjs';

const firstId = 30_000_000_000;
/** Cities whose parts are listed, and how far around, in kilometres. */
const minPopulationAround = 1_000_000;
const within = 18;
/** A place of the same name so near is the same. */
const sameWithin = 30;

/** Parts of large cities that only the newer source has, which has no people. */
export function readDistricts({ current, peopled, countyNames }, { regions, counties, cities, written }) {
  const large = groupBy(
    cities.filter(({ population }) => population >= minPopulationAround),
    ({ country }) => country,
  );
  const known = groupBy([...cities, ...written], nameKey);
  const peopledByName = groupBy(peopled, nameKey);
  const records = new Map();
  const add = (place, city, code) => {
    const { country, name, point } = place;
    const key = `${city.id} ${fold(name)}`;
    if (records.has(key) || (known.get(nameKey(place)) ?? []).some((one) => distance(one.point, point) < sameWithin))
      return;
    const population = nearest(peopledByName.get(nameKey(place)), point, 10)?.population || null;
    const id = firstId + hash(`${country} ${city.id} ${fold(name)}`);
    records.set(
      key,
      toRecord({ id, parent: city.id, country, type: 'District', name, point: rounded(point), population }),
    );
    if (code) records.get(key).countyCode = code;
  };
  for (const place of current) {
    const city = nearest(large.get(place.country), place.point, within);
    if (city !== undefined && city.name !== place.name) add(place, city);
  }
  addSeatless({ countyNames, regions, cities, counties, current }, add);
  nestSections(cities, large);
  return records.values();
}

/** Divisions of a metropolis that no source gives a point: they are where the metropolis is. */
function addSeatless({ countyNames, regions, cities, counties, current }, add) {
  const placed = new Set(current.map(({ country, region, county }) => `${country}.${region}.${county}`));
  const byParent = groupBy(cities, ({ parent }) => parent);
  for (const [code, name] of countyNames) {
    const region = regions.get(code.split('.').slice(0, 2).join('.'));
    if (region === undefined || placed.has(code) || counties.has(code)) continue;
    const metropolis = (byParent.get(region.id) ?? []).find(
      (city) => city.population >= minPopulationAround && fold(city.name) === fold(region.name),
    );
    if (metropolis !== undefined) add({ country: region.country, name, point: metropolis.point }, metropolis, code);
  }
}

/** Sections of a city lie in it. */
function nestSections(cities, large) {
  for (const section of cities.filter(({ type }) => type === 'District' || type === 'Borough')) {
    const city = nearest(large.get(section.country), section.point, within);
    if (city !== undefined && city !== section && city.type === 'City') section.parent = city.id;
  }
}

function nameKey({ country, name }) {
  return `${country} ${fold(name)}`;
}
