import { foldPlaceName } from '../../dist/places-data.js';
import { groupBy, middle } from './text.mjs';

/** Gives regions and countries the people and the middle of their cities. */
export function placeAreas(records) {
  const children = groupBy(records, ({ parent }) => parent);
  const citiesIn = (record) =>
    (children.get(record.id) ?? []).flatMap((child) => (isArea(child) ? citiesIn(child) : [child]));
  for (const record of records.filter(({ type }) => type === 'Region' || type === 'Country')) {
    const cities = citiesIn(record).filter(({ type }) => type === 'City');
    if (cities.length === 0) continue;
    record.point = middle(cities.map(({ point }) => point));
    record.population = cities.reduce((sum, { population }) => sum + (population ?? 0), 0);
  }
}

function isArea({ type }) {
  return type === 'County' || type === 'Region' || type === 'Country';
}

/** A name that a city shares with the county around it is its own, though sources list it among others. */
export function ownNamesOfCounties(records) {
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const city of records.filter(({ type }) => type === 'City')) {
    const counties = new Set();
    for (let around = byId.get(city.parent); around !== undefined; around = byId.get(around.parent))
      if (around.type === 'County') counties.add(foldPlaceName(around.name));
    city.names.own.push(...city.names.other.filter((name) => counties.has(foldPlaceName(name))));
  }
}

/** The most populous first. Areas without a city are left out. */
export function ordered(records) {
  const known = records.filter(({ point }) => point !== null);
  return known.sort((a, b) => (b.population ?? 0) - (a.population ?? 0) || a.id - b.id);
}
