/** A page with a long text in one of its places. */
export interface InflatedPage {
  /** What stands around the place. */
  readonly place: string;
  /** What the long text repeats. */
  readonly pump: string;
  readonly body: string;
}

/** What patterns tend to read over and over: each may begin or go on what some field is recognised by. */
const pumps = [
  ...[' ', '\t', '\u00a0', '0', '1,', ' 0,0(', '4.5 (', '(', ')', '· ', ' ·', '— ', ' - ', '|', '―a', ': ', ',', 'a, '],
  ...[
    'a',
    'a.',
    'a.a/',
    ' › ',
    'https://',
    'http://google.',
    'google.',
    '.google.a',
    '#',
    '?a=',
    '&a&',
    '%',
    '@',
    '\\',
  ],
  ...[
    '2 days ago',
    'Jan ',
    '12:',
    '1 de ',
    '年',
    'ß',
    '\u200b',
    '+',
    '...',
    '<b>a</b>',
    '&amp;',
    '&#x',
    "'",
    '[',
    '{"',
  ],
];

/** How many long texts, and how long. */
export interface Inflation {
  readonly size: number;
  /** Of all texts, how many each place takes in turn. @default all */
  readonly perPlace?: number;
}

/** The page with a long text in each kind of place: each text and each value of an attribute in turn. */
export function* inflatedPages(page: string, { size, perPlace = pumps.length }: Inflation): Generator<InflatedPage> {
  let number = 0;
  for (const [place, at] of placesIn(page)) {
    for (let i = 0; i < perPlace; i++) {
      const pump = pumps[(number++ * 7) % pumps.length]!;
      yield { place, pump, body: page.slice(0, at) + pump.repeat(size / pump.length) + page.slice(at) };
    }
  }
}

/** By what stands before them, the places where a text begins or ends: one for each way of writing what stands before. */
function placesIn(page: string): Map<string, number> {
  const places = new Map<string, number>();
  for (const { index, 0: mark } of page.matchAll(/(?<=>)(?=[^<\s])|(?<=[^>\s])(?=<)|(?<==")|(?<=[:[,]\s?")/g)) {
    const before = page.slice(Math.max(0, index - 40), index + mark.length);
    const place = /[^<>]*[<>][^<>]*$|[\w-]+="$/.exec(before)?.[0].replace(/\d+/g, '0') ?? before;
    if (!places.has(place)) places.set(place, index);
  }
  return places;
}
