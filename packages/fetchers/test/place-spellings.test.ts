import { describe, expect, it } from 'vitest';
import { includedPlaces } from '../src/index.js';

const included = includedPlaces();

function nameOf(text: string): string | undefined {
  const resolved = included.resolve(text);
  return 'place' in resolved ? resolved.place.canonical_name : undefined;
}

function suggestionsFor(text: string): string[] {
  const resolved = included.resolve(text);
  return 'unknown' in resolved ? resolved.suggestions.map(({ canonical_name }) => canonical_name) : [];
}

/** Places with spellings that resolve to them. */
const spellings: Readonly<Record<string, string>> = {
  'Austin,Texas,United States':
    'austin|Austin, TX|Austin TX|AUSTIN , tx|Texas, Austin|USA, Texas, Austin|austin texas usa',
  'Paris,Texas,United States': 'Paris Texas USA|paris tx us|Paris, TX',
  'Paris,Île-de-France,France':
    'Paris|Paris 1er|PARIS FRANCE|France, Paris|75001, Paris, France|巴黎，法国|Paris (France)|Paris – France',
  'Munich,Bavaria,Germany':
    'München, Bayern|Muenchen|Germany,Bavaria,Munich|80331 München|Mün\u00adchen|München, Freistaat Bayern',
  'Milan,Lombardy,Italy': 'Milano, Lombardia|Milano|Milan, Lombardy, Italy',
  'Sevilla,Andalusia,Spain': 'Sevilla, Andalucía|Seville|Sevilla',
  'Rome,Lazio,Italy': 'Roma|Rome, Italy',
  'New York City,New York,United States': 'NYC|NYC, USA|New York|New York, NY 10001|New York NY, USA|nueva york',
  'Los Angeles,California,United States': 'LA|L.A.|Los Angeles',
  'San Francisco,California,United States': 'SF|san francisco ca|San Francisco Bay Area|SF, California',
  'Washington,District of Columbia,United States': 'DC|Washington DC|Washington, D.C.|Washington',
  'Mexico City,Mexico City,Mexico': 'CDMX|Mexico City|Ciudad de México',
  'St. Louis,Missouri,United States': 'Saint Louis|St Louis, MO|St. Louis',
  'Saint Petersburg,St.-Petersburg,Russia': 'St Petersburg|st petersburg russia|Leningrad|Санкт-Петербург',
  'Fort Worth,Texas,United States': 'ft worth tx|Ft. Worth|Fort Worth, Texas',
  'Kansas City,Missouri,United States': 'Kansas City|Kansas City, MO',
  'Kansas City,Kansas,United States': 'Kansas City, KS|Kansas City, Kansas',
  'São Paulo,São Paulo,Brazil': 'sao-paulo|São Paulo, Brazil|Sao Paulo,State of Sao Paulo,Brazil',
  'Venice,Veneto,Italy': 'Venezia|Venice|Venise',
  'Kyiv,Kyiv City,Ukraine': 'Kiev|Київ|Киев|Kyïv',
  'Vienna,Vienna,Austria': '1010 Wien|Wien|Vienna, AT',
  'Brasília,Federal District,Brazil': 'Brasilia|Brasília, DF',
  'Panamá,Panamá,Panama': 'Panama City|Panama City, Panama',
  'Dublin,Leinster,Ireland': 'Dublin|Dublin,County Dublin,Ireland|Dublin, Éire|Dublin 2|Dublin 15, Ireland',
  'London,England,United Kingdom': 'London|london uk|London (UK)|London SW1A 1AA|Greater London Area, London',
  'Brooklyn,New York,United States': 'Brooklyn|Brooklyn, New York|Brooklyn NY',
  'Kreuzberg,State of Berlin,Germany': 'Kreuzberg|Kreuzberg, Berlin|Berlin Kreuzberg',
  'Shibuya,Tokyo,Japan': 'Shibuya|渋谷区|Shibuya, Tokyo',
  'Hackney,England,United Kingdom': 'Hackney|Hackney, London|London Borough of Hackney',
  'Valencia,Valencia,Spain': 'Valencia',
  'Newcastle upon Tyne,England,United Kingdom': 'Newcastle|Newcastle upon Tyne',
  'Guadalajara,Jalisco,Mexico': 'Guadalajara',
  'Cartagena,Bolívar,Colombia': 'Cartagena',
  'Waterloo,Ontario,Canada': 'Waterloo',
  'Salisbury,England,United Kingdom': 'Salisbury',
  'Bridgetown,Saint Michael,Barbados': 'Bridgetown',
  'Liuzhou,Guangxi,China': 'Liuzhou|柳州',
  'Guangzhou,Guangdong,China': '广东省广州市|广州市',
  'Moscow,Moscow,Russia': 'г. Москва|город Москва|Москва',
  'Warsaw,Mazovia,Poland': '00-001 Warszawa|Warszawa, mazowieckie|Warszawa',
  'Boston,Massachusetts,United States': 'Boston, Mass.|Boston Mass|Boston, MA',
  'Miami,Florida,United States': 'Miami, Fla.|Miami, FL',
  'Belfast,Northern Ireland,United Kingdom': 'Belfast, NI|Belfast, N. Ireland|Belfast',
  'Santa Cruz de Tenerife,Canary Islands,Spain': 'Sta. Cruz de Tenerife|Santa Cruz de Tenerife',
};

describe('spellings of a city', () => {
  const pairs = Object.entries(spellings).flatMap(([place, texts]) =>
    texts.split('|').map((text) => [text, place] as const),
  );

  it.each(pairs)('%s', (text, place) => {
    expect(nameOf(text)).toBe(place);
  });
});

const areas: Readonly<Record<string, string>> = {
  'Texas,United States': 'TX|Texas|Texas, USA|State of Texas',
  'New York State,United States': 'New York State|NY|State of New York',
  'New South Wales,Australia': 'NSW|NSW, Australia|New South Wales',
  'North Rhine-Westphalia,Germany': 'NRW|Nordrhein-Westfalen|North Rhine-Westphalia',
  'Bavaria,Germany': 'Bayern|Freistaat Bayern|Free State of Bavaria|Bavière|Baviera',
  'Lower Saxony,Germany': 'Niedersachsen',
  'Tuscany,Italy': 'Toscana|Tuscany|Toskana',
  'Apulia,Italy': 'Puglia|Apulia',
  'Andalusia,Spain': 'Andalucía|Andalusia|Andalousie',
  'Catalonia,Spain': 'Catalunya|Cataluña|Catalonia',
  'Brittany,France': 'Bretagne|Brittany',
  "Provence-Alpes-Côte d'Azur,France": "Provence|PACA|Provence-Alpes-Côte d'Azur",
  'Île-de-France,France': 'Île-de-France|Ile de France',
  'São Paulo State,Brazil': 'State of São Paulo|Estado de São Paulo',
  'Minas Gerais,Brazil': 'Minas Gerais|MG, Brasil',
  'Uttar Pradesh,India': 'Uttar Pradesh|UP, India',
  'Osaka Prefecture,Japan': '大阪府|Osaka Prefecture',
  'Mazovia,Poland': 'Mazowieckie|Mazowieckie Voivodeship|Województwo mazowieckie|Masovian Voivodeship',
  'Łódź Voivodeship,Poland': 'Łódź Voivodeship|Lodz Voivodeship|Łódzkie',
  'British Columbia,Canada': 'BC|British Columbia',
  'Quebec Province,Canada': 'Province of Quebec|QC',
  'Istanbul Province,Türkiye': 'Istanbul Province|İstanbul ili',
  'County Cork,Munster,Ireland': 'County Cork|County Cork, Ireland|Co. Cork',
  'Orange County,California,United States': 'Orange County|Orange County, CA',
  Panama: 'PA|Panama|Panamá',
  Grenada: 'Grenada|GD|GRD',
  'San Marino': 'San Marino',
  'Bosnia & Herzegovina': 'Bosnia and Herzegovina|Bosnia & Herzegovina|Bosnia',
  Netherlands: 'The Netherlands|Holland|Nederland|NLD',
  'South Korea': 'Korea, Republic of|Korea|South Korea|대한민국',
  Germany: 'Deutschland|Allemagne|DEU|de',
};

describe('spellings of a region or country', () => {
  const pairs = Object.entries(areas).flatMap(([place, texts]) =>
    texts.split('|').map((text) => [text, place] as const),
  );

  it.each(pairs)('%s', (text, place) => {
    expect(nameOf(text)).toBe(place);
  });
});

const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,' +
  'HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,' +
  'MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,' +
  'NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,' +
  'OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,' +
  'VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';

it.each(states.split(',').map((state) => [state.slice(0, 2), state.slice(3)] as const))(
  'resolves the state %s by code and name',
  (code, name) => {
    // Two states share their name with a city that has precedence.
    const stateName = ['New York', 'Washington'].includes(name) ? `${name} State` : name;
    if (code !== 'LA') expect(nameOf(`${code}, USA`)).toBe(`${stateName},United States`);
    expect(nameOf(`State of ${name}, USA`)).toBe(`${stateName},United States`);
  },
);

describe('a text that names no place', () => {
  const none = [
    '',
    ' , ',
    'zzqxv',
    'Paris, Germany',
    '#!?',
    '90210',
    '90210, USA',
    '12345',
    'Berlin&gl=us',
    'my location',
  ];

  it.each([...none, '<script>alert(1)</script>', 'constructor', '\udfff\ud800', 'CDG'])('is unknown: %j', (text) => {
    expect(included.resolve(text)).toMatchObject({ unknown: text });
  });

  it.each([
    ['Berln', 'Berlin,State of Berlin,Germany'],
    ['Ondon', 'London,England,United Kingdom'],
    ['Munchen, Germny', 'Munich,Bavaria,Germany'],
    ['Paris, Germany', 'Paris,Île-de-France,France'],
    ['coffee shops in London', 'London,England,United Kingdom'],
  ])('gets suggestions: %s', (text, name) => {
    expect(suggestionsFor(text)).toContain(name);
    expect(suggestionsFor(text).length).toBeLessThanOrEqual(5);
  });

  it.each([['a '.repeat(10_000)], ['ﷺ'.repeat(256)], ['a,'.repeat(10_000)], ['san '.repeat(64)], ['й'.repeat(200)]])(
    'is resolved within 500 ms of CPU time if it is long',
    (text) => {
      const start = process.cpuUsage();
      expect(included.resolve(text)).toHaveProperty('unknown');
      const { user, system } = process.cpuUsage(start);
      expect(user + system, 'microseconds of CPU time').toBeLessThan(500_000);
    },
  );
});
