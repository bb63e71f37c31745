import { readFileSync } from 'node:fs';
import { hash, toRecord } from './text.mjs';

/** Abbreviations that everyone uses, by the id of the place. */
const everyday = {
  5128581: 'NYC, New York, N.Y.C.',
  5368361: 'LA, L.A.',
  5391959: 'SF, San Fran',
  4140963: 'DC, D.C., Washington DC',
  3530597: 'CDMX',
};

/** English names that no source tells from other names, though another place bears them too, by the id of the place. */
const english = {
  3119841: 'Corunna',
  3703443: 'Panama City',
};

/** Names in use that no source has, by the code of the region. */
const ofRegions = {
  'CA.05': 'Newfoundland',
  'DE.07': 'NRW',
  'ES.59': 'Euskadi, Basque Country, País Vasco',
  'FR.11': 'Ile de France',
  'FR.93': 'Provence, PACA, Provence-Alpes, French Riviera',
  'FR.84': 'Auvergne, Rhône-Alpes',
  'FR.76': 'Languedoc, Midi-Pyrénées',
  'FR.75': 'Aquitaine',
  'FR.44': 'Alsace, Lorraine, Champagne',
  'FR.27': 'Burgundy, Bourgogne, Franche-Comté',
  'IT.06': 'Friuli',
  'IT.17': 'South Tyrol, Trentino',
  'NL.11': 'Zuid Holland',
  'GB.NIR': 'Ulster',
};

/** How regions are written in short beside a city, by the code of the region. */
const shortNames = {
  'US.AL': 'Ala',
  'US.AZ': 'Ariz',
  'US.AR': 'Ark',
  'US.CA': 'Calif',
  'US.CO': 'Colo',
  'US.CT': 'Conn',
  'US.FL': 'Fla',
  'US.IL': 'Ill',
  'US.IN': 'Ind',
  'US.KS': 'Kan',
  'US.MA': 'Mass',
  'US.MI': 'Mich',
  'US.MN': 'Minn',
  'US.MS': 'Miss',
  'US.MT': 'Mont',
  'US.NE': 'Neb',
  'US.NV': 'Nev',
  'US.ND': 'N Dak',
  'US.SD': 'S Dak',
  'US.OK': 'Okla',
  'US.OR': 'Ore',
  'US.TN': 'Tenn',
  'US.TX': 'Tex',
  'US.WA': 'Wash',
  'US.WV': 'W Va',
  'US.WI': 'Wis',
  'US.WY': 'Wyo',
  'CA.01': 'Alta',
  'CA.03': 'Man',
  'CA.08': 'Ont',
  'CA.10': 'Que',
  'CA.11': 'Sask',
  'GB.NIR': 'NI, N Ireland',
};

/** Where ids of written districts start. */
const firstId = 40_000_000_000;

/** Names of a region that are written here. */
export function writtenRegionNames(code) {
  return ofRegions[code]?.split(', ') ?? [];
}

/** How a region is written in short, by its code. */
export function shortRegionNames(code) {
  return shortNames[code]?.split(', ') ?? [];
}

/** Gives records the names that are written here. */
export function addWrittenNames(records) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const namesOf = (id) => {
    if (!byId.has(Number(id))) throw new Error(`No place has the id ${id}`);
    return byId.get(Number(id)).names;
  };
  for (const [id, names] of Object.entries(everyday)) namesOf(id).everyday.push(...names.split(', '));
  for (const [id, name] of Object.entries(english)) namesOf(id).own.push(name);
}

/**
 * Districts that the sources lack, or have without people or native names: `written-districts.tsv`, a line for each:
 * id of the city, name, latitude, longitude, people, other names.
 */
export function readWrittenDistricts(cities) {
  const byId = new Map(cities.map((city) => [city.id, city]));
  const lines = readFileSync(new URL('written-districts.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [cityId, name, latitude, longitude, people, others] = line.split('\t');
    const city = byId.get(Number(cityId));
    if (city === undefined) throw new Error(`No city has the id ${cityId} of ${name}`);
    return toRecord({
      id: firstId + hash(`${cityId} ${name}`),
      parent: city.id,
      country: city.country,
      type: 'District',
      name,
      point: { latitude: Number(latitude), longitude: Number(longitude) },
      population: Number(people),
      names: { own: others?.split(',') ?? [] },
    });
  });
}
