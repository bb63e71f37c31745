import type { NameIndex } from './name-index.js';

/** A name that differs in a few letters. */
export interface SimilarName {
  /** Its place in the order of names. */
  at: number;
  /** How many letters were inserted, left out, replaced or swapped with the next one. */
  distance: number;
}

/**
 * The names that are at most `limit` typing errors away. The order of the names is walked as the tree that it is: names
 * that start alike share their work, and a start that is too far off already is skipped with all names behind it.
 *
 * @param start letters in which no error is looked for, which makes it a walk of the names that start so
 */
export function similarNames(index: NameIndex, name: string, limit: number, start: string): SimilarName[] {
  return new Walk(index, name, limit).run(index.startingWith(start));
}

/** More than any limit, and little enough to be added to. */
const tooFar = 100;

class Walk {
  private readonly index: NameIndex;
  private readonly name: string;
  private readonly limit: number;
  /** One row for each letter of the name at hand, after a row for none: distances to the starts of the wanted name. */
  private readonly rows: Uint8Array[];
  /** Letters of the name at hand that have a row. */
  private depth = 0;
  private readonly letters: Uint16Array;

  constructor(index: NameIndex, name: string, limit: number) {
    this.index = index;
    this.name = name;
    this.limit = limit;
    const deepest = name.length + limit;
    const first = Uint8Array.from({ length: name.length + 1 }, (_, column) => column);
    this.rows = [first, ...Array.from({ length: deepest }, () => new Uint8Array(name.length + 1))];
    this.letters = new Uint16Array(deepest + 1);
  }

  run({ from, to }: { from: number; to: number }): SimilarName[] {
    const found: SimilarName[] = [];
    for (let at = from; at < to; ) {
      const length = this.index.lengthAt(at);
      const deadEnd = this.descend(at, length);
      if (deadEnd > 0) {
        at = this.index.endOfPrefix(at, deadEnd);
        continue;
      }
      const distance = this.rows[length]![this.name.length]!;
      if (Math.abs(length - this.name.length) <= this.limit && distance <= this.limit) found.push({ at, distance });
      at += 1;
    }
    return found;
  }

  /** Makes the rows of a name; how many of its letters are enough to be too far off, or 0. */
  private descend(at: number, length: number): number {
    let depth = 0;
    while (depth < this.depth && depth < length && this.letters[depth] === this.index.unitAt(at, depth)) depth += 1;
    for (; depth < length; depth += 1) {
      if (depth + 1 >= this.rows.length) return this.cut(depth + 1, depth);
      this.letters[depth] = this.index.unitAt(at, depth);
      if (this.fillRow(depth + 1) > this.limit) return this.cut(depth + 1, depth + 1);
    }
    this.depth = length;
    return 0;
  }

  private cut(length: number, depth: number): number {
    this.depth = depth;
    return length;
  }

  /** The least distance in the row. Columns further from the depth than the limit are too far off, and left out. */
  private fillRow(depth: number): number {
    const row = this.rows[depth]!;
    const previous = this.rows[depth - 1]!;
    const letter = this.letters[depth - 1]!;
    const first = Math.max(1, depth - this.limit);
    const last = Math.min(this.name.length, depth + this.limit);
    row[first - 1] = first === 1 ? depth : tooFar;
    let least = row[first - 1]!;
    for (let column = first; column <= last; column += 1) {
      const replaced = previous[column - 1]! + (this.name.charCodeAt(column - 1) === letter ? 0 : 1);
      const missing = column === depth + this.limit ? tooFar : previous[column]! + 1;
      let cost = Math.min(missing, row[column - 1]! + 1, replaced);
      if (this.isSwap(depth, column)) cost = Math.min(cost, this.rows[depth - 2]![column - 2]! + 1);
      row[column] = cost;
      if (cost < least) least = cost;
    }
    return least;
  }

  private isSwap(depth: number, column: number): boolean {
    return (
      depth > 1 &&
      column > 1 &&
      this.letters[depth - 1] === this.name.charCodeAt(column - 2) &&
      this.letters[depth - 2] === this.name.charCodeAt(column - 1)
    );
  }
}
