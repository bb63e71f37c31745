import { fold, groupBy, hash, middle, rounded, toRecord } from './text.mjs';

const firstId = 20_000_000_000;
/** Smaller ones are not looked for. */
const minPopulation = 50_000;

/** Second-level divisions, by code: `US.CA.037`. Cities come to lie in them. */
export function readCounties({ countyNames, current }, { regions, cities }) {
  const citiesByCode = groupBy(cities, ({ countyCode }) => countyCode);
  const placesByCode = groupBy(current, ({ country, region, county }) => `${country}.${region}.${county}`);
  const records = new Map();
  for (const [code, name] of countyNames) {
    const [country, regionCode] = code.split('.');
    const region = regions.get(`${country}.${regionCode}`);
    const inside = citiesByCode.get(code) ?? [];
    const population = inside.reduce((sum, city) => sum + (city.isSection ? 0 : (city.population ?? 0)), 0);
    if (region === undefined || population < minPopulation || isOneCity(name, inside)) continue;
    const point = rounded(middle((placesByCode.get(code) ?? inside).map((place) => place.point)), 2);
    const id = firstId + hash(code);
    records.set(code, toRecord({ id, parent: region.id, country, type: 'County', name, point, population }));
    for (const city of inside) city.parent = id;
  }
  return records;
}

/** Whether the division is a city under another head. */
function isOneCity(name, inside) {
  return inside.some((city) => [city.name, ...city.names.own].some((own) => fold(own) === fold(name)));
}
