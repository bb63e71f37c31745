import { foldName } from './fold.js';

/** Longer texts name no place: the longest names of places with their regions are half of it. */
const maxLength = 200;
const maxParts = 8;
const maxWords = 16;

const commas = /[,;|\t\r\n،、，；]/u;
/** Where a part may end too: brackets, slashes, dashes other than those within a word. Names have them as well. */
const breaks = /[,;|/()[\]{}\t\r\n"“”«»<>:=،、，；：（）]|\s[-–—]+\s|[–—]/u;

/** Where the name of a region ends that a city follows without a sign between. */
const regionEnds = /(?:省|自治区|自治區|県|東京都|北海道|大阪府|京都府)(?=\p{Script=Han})/gu;

/** The parts of `City,Region,Country`, as they are compared. Empty where a text is too long to name a place. */
export function partsOf(text: string): string[] {
  return splitAt(text, breaks);
}

/** The ways to part a text: at commas alone, then at other signs. */
export function partings(text: string): string[][] {
  const [coarse, fine] = [splitAt(text, commas), splitAt(text, breaks)];
  return coarse.length === fine.length ? [fine] : [coarse, fine];
}

function splitAt(text: string, separators: RegExp): string[] {
  if (text.length > maxLength) return [];
  const parts = text.replace(regionEnds, '$&,').split(separators).map(foldName);
  const named = parts.filter((part) => part !== '');
  const isTooMuch = named.length > maxParts || named.join(' ').split(' ').length > maxWords;
  return isTooMuch ? [] : named;
}

/** One way to read a text: what the name is, and the areas that it is in. */
export interface Reading {
  name: string;
  areas: readonly string[];
}

/**
 * The ways to read the parts of a text, the likeliest first: the first part is the name, the last, one between; the whole
 * is, or the first two, as of `Korea, Republic of`; the first or last words of a part are, the longest first.
 */
export function* readingsOf(parts: readonly string[]): Generator<Reading> {
  const order = [...new Set([0, parts.length - 1, ...parts.keys()])].filter((index) => index in parts);
  for (const index of order) yield { name: parts[index]!, areas: parts.toSpliced(index, 1) };
  if (parts.length > 1) yield { name: parts.join(' '), areas: [] };
  if (parts.length > 2) yield { name: parts.slice(0, 2).join(' '), areas: parts.slice(2) };
  for (const index of order) {
    const words = parts[index]!.split(' ');
    for (let count = words.length - 1; count > 0; count -= 1) {
      const others = parts.toSpliced(index, 1);
      const [start, end] = [words.slice(0, count), words.slice(count)];
      yield { name: start.join(' '), areas: [end.join(' '), ...others] };
      yield { name: words.slice(-count).join(' '), areas: [words.slice(0, -count).join(' '), ...others] };
    }
  }
}

const postcodes = [
  // Districts of a city, by number: Dublin 2, Paris 1er.
  /^\d{1,2}(?:er|e|eme)?$/,
  /^(?:[a-z]{1,2} )?\d{4,6}$/,
  /^\d{5} \d{3,4}$/,
  /^\d{3,4} \d{2,4}$/,
  /^\d{2} \d{3}$/,
  /^\d{4} [a-z]{2}$/,
  /^[a-z]{1,2}\d[a-z\d]?(?: \d[a-z]{2})?$/,
  /^[a-z]\d[a-z](?: ?\d[a-z]\d)?$/,
];

/** Whether a part has the form of a postcode of some country. */
export function isPostcode(part: string): boolean {
  return part.length <= 10 && /\d/.test(part) && postcodes.some((form) => form.test(part));
}

/** A name with ä, ö, ü, å and ø for `ae`, `oe`, `ue` and `aa`, as it is compared; undefined where it has none of them. */
export function withoutDigraphs(name: string): string | undefined {
  const plain = name.replace(/([aou])e|aa/g, (pair) => pair[0]!);
  return plain === name ? undefined : plain;
}

/** What a word says of the kind of place: which kinds of place it may be. */
export type KindHint = 'area' | 'city' | 'any';

/** Words for kinds of areas, in the languages in which they are common. */
const areaWords =
  'autonomous autonomo autonoma administrative bundesland canton cantone comarca community comunidad comunita condado ' +
  'county comte contea departamento departement department division emirate estado estat etat federal freistaat ' +
  'governorate guberniya il ili judet kanton krai kraj kreis lan landkreis megye obl oblast oblys okrug parish ' +
  'prefecture prefectura prefeture principality principado province provincia provincie provinz raion rayon regiao ' +
  'regione regiune republic respublika shire state stat territorio territory voblast voivodeship wilayah wilaya ' +
  'wojewodztwo woj';
/** Words for cities, parts of cities, and what is around them. */
const cityWords =
  'area barangay borough ciudad cidade city citta commune comune concelho downtown greater gemeinde ' +
  'kommune metro metropole municipio stad stadt suburbs town township ward';
/** Words for what may be either. */
const eitherWords = 'capital district distrito free metropolitan municipality region';
/** Words for areas and cities that say so only before a name: behind it they are codes, or parts of it. */
const leadingAreaWords = 'co область республика';
const leadingCityWords = 'г гор город м місто град';
/** Words that join the word for the kind to the name. */
const links = 'd da das de dei del della den der des di do dos du el la las le les los of the van von';

const kinds: ReadonlyMap<string, KindHint> = new Map([
  ...cityWords.split(' ').map((word) => [word, 'city'] as const),
  ...areaWords.split(' ').map((word) => [word, 'area'] as const),
  ...eitherWords.split(' ').map((word) => [word, 'any'] as const),
]);
const leadingKinds: ReadonlyMap<string, KindHint> = new Map([
  ...kinds,
  ...leadingCityWords.split(' ').map((word) => [word, 'city'] as const),
  ...leadingAreaWords.split(' ').map((word) => [word, 'area'] as const),
]);
const linkWords: ReadonlySet<string> = new Set(links.split(' '));
const ideographicKinds =
  /(?:維吾爾自治區|维吾尔自治区|特別市|广域市|特别市|自治区|自治州|[市区區县縣州省都府県道])$|(?:특별자치시|특별자치도|특별시|광역시|[시도구군])$/u;

/** A name without the words for its kind. */
export interface BareName {
  name: string;
  /** What the words that were left out say of the kind. */
  hint: KindHint;
}

/**
 * A folded name without the words that say what kind of place it is, at either end: `state of berlin` is `berlin`, and
 * `san francisco bay area` is `san francisco`. Undefined where it has none, or nothing else.
 */
export function withoutKind(name: string): BareName | undefined {
  const ideographs = name.replace(ideographicKinds, '');
  if (ideographs !== name) return ideographs.length > 1 ? { name: ideographs, hint: 'any' } : undefined;
  const words = name.replace(/ (?:bay|metro) area$/, ' area').split(' ');
  const hints: KindHint[] = [];
  while (words.length > 1 && kinds.has(words.at(-1)!)) hints.push(kinds.get(words.pop()!)!);
  while (words.length > 1 && isLeading(words[0]!, hints.length > 0))
    hints.push(leadingKinds.get(words.shift()!) ?? 'any');
  return hints.length === 0 ? undefined : { name: words.join(' '), hint: hintOf(hints) };
}

/** Whether a first word is left out; `of` and the like are where a word for a kind was before them. */
function isLeading(word: string, isAfterKind: boolean): boolean {
  return leadingKinds.has(word) || word === 'the' || (isAfterKind && linkWords.has(word));
}

function hintOf(hints: readonly KindHint[]): KindHint {
  if (hints.includes('area') && !hints.includes('city')) return 'area';
  return hints.includes('city') && !hints.includes('area') ? 'city' : 'any';
}
