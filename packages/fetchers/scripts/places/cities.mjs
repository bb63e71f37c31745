import { chosenNames, shortNames } from './names.mjs';
import { distinct, fold, groupBy, nearest, rounded, toRecord } from './text.mjs';

/** Smaller places are left out, unless they are seats of a government or known in many languages. */
const minPopulation = 5_000;
const minPopulationOfFamous = 500;
const minPopularity = 14;
/** Sections of places are kept from this size on. */
const minPopulationOfSections = 50_000;
/** Kinds that are no place of their own any more. */
const former = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH']);
const seats = new Set(['PPLC', 'PPLG', 'PPLA']);
/** How far two sources may put one place apart, in kilometres. */
const sameWithin = 20;

/** Cities and towns, with the region codes of the newer source, and a field `countyCode`. */
export function readCities(sources, { countries, regions }) {
  const { rows, current, peopled, subdivisions } = sources;
  const currentByName = groupBy(current, nameKey);
  const peopledByName = groupBy(peopled, nameKey);
  const natives = nativeNames(subdivisions);
  const bearers = groupBy(rows, nameKey);
  const moved = rows
    .filter(({ country }) => countries.has(country))
    .map((row) => withPeople(withRegion(row, currentByName), peopledByName));
  const successors = successorsOf(moved);
  return moved.filter(isKept).map((row) => {
    const code = row.now?.region ?? successors.get(oldRegion(row)) ?? row.region;
    const region = regions.get(`${row.country}.${code}`);
    const parent = region?.id ?? countries.get(row.country).id;
    return toCity(row, { parent, region, regionCode: code, natives, peopledByName, bearers });
  });
}

function nameKey({ country, name }) {
  return `${country} ${fold(name)}`;
}

/** With the same place in the newer source: the nearest of its name. */
function withRegion(row, byName) {
  return { ...row, now: nearest(byName.get(nameKey(row)), row.point, sameWithin) };
}

/** With the people of another source where its own has none. */
function withPeople(row, byName) {
  if (row.population > 0) return row;
  return { ...row, population: nearest(byName.get(nameKey(row)), row.point, sameWithin)?.population ?? 0 };
}

/** The code that most places of an old code have now. */
function successorsOf(rows) {
  const successors = new Map();
  for (const [key, group] of groupBy(rows, oldRegion)) {
    const votes = groupBy(
      group.filter(({ now }) => now),
      ({ now }) => now.region,
    );
    const [winner] = [...votes].sort(([, a], [, b]) => b.length - a.length);
    successors.set(key, winner?.[0]);
  }
  return successors;
}

function oldRegion({ country, region }) {
  return `${country}.${region}`;
}

function isKept({ kind, population, names }) {
  if (former.has(kind)) return false;
  if (seats.has(kind)) return true;
  if (kind === 'PPLX') return population >= minPopulationOfSections;
  return population >= minPopulation || (population >= minPopulationOfFamous && names.length >= minPopularity);
}

function toCity(row, { parent, region, regionCode, natives, peopledByName, bearers }) {
  const { id, name, ascii, names, country, population, point, kind, now } = row;
  const isTaken = (other) => (bearers.get(nameKey({ country, name: other })) ?? []).some((one) => one.id !== id);
  const english = names.filter(
    (other) =>
      names.length >= 20 && !isTaken(other) && nearest(peopledByName.get(nameKey({ country, name: other })), point, 10),
  );
  const native = names.filter(
    (other) =>
      population >= 50_000 &&
      !isTaken(other) &&
      natives.has(`${country} ${fold(other)}`) &&
      !isOfRegion(other, row, region),
  );
  const own = distinct([ascii, ...english, ...native, ...shortNames(row)], [name]);
  const record = toRecord({
    id: Number(id),
    parent,
    country,
    type: typeOf(kind, names),
    name,
    point: rounded(point, population >= 50_000 ? 3 : 2),
    population: about(population),
    popularity: names.length,
    names: { own, other: chosenNames(row, [name, ...own]) },
  });
  return Object.assign(record, {
    countyCode: now && `${country}.${regionCode}.${now.county}`,
    isSection: kind === 'PPLX',
  });
}

/** Whether a name is that of the region around, and the city is called otherwise, or that and City. */
function isOfRegion(other, { name }, region) {
  const key = fold(other);
  const isRegions = [region?.name ?? '', ...(region?.names.own ?? [])].some((own) => fold(own) === key);
  return fold(name).startsWith(`${key} `) || (isRegions && fold(region.name) !== fold(name) && fold(name) !== key);
}

/** Populations of towns are old by the time they are asked for: hundreds are enough, and take less room. */
function about(population) {
  return (population < 100_000 && population > 1_000 ? Math.round(population / 100) * 100 : population) || null;
}

function typeOf(kind, names) {
  if (names.some((other) => /^Borough of /.test(other))) return 'Borough';
  return kind === 'PPLX' ? 'District' : 'City';
}

/** Names of divisions in their own language, which the main city often shares. */
function nativeNames(subdivisions) {
  return new Set([...subdivisions].map(([code, name]) => `${code.slice(0, 2)} ${fold(name.split(/[,/[(]/)[0])}`));
}

/** How many there are of each type. */
export function countTypes(records) {
  return Object.fromEntries([...groupBy(records, ({ type }) => type)].map(([type, { length }]) => [type, length]));
}
