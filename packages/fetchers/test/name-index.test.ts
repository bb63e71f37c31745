import { describe, expect, it } from 'vitest';
import { indexPlaceNames, PlaceNameIndex } from '../src/places/name-index.js';
import { PlaceNameCollector } from '../src/places/place-names.js';
import { findSimilarPlaceNames } from '../src/places/similar.js';

/** Generated names, the same in every run: of few letters, so that many are similar, in several scripts, with surrogate pairs. */
const names = generateNames(1_500);

function generateNames(count: number): string[] {
  const alphabets = [
    ['a', 'b', 'n', ' '],
    [...'saint ore'],
    [...'дом'],
    ['東', '京', '𠮷', 'a'],
    ['ß', 'é', 'z', '\u0e01'],
  ];
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  return Array.from({ length: count }, () => {
    const alphabet = alphabets[next(alphabets.length)]!;
    return Array.from({ length: 1 + next(14) }, () => alphabet[next(alphabet.length)]!).join('');
  });
}

function indexOf(list: readonly string[]): PlaceNameIndex {
  const pairs = new PlaceNameCollector();
  const bytes = Buffer.from(list.join('|'));
  let from = 0;
  for (const [place, name] of list.entries()) {
    const to = from + Buffer.byteLength(name);
    if (place % 2 === 0) pairs.add(name, place, 2);
    else pairs.addBytes(bytes, from, to, place, 2);
    from = to + 1;
  }
  return new PlaceNameIndex(indexPlaceNames(pairs.sorted()));
}

const index = indexOf(names);
const sorted = [...new Set(names)].sort();

describe('an index of names', () => {
  it('contains each name once, in the order of code units', () => {
    expect(sorted.map((_, at) => index.names.textAt(at))).toEqual(sorted);
    expect(index.names.size).toBe(sorted.length);
  });

  it('returns all places of a name', () => {
    const places = new Map<string, number[]>();
    for (const [place, name] of names.entries()) places.set(name, [...(places.get(name) ?? []), place]);
    const indexed = sorted.map((name) => index.refsOf(name).map(({ place }) => place));
    expect(indexed.map((list) => list.sort((a, b) => a - b))).toEqual(sorted.map((name) => places.get(name)));
    expect(index.refsOf('no such name')).toEqual([]);
  });

  it('finds the names that start with a prefix', () => {
    for (const prefix of ['a', 'sa', 'saint', 'д', '東京', 'zz', '']) {
      const { from, to } = index.names.startingWith(prefix);
      const found = Array.from({ length: to - from }, (_, at) => index.names.textAt(from + at));
      expect(found).toEqual(sorted.filter((name) => name.startsWith(prefix)));
    }
  });

  it('keeps the best rank if a place has a name twice', () => {
    const pairs = new PlaceNameCollector();
    for (const rank of [4, 1, 3]) pairs.add('twice', 7, rank);
    expect(new PlaceNameIndex(indexPlaceNames(pairs.sorted())).refsOf('twice')).toEqual([{ place: 7, rank: 1 }]);
  });
});

/** The Damerau-Levenshtein distance with restricted transpositions. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : row)),
  );
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = table[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? table[row - 2]![column - 2]! + 1
          : Number.POSITIVE_INFINITY;
      table[row]![column] = Math.min(table[row - 1]![column]! + 1, table[row]![column - 1]! + 1, replaced, swapped);
    }
  }
  return table[a.length]![b.length]!;
}

/** Generated names of at least `least` letters. */
const longer = (least: number) => generateNames(80).filter((name) => name.length >= least);

describe('names with typing errors', () => {
  const found = (name: string, limit: number, start: string) =>
    findSimilarPlaceNames(index, name, { maxDistance: limit, prefix: start })
      .map(({ at, distance: errors }) => `${index.names.textAt(at)} ${errors}`)
      .sort();
  const expected = (name: string, limit: number, start: string) =>
    sorted
      .filter((other) => other.startsWith(start) && distance(name, other) <= limit)
      .map((other) => `${other} ${distance(name, other)}`)
      .sort();

  it('are all found with one error if they have at least four letters', () => {
    for (const name of longer(4)) expect(found(name, 1, '')).toEqual(expected(name, 1, ''));
  });

  it('are all found with two errors after the first letter if they have at least eight letters', () => {
    for (const name of longer(8)) expect(found(name, 2, name[0]!)).toEqual(expected(name, 2, name[0]!));
  });

  it('are found if they are short and their first letter is right', () => {
    for (const name of generateNames(80).filter(({ length }) => length < 4)) {
      const required = expected(name, 1, name[0]!);
      expect(found(name, 1, '')).toEqual(expect.arrayContaining(required));
    }
  });
});
