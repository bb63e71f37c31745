import { describe, expect, it } from 'vitest';
import { decodeUule, importPlaces, includedPlaces, type Place, type Places } from '../src/index.js';

const included = includedPlaces();

function nameOf(text: string, places: Places = included): string | undefined {
  const resolved = places.resolve(text);
  return 'place' in resolved ? resolved.place.canonical_name : undefined;
}

function suggestionsFor(text: string): string[] {
  const resolved = included.resolve(text);
  return 'unknown' in resolved ? resolved.suggestions.map(({ canonical_name }) => canonical_name) : [];
}

describe('a text names a place', () => {
  it.each([
    ['Austin,Texas,United States', 'Austin,Texas,United States'],
    ['Austin, Texas, United States', 'Austin,Texas,United States'],
    ['austin', 'Austin,Texas,United States'],
    ['AUSTIN , tx', 'Austin,Texas,United States'],
    ['Austin TX', 'Austin,Texas,United States'],
    ['New York NY, USA', 'New York City,New York,United States'],
    ['Toronto, ON', 'Toronto,Ontario,Canada'],
    ['Sydney, NSW, Australia', 'Sydney,New South Wales,Australia'],
    ['London, England, United Kingdom', 'London,England,United Kingdom'],
    ['London, UK', 'London,England,United Kingdom'],
    ['Guarulhos,State of Sao Paulo,Brazil', 'Guarulhos,São Paulo,Brazil'],
    ['Berlin,Berlin,Germany', 'Berlin,State of Berlin,Germany'],
    ['sao paulo, br', 'São Paulo,São Paulo,Brazil'],
    ['Łódź', 'Łódź,Łódź Voivodeship,Poland'],
    ['Lodz, Poland', 'Łódź,Łódź Voivodeship,Poland'],
    ['Ho Chi Minh City', 'Ho Chi Minh City,Ho Chi Minh City,Vietnam'],
  ])('%s', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it.each([
    ['München', 'Munich,Bavaria,Germany'],
    ['Cologne', 'Köln,North Rhine-Westphalia,Germany'],
    ['Seville', 'Sevilla,Andalusia,Spain'],
    ['Москва', 'Moscow,Moscow,Russia'],
    ['東京', 'Tokyo,Tokyo,Japan'],
    ['Paris, Frankreich', 'Paris,Île-de-France,France'],
    ['巴黎，法国', 'Paris,Île-de-France,France'],
  ])('in another language: %s', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it.each([
    ['Germany', 'Germany', 'Country'],
    ['Deutschland', 'Germany', 'Country'],
    ['us', 'United States', 'Country'],
    ['Bavaria', 'Bavaria,Germany', 'Region'],
    ['California, United States', 'California,United States', 'Region'],
    ['Bahia, Brazil', 'Bahia,Brazil', 'Region'],
  ])('that is wider than a city: %s', (text, name, type) => {
    const resolved = included.resolve(text);
    expect(resolved).toMatchObject({ place: { canonical_name: name, target_type: type } });
  });

  it.each([
    ['London', 'London,England,United Kingdom'],
    ['Birmingham', 'Birmingham,England,United Kingdom'],
    ['Paris', 'Paris,Île-de-France,France'],
    ['Valencia', 'Valencia,Carabobo,Venezuela'],
    ['Springfield', 'Springfield,Missouri,United States'],
    ['Springfield, Illinois', 'Springfield,Illinois,United States'],
    ['Georgia', 'Georgia,United States'],
  ])('of which there are several, the most populous: %s', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it.each([
    ['New York', 'New York City,New York,United States'],
    ['Québec', 'Québec,Quebec,Canada'],
    ['São Paulo, Brazil', 'São Paulo,São Paulo,Brazil'],
  ])('that is also the name of its region: %s', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });
});

describe('a text that names no place', () => {
  it.each(['', ' , ', 'zzqxv', 'Paris, Germany', '#!?', 'a'.repeat(2_048)])('is told: %j', (text) => {
    expect(included.resolve(text)).toMatchObject({ unknown: text });
  });

  it('gets up to five that may be meant', () => {
    expect(suggestionsFor('Berln')[0]).toBe('Berlin,State of Berlin,Germany');
    expect(suggestionsFor('Pariss, France')[0]).toBe('Paris,Île-de-France,France');
    expect(suggestionsFor('Paris, Germany')).toContain('Paris,Île-de-France,France');
    expect(suggestionsFor('San Franc')).toHaveLength(5);
    expect(suggestionsFor('zzqxv')).toEqual([]);
  });
});

describe('find', () => {
  function found(text: string, limit = 5): string[] {
    return included.find(text, limit).map(({ canonical_name }) => canonical_name);
  }

  it.each([
    ['ber', 'Berlin,State of Berlin,Germany'],
    ['york', 'York,England,United Kingdom'],
    ['san f', 'San Francisco,California,United States'],
    ['londn', 'London,England,United Kingdom'],
  ])('puts the best match of %j first', (text, name) => {
    expect(found(text)[0]).toBe(name);
  });

  it('gives the name itself before longer ones, and the populous before others', () => {
    const names = included.find('aust', 50);
    expect(names[0]?.canonical_name).toBe('Australia');
    const yorks = included.find('york', 50).map(({ name }) => name);
    expect(yorks).toContain('Yorkton');
    expect(yorks.lastIndexOf('York')).toBeLessThan(yorks.indexOf('Yorkton'));
  });

  it('keeps to the areas named', () => {
    expect(found('paris, tx', 1)).toEqual(['Paris,Texas,United States']);
    expect(included.find('san, Spain', 20).every(({ country_code }) => country_code === 'ES')).toBe(true);
  });

  it('keeps to the limit', () => {
    expect(found('s', 3)).toHaveLength(3);
    expect(found('', 3)).toEqual([]);
  });
});

describe('the included list', () => {
  it('says all of a place', () => {
    const resolved = included.resolve('Vienna, Austria');
    expect(resolved).toEqual({
      place: {
        id: 2_761_369,
        name: 'Vienna',
        canonical_name: 'Vienna,Vienna,Austria',
        country_code: 'AT',
        target_type: 'City',
        population: 1_691_468,
        gps: [16.372, 48.208],
      },
    });
  });

  it('knows a country by the number of ISO 3166-1, and gives it the place of its largest city', () => {
    expect(included.resolve('Austria')).toMatchObject({
      place: { id: 2_040, country_code: 'AT', gps: [16.372, 48.208] },
    });
  });

  it('has no id twice, and every place whole', () => {
    const places = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => included.find(letter, 60_000));
    const ids = new Map(places.map((place) => [place.id, place.canonical_name]));
    expect(ids.size).toBeGreaterThan(49_000);
    expect(places.filter((place) => ids.get(place.id) !== place.canonical_name)).toEqual([]);
    expect(places.filter((place) => !isWhole(place))).toEqual([]);
  });

  it('tells alpha coordinates', () => {
    const resolved = included.resolve('Vienna, Austria');
    const uule = 'place' in resolved ? included.uuleOf(resolved.place) : undefined;
    expect(decodeUule(uule ?? '')).toMatchObject({ latitude: 48.208, longitude: 16.372, role: 1, producer: 12 });
  });
});

function isWhole({ name, canonical_name, country_code, population, gps }: Place): boolean {
  const [longitude = 999, latitude = 999] = gps ?? [];
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return (
    name !== '' &&
    canonical_name.startsWith(name) &&
    /^[A-Z]{2}$/.test(country_code) &&
    population !== null &&
    isOnEarth
  );
}

describe("the engine's own list", () => {
  const csv = [
    'Criteria ID,Name,Canonical Name,Parent ID,Country Code,Target Type,Status',
    '2276,Germany,Germany,,DE,Country,Active',
    '20228,Bavaria,"Bavaria,Germany",2276,DE,State,Active',
    '1004234,Munich,"Munich,Bavaria,Germany",20228,DE,City,Active',
    '1000001,Vienna,"Vienna,Vienna,Austria",20044,AT,City,Active',
    '1000002,Vienna,"Vienna,Virginia,United States",21178,US,City,Active',
    '9000001,"Villa ""Nova""","Villa ""Nova"",Atlantis,Germany",2276,DE,City,Active',
    '9000002,Munich,"Munich,Saxony,Germany",2276,DE,City,Removal Planned',
    '80804,80804,"80804,Bavaria,Germany",20228,DE,Postal Code,Active',
    '',
  ];
  const places = importPlaces(`\uFEFF${csv.join('\r\n')}`);

  it('is read, whatever its line ends, with people and coordinates of the included list', () => {
    expect(places.resolve('munich')).toEqual({
      place: {
        id: 1_004_234,
        name: 'Munich',
        canonical_name: 'Munich,Bavaria,Germany',
        country_code: 'DE',
        target_type: 'City',
        population: 1_260_391,
        gps: [11.575, 48.137],
      },
    });
    expect(nameOf('Munich, Bavaria', importPlaces(csv.join('\n')))).toBe('Munich,Bavaria,Germany');
  });

  it('decides by people too, and by areas', () => {
    expect(nameOf('Vienna', places)).toBe('Vienna,Vienna,Austria');
    expect(nameOf('Vienna, Virginia', places)).toBe('Vienna,Virginia,United States');
    expect(nameOf('Deutschland', places)).toBe('Germany');
    expect(nameOf('München, Germany', places)).toBe('Munich,Bavaria,Germany');
  });

  it('leaves open what nobody knows, and retired places out', () => {
    expect(places.resolve('Villa "Nova"')).toMatchObject({ place: { id: 9_000_001, population: null, gps: null } });
    expect(places.resolve('80804')).toMatchObject({ place: { target_type: 'Postal Code', population: null } });
    expect(places.resolve('Munich, Saxony')).toHaveProperty('unknown');
  });

  it('tells alpha the name', () => {
    const [place] = places.find('munich', 1);
    expect(decodeUule(places.uuleOf(place!) ?? '')).toEqual({ role: 2, producer: 32, name: 'Munich,Bavaria,Germany' });
  });

  it('is refused when it is another table', () => {
    expect(() => importPlaces('id,name\n1,Munich')).toThrow('it lacks the column Criteria ID, Name, Canonical Name');
    expect(() => importPlaces('')).toThrow(TypeError);
  });
});
