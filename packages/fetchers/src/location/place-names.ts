import { foldName } from './fold.js';

/** Words that say what kind of region it is, which one list has and another has not. */
const kindWords: ReadonlySet<string> = new Set([
  ...['autonomous', 'canton', 'capital', 'city', 'community', 'county', 'departamento', 'department', 'district'],
  ...['emirate', 'governorate', 'municipality', 'oblast', 'of', 'prefecture', 'province', 'provincia', 'region'],
  ...['republic', 'state', 'territory', 'the'],
]);

/** The parts of `City,Region,Country`, as they are compared. */
export function partsOf(text: string): string[] {
  return text
    .split(/[,;،、，]/)
    .map(foldName)
    .filter((part) => part !== '');
}

/** The ways to read a text: what comes first is the name, or, where no comma says so, its first words are. */
export function* readingsOf([first, ...areas]: readonly string[]): Generator<[name: string, areas: string[]]> {
  if (first === undefined) return;
  yield [first, areas];
  const words = first.split(' ');
  for (let count = words.length - 1; count > 0; count -= 1) {
    yield [words.slice(0, count).join(' '), [words.slice(count).join(' '), ...areas]];
  }
}

/** A region without the words for its kind: `state of berlin` is `berlin`. */
export function withoutKind(region: string): string {
  const words = region.split(' ').filter((word) => !kindWords.has(word));
  return words.length > 0 ? words.join(' ') : region;
}
