import { foldPlaceName } from './fold.js';

/** Longer texts are rejected; the longest names of places with their regions are half as long. */
const maxLength = 200;
const maxParts = 8;
const maxWords = 16;

const commas = /[,;|\t\r\n،、，；]/u;
/** Other separators of parts: brackets, slashes, and dashes outside of words. Names may contain them too. */
const breaks = /[,;|/()[\]{}\t\r\n"“”«»<>:=،、，；：（）]|\s[-–—]+\s|[–—]/u;

/** The end of a region's name that is followed by a city without punctuation. */
const regionEnds = /(?:省|自治区|自治區|県|東京都|北海道|大阪府|京都府)(?=\p{Script=Han})/gu;

/** The folded parts of `City,Region,Country`. Empty if the text is too long. */
export function splitPlaceText(text: string): string[] {
  return splitAt(text, breaks);
}

/** The ways to split a text: at commas only, then at other separators too. */
export function possiblePlaceTextSplits(text: string): string[][] {
  const [coarse, fine] = [splitAt(text, commas), splitAt(text, breaks)];
  return coarse.length === fine.length ? [fine] : [coarse, fine];
}

function splitAt(text: string, separators: RegExp): string[] {
  if (text.length > maxLength) return [];
  const parts = text.replace(regionEnds, '$&,').split(separators).map(foldPlaceName);
  const named = parts.filter((part) => part !== '');
  const isTooLong = named.length > maxParts || named.join(' ').split(' ').length > maxWords;
  return isTooLong ? [] : named;
}

/** One interpretation of a text: a name, and the areas that contain the place. */
export interface PlaceInterpretation {
  name: string;
  areas: readonly string[];
}

/**
 * The interpretations of a text's parts, most likely first. The name is the first part, the last, or one between; the whole text, or
 * the first two parts, as in `Korea, Republic of`; or the first or last words of a part, longest first.
 */
export function* interpretPlaceParts(parts: readonly string[]): Generator<PlaceInterpretation> {
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
  // Numbered districts of a city: Dublin 2, Paris 1er.
  /^\d{1,2}(?:er|e|eme)?$/,
  /^(?:[a-z]{1,2} )?\d{4,6}$/,
  /^\d{5} \d{3,4}$/,
  /^\d{3,4} \d{2,4}$/,
  /^\d{2} \d{3}$/,
  /^\d{4} [a-z]{2}$/,
  /^[a-z]{1,2}\d[a-z\d]?(?: \d[a-z]{2})?$/,
  /^[a-z]\d[a-z](?: ?\d[a-z]\d)?$/,
];

/** Whether a part has the format of a postcode of any country. */
export function isPostcode(part: string): boolean {
  return part.length <= 10 && /\d/.test(part) && postcodes.some((form) => form.test(part));
}

/** The folded name with `ae`, `oe`, `ue` and `aa` as transcriptions of ä, ö/ø, ü and å; undefined if it has none. */
export function withoutDigraphs(name: string): string | undefined {
  const plain = name.replace(/([aou])e|aa/g, (pair) => pair[0]!);
  return plain === name ? undefined : plain;
}

/** The kinds of place that a word allows. */
export type PlaceKindHint = 'area' | 'city' | 'any';

/** Words for areas, in the languages in which they are common. */
const areaWords =
  'autonomous autonomo autonoma administrative bundesland canton cantone comarca community comunidad comunita condado ' +
  'county comte contea departamento departement department division emirate estado estat etat federal freistaat ' +
  'governorate guberniya il ili judet kanton krai kraj kreis lan landkreis megye obl oblast oblys okrug parish ' +
  'prefecture prefectura prefeture principality principado province provincia provincie provinz raion rayon regiao ' +
  'regione regiune republic respublika shire state stat territorio territory voblast voivodeship wilayah wilaya ' +
  'wojewodztwo woj';
/** Words for cities, parts of cities and metropolitan areas. */
const cityWords =
  'area barangay borough ciudad cidade city citta commune comune concelho downtown greater gemeinde ' +
  'kommune metro metropole municipio stad stadt suburbs town township ward';
/** Words that may mean either. */
const eitherWords = 'capital district distrito free metropolitan municipality region';
/** Words for areas and cities that count only before a name; after it, they are codes or part of the name. */
const leadingAreaWords = 'co область республика';
const leadingCityWords = 'г гор город м місто град';
/** Words between the word for the kind and the name. */
const links = 'd da das de dei del della den der des di do dos du el la las le les los of the van von';

const kinds: ReadonlyMap<string, PlaceKindHint> = new Map([
  ...cityWords.split(' ').map((word) => [word, 'city'] as const),
  ...areaWords.split(' ').map((word) => [word, 'area'] as const),
  ...eitherWords.split(' ').map((word) => [word, 'any'] as const),
]);
const leadingKinds: ReadonlyMap<string, PlaceKindHint> = new Map([
  ...kinds,
  ...leadingCityWords.split(' ').map((word) => [word, 'city'] as const),
  ...leadingAreaWords.split(' ').map((word) => [word, 'area'] as const),
]);
const linkWords: ReadonlySet<string> = new Set(links.split(' '));
const ideographicKinds =
  /(?:維吾爾自治區|维吾尔自治区|特別市|广域市|特别市|自治区|自治州|[市区區县縣州省都府県道])$|(?:특별자치시|특별자치도|특별시|광역시|[시도구군])$/u;

/** A name without the words for its kind of place. */
export interface BarePlaceName {
  name: string;
  /** The kind that the removed words indicate. */
  hint: PlaceKindHint;
}

/**
 * Removes words for the kind of place from either end of a folded name: `state of berlin` becomes `berlin`, `san francisco bay area`
 * becomes `san francisco`. Undefined if there are no such words, or no others.
 */
export function withoutPlaceKind(name: string): BarePlaceName | undefined {
  const ideographs = name.replace(ideographicKinds, '');
  if (ideographs !== name) return ideographs.length > 1 ? { name: ideographs, hint: 'any' } : undefined;
  const words = name.replace(/ (?:bay|metro) area$/, ' area').split(' ');
  const hints: PlaceKindHint[] = [];
  while (words.length > 1 && kinds.has(words.at(-1)!)) hints.push(kinds.get(words.pop()!)!);
  while (words.length > 1 && isLeading(words[0]!, hints.length > 0))
    hints.push(leadingKinds.get(words.shift()!) ?? 'any');
  return hints.length === 0 ? undefined : { name: words.join(' '), hint: hintOf(hints) };
}

/** Whether to remove the first word. Words like `of` are removed only after a word for a kind. */
function isLeading(word: string, isAfterKind: boolean): boolean {
  return leadingKinds.has(word) || word === 'the' || (isAfterKind && linkWords.has(word));
}

function hintOf(hints: readonly PlaceKindHint[]): PlaceKindHint {
  if (hints.includes('area') && !hints.includes('city')) return 'area';
  return hints.includes('city') && !hints.includes('area') ? 'city' : 'any';
}
