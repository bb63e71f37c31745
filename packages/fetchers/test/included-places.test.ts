import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeUule, includedPlaces, type Place } from '../src/index.js';
import { foldPlaceName } from '../src/places/fold.js';
import { NamesByPlace } from '../src/places/name-index.js';
import { includedPlaceList, openPlaceList, unpackPlaceList } from '../src/places/open-place-list.js';

const included = includedPlaces();
const { table, names } = openPlaceList(unpackPlaceList(includedPlaceList()));
const namesByPlace = new NamesByPlace(names, table.size);
const all: Place[] = Array.from({ length: table.size }, (_, place) => table.placeAt(place));
const byId = new Map(all.map((place, index) => [place.id, index]));

function resolved(text: string): Place | undefined {
  const answer = included.resolve(text);
  return 'place' in answer ? answer.place : undefined;
}

/** Whether the found place is the given one, or another one with the same name that has precedence. */
function isExpected(found: Place | undefined, place: Place): boolean {
  if (found === undefined || found.id === place.id) return found !== undefined;
  const [a, b] = [byId.get(found.id)!, byId.get(place.id)!];
  const { own, country } = namesOf(a);
  if (country === undefined && own.includes(foldPlaceName(place.name)))
    return table.weightOf(a) >= table.weightOf(b) || table.isArea(b);
  return country?.includes(foldPlaceName(place.name)) ?? false;
}

function namesOf(place: number): { own: string[]; country?: string[] } {
  const { own, everyday } = namesByPlace.namesOf(place);
  const names = [...own, ...everyday];
  return table.typeOf(place) === 'Country' ? { own: names, country: names } : { own: names };
}

/** All places except districts without a population: the other names of cities take precedence over their names. */
const populated = all.filter(({ target_type, population }) => target_type !== 'District' || population !== null);

describe('the included list', () => {
  it('has distinct ids and complete places', () => {
    expect(byId.size).toBe(all.length);
    expect(all.filter((place) => !isComplete(place))).toEqual([]);
  });

  it('has the number of places in the README, and stays below its maximum size', () => {
    const cities = all.filter(({ target_type }) => target_type === 'City').length;
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(`${Math.floor(cities / 1_000)},000 cities`);
    expect(statSync(new URL('../dist/places.br', import.meta.url)).size).toBeLessThan(1_500_000);
  });

  it('prefers the own name of a place to the other names of another', () => {
    const lost = populated.filter((place) => !isExpected(resolved(place.name), place));
    expect(lost.map(({ canonical_name }) => canonical_name)).toEqual([]);
  });

  it('finds every place by name and country', () => {
    const country = (place: Place) => place.canonical_name.split(',').at(-1)!;
    const places = populated.filter(({ target_type }) => target_type !== 'Country');
    const lost = places.filter((place) => !isExpected(resolved(`${place.name}, ${country(place)}`), place));
    expect(lost.map(({ canonical_name }) => canonical_name)).toEqual([]);
  }, 300_000);

  it('resolves every canonical name to its place, and has no canonical name twice', { timeout: 600_000 }, () => {
    expect(new Set(all.map(({ canonical_name }) => foldPlaceName(canonical_name))).size).toBe(all.length);
    const lost = all.filter((place) => resolved(place.canonical_name)?.id !== place.id);
    expect(lost.map(({ canonical_name }) => canonical_name)).toEqual([]);
  });

  it('resolves every id to its place', { timeout: 120_000 }, () => {
    expect(all.filter(({ id }) => resolved(`id:${id}`)?.id !== id)).toEqual([]);
    expect(resolved(` ID: ${all[0]!.id} `)).toEqual(all[0]);
    expect(included.resolve('id:1')).toEqual({ unknown: 'id:1', suggestions: [] });
    for (const text of ['id:x', 'id:', 'id: ', 'ID:in', 'id:1,Portugal', `id:${all[0]!.id}.0`])
      expect(included.resolve(text)).toEqual({ unknown: text, suggestions: [] });
  });

  it.each([
    ['Valencia,Spain', 'Valencia,Valencia,Spain'],
    ['Valencia Region,Spain', 'Valencia Region,Spain'],
    ['New York,United States', 'New York City,New York,United States'],
    ['New York State,United States', 'New York State,United States'],
    ['tokyo, japan', 'Tokyo,Tokyo,Japan'],
    ['Quebec,Canada', 'Québec,Quebec,Canada'],
  ])('resolves %s to %s', (text, name) => {
    expect(resolved(text)?.canonical_name).toBe(name);
  });

  it.each([
    ['Georgia,United States', 10_712_000],
    ['Texas,United States', 29_146_000],
    ['Bavaria,Germany', 13_369_000],
    ['United States', 341_963_000],
    ['India', 1_409_130_000],
    ['Austria', 8_967_980],
  ])('has the population of %s', (text, people) => {
    expect(resolved(text)?.population).toBe(people);
  });

  it('has no country with fewer people than its largest city', () => {
    const countries = all.filter(({ target_type }) => target_type === 'Country');
    const most = new Map<string, number>();
    for (const { country_code: code, population, target_type } of all)
      if (target_type === 'City') most.set(code, Math.max(most.get(code) ?? 0, population ?? 0));
    const small = countries.filter(({ country_code: code, population }) => population! < 0.9 * most.get(code)!);
    // The sources differ by some thousands.
    expect(small.filter(({ country_code: code }) => most.get(code)! > 20_000).map(({ name }) => name)).toEqual([]);
    expect(countries.filter(({ population }) => population === null).length).toBeLessThan(10);
  });

  it('encodes the name of a region as alpha spells it', () => {
    const uule = included.uuleOf(resolved('Valencia Region,Spain')!)!;
    expect(decodeUule(uule)).toMatchObject({ name: 'Valencia,Spain' });
  });

  it('returns all fields of a place', () => {
    expect(resolved('Vienna, Austria')).toMatchObject({
      id: 2_761_369,
      name: 'Vienna',
      canonical_name: 'Vienna,Vienna,Austria',
      country_code: 'AT',
      target_type: 'City',
      population: 1_691_468,
      gps: [16.372, 48.208],
    });
  });

  it('encodes the coordinates of a city, the name of a region, and nothing for a country', () => {
    expect(decodeUule(included.uuleOf(resolved('Vienna, Austria')!)!)).toMatchObject({
      latitude: 48.208,
      longitude: 16.372,
    });
    expect(decodeUule(included.uuleOf(resolved('Bavaria')!)!)).toMatchObject({ name: 'Bavaria,Germany' });
    expect(included.uuleOf(resolved('Germany')!)).toBeUndefined();
  });
});

function isComplete({ name, canonical_name, country_code, gps }: Place): boolean {
  const [longitude = 999, latitude = 999] = gps ?? [];
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return name !== '' && canonical_name.startsWith(name) && /^[A-Z]{2}$/.test(country_code) && isOnEarth;
}

describe('find', () => {
  function found(text: string, limit = 5): string[] {
    return included.find(text, limit).map(({ canonical_name }) => canonical_name);
  }

  it.each([
    ['ber', 'Berlin,State of Berlin,Germany'],
    ['york', 'York,England,United Kingdom'],
    ['san f', 'San Francisco,California,United States'],
    ['londn', 'London,England,United Kingdom'],
    ['paris, tx', 'Paris,Texas,United States'],
  ])('puts the best match of %j first', (text, name) => {
    expect(found(text)[0]).toBe(name);
  });

  it.each(['lisb', 'barcelon', 'springf', 'munchn', 'londn', 'san fran'])(
    'returns the suggestions of resolve for %j, in the same order',
    (text) => {
      const answer = included.resolve(text);
      if (!('unknown' in answer)) return;
      expect(answer.suggestions).toEqual(included.find(text, 5));
      expect(included.find(text, 20).slice(0, 5)).toEqual(answer.suggestions);
    },
  );

  it('puts Lisbon first for a prefix, as does resolve', () => {
    expect(found('lisb')[0]).toBe('Lisbon,Lisbon,Portugal');
    const { suggestions } = included.resolve('lisb') as { suggestions: Place[] };
    expect(suggestions[0]?.name).toBe('Lisbon');
  });

  it.each([
    ['par', 2, 'Paris,Île-de-France,France'],
    ['chi', 3, 'Chicago,Illinois,United States'],
    ['mil', 2, 'Milan,Lombardy,Italy'],
    ['san', 5, 'San Francisco,California,United States'],
    ['lis', 1, 'Lisbon,Lisbon,Portugal'],
    ['mos', 2, 'Moscow,Moscow,Russia'],
    ['wie', 1, 'Vienna,Vienna,Austria'],
    ['mail', 1, 'Milan,Lombardy,Italy'],
    ['war', 1, 'Warsaw,Mazovia,Poland'],
    ['tx', 1, 'Texas,United States'],
    ['nsw', 1, 'New South Wales,Australia'],
    ['nyc', 1, 'New York City,New York,United States'],
  ])('a short text is the start of a name rather than a rare name: %s', (text, limit, expected) => {
    expect(included.find(text, limit).map(({ canonical_name }) => canonical_name)).toContain(expected);
  });

  it('applies the limit, the areas in the text, and the filters', () => {
    expect(found('s', 3)).toHaveLength(3);
    expect(found('', 3)).toEqual([]);
    expect(included.find('san, Spain', 20).every(({ country_code }) => country_code === 'ES')).toBe(true);
    expect(included.find('val', 20, { country: 'es', type: 'city' })[0]).toMatchObject({
      country_code: 'ES',
      target_type: 'City',
    });
    expect(included.find('val', 20, { type: 'region' }).every(({ target_type }) => target_type === 'Region')).toBe(
      true,
    );
  });

  it('returns the places nearest to a point, nearest first', () => {
    const [first, second] = included.nearest({ latitude: 48.21, longitude: 16.37 }, 2, { type: 'City' });
    expect(first).toMatchObject({ name: 'Vienna' });
    expect(second).toMatchObject({ country_code: 'AT' });
    expect(included.nearest({ latitude: 0, longitude: 0 }, 1, { country: 'FR' })[0]?.country_code).toBe('FR');
  });

  it('returns the id of the parent', () => {
    const [vienna] = included.find('vienna', 1);
    expect(included.find('austria', 5).map(({ id }) => id)).toContain(2_040);
    expect(all[byId.get(vienna!.parent_id!)!]).toMatchObject({ country_code: 'AT' });
  });
});
