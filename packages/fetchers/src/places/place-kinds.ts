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
