import { nameEndingLength, type PlaceNameIndex } from './name-index.js';
import type { SortedTextIndex, TextRange } from './unit-index.js';

/** A name that differs in a few letters. */
export interface SimilarPlaceName {
  /** Its position in the sorted names. */
  at: number;
  /** Number of letters inserted, left out, replaced or swapped with the next. */
  distance: number;
}

/**
 * Finds the names with at most `maxDistance` typing errors. The sorted names are traversed as a trie: names with a common prefix share the
 * computation, and a prefix with too many errors is skipped with all its names.
 *
 * The trie is widest near its root, so fewer errors are allowed there. A match either has an error outside of its beginning, which the
 * traversal finds, or no error in its ending, in which case it is among the names with that ending. The first letter of names with up
 * to three letters must match.
 *
 * @param prefix start that a name must have
 */
export function findSimilarPlaceNames(
  { names, endings }: PlaceNameIndex,
  name: string,
  { maxDistance, prefix }: { maxDistance: number; prefix: string },
): SimilarPlaceName[] {
  const beginning = Math.ceil((name.length * maxDistance) / (maxDistance + 1));
  const isShort = name.length - beginning < nameEndingLength;
  const range = names.startingWith(prefix === '' && isShort ? name.slice(0, 1) : prefix);
  const found = new Map<number, number>();
  const walk = new Walk(names, { name, limit: maxDistance, few: maxDistance - 1, until: isShort ? 0 : beginning - 1 });
  walk.run(range, (at, distance) => found.set(at, distance));
  if (isShort) return listOf(found);
  const meter = new Walk(names, { name, limit: maxDistance, few: maxDistance, until: 0 });
  for (let length = name.length - maxDistance; length <= name.length + maxDistance; length += 1) {
    for (const at of endings.candidatesWithEnding(name, length)) {
      if (at < range.from || at >= range.to) continue;
      const distance = meter.distanceOf(at);
      if (distance <= maxDistance) found.set(at, distance);
    }
  }
  return listOf(found);
}

function listOf(found: ReadonlyMap<number, number>): SimilarPlaceName[] {
  return Array.from(found, ([at, distance]) => ({ at, distance }));
}

/** Greater than any limit, and small enough for addition in the array's type. */
const tooFar = 100;

interface Wanted {
  name: string;
  limit: number;
  /** Errors allowed in the first letters of the name. */
  few: number;
  /** Number of these letters. */
  until: number;
}

class Walk {
  private readonly index: SortedTextIndex;
  private readonly name: Uint16Array;
  private readonly limit: number;
  /** Errors allowed up to each column. */
  private readonly limits: Uint8Array;
  /** One row per letter of the current name, after a row for the empty prefix: distances to the prefixes of the wanted name. */
  private readonly rows: Uint8Array[];
  /** Number of letters of the current name that have a row. */
  private depth = 0;
  private readonly letters: Uint16Array;

  constructor(index: SortedTextIndex, { name, limit, few, until }: Wanted) {
    this.index = index;
    this.name = Uint16Array.from({ length: name.length }, (_, at) => name.charCodeAt(at));
    this.limit = limit;
    const columns = name.length + 1;
    this.limits = Uint8Array.from({ length: columns }, (_, column) => (column <= until ? few : limit));
    const first = Uint8Array.from({ length: columns }, (_, column) => this.bounded(column, column));
    this.rows = [first, ...Array.from({ length: name.length + limit }, () => new Uint8Array(columns).fill(tooFar))];
    this.letters = new Uint16Array(this.rows.length);
  }

  run({ from, to }: TextRange, take: (at: number, distance: number) => void): void {
    const { index, limit } = this;
    for (let at = from; at < to; ) {
      const length = index.lengthAt(at);
      const deadEnd = this.descend(at, length);
      if (deadEnd > 0) {
        at = index.endOfPrefix(at, deadEnd);
        continue;
      }
      const distance = this.rows[length]![this.name.length]!;
      if (distance <= limit) take(at, distance);
      at += 1;
    }
  }

  /** The number of errors of a name; more than the limit if there are too many. */
  distanceOf(at: number): number {
    const length = this.index.lengthAt(at);
    return this.descend(at, length) > 0 ? tooFar : this.rows[length]![this.name.length]!;
  }

  /** Computes the rows of a name. Returns the length of the shortest prefix with too many errors, or 0. */
  private descend(at: number, length: number): number {
    let depth = 0;
    while (depth < this.depth && depth < length && this.letters[depth] === this.index.unitAt(at, depth)) depth += 1;
    for (; depth < length; depth += 1) {
      if (depth + 1 >= this.rows.length) return this.cut(depth + 1, depth);
      this.letters[depth] = this.index.unitAt(at, depth);
      if (this.fillRow(depth + 1) === tooFar) return this.cut(depth + 1, depth + 1);
    }
    this.depth = length;
    return 0;
  }

  private cut(length: number, depth: number): number {
    this.depth = depth;
    return length;
  }

  private bounded(cost: number, column: number): number {
    return cost > this.limits[column]! ? tooFar : cost;
  }

  /** The least distance in the row. Columns farther from the depth than the limit are skipped, as they exceed it. */
  private fillRow(depth: number): number {
    const { name, limit } = this;
    const row = this.rows[depth]!;
    const previous = this.rows[depth - 1]!;
    const letter = this.letters[depth - 1]!;
    const first = Math.max(1, depth - limit);
    const last = Math.min(name.length, depth + limit);
    row[first - 1] = first === 1 ? this.bounded(depth, 0) : tooFar;
    let least = row[first - 1]!;
    for (let column = first; column <= last; column += 1) {
      const replaced = previous[column - 1]! + (name[column - 1] === letter ? 0 : 1);
      const missing = column === depth + limit ? tooFar : previous[column]! + 1;
      let cost = Math.min(missing, row[column - 1]! + 1, replaced);
      if (this.isSwap(depth, column)) cost = Math.min(cost, this.rows[depth - 2]![column - 2]! + 1);
      row[column] = this.bounded(cost, column);
      if (row[column]! < least) least = row[column]!;
    }
    return least;
  }

  private isSwap(depth: number, column: number): boolean {
    const { letters, name } = this;
    const isPair = depth > 1 && column > 1;
    return isPair && letters[depth - 1] === name[column - 2] && letters[depth - 2] === name[column - 1];
  }
}
