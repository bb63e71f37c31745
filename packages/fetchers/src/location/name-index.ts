import { rankShift, type SortedNames } from './name-pairs.js';

/** A run of names in their order. */
export interface NameRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** What a name names. */
export interface NameRef {
  /** Number of the place in its list. */
  place: number;
  rank: number;
}

const placeMask = 2 ** rankShift - 1;

/**
 * The names of a list in their order, looked up by halving: exact names, and all that start so. A text and three arrays
 * of numbers hold them, a tenth of what a tree or a table of objects takes.
 */
export class NameIndex {
  /** How many names there are. */
  readonly size: number;
  private readonly names: SortedNames;

  constructor(names: SortedNames) {
    this.names = names;
    this.size = names.starts.length - 1;
  }

  /** What a name names; empty where no place is called so. */
  refsOf(name: string): NameRef[] {
    const at = this.lowerBound(name);
    const refs: NameRef[] = [];
    if (at === this.size || this.compare(at, name) !== 0) return refs;
    this.forEachRef({ from: at, to: at + 1 }, (place, rank) => refs.push({ place, rank }));
    return refs;
  }

  /** The names that start so. */
  startingWith(prefix: string): NameRange {
    return { from: this.lowerBound(prefix), to: this.lowerBound(`${prefix}\uffff`) };
  }

  /** Takes what the names of a run name, one name after the other. */
  forEachRef({ from, to }: NameRange, take: (place: number, rank: number) => void): void {
    const { refs, refStarts } = this.names;
    for (let at = refStarts[from]!; at < refStarts[to]!; at += 1) take(refs[at]! & placeMask, refs[at]! >>> rankShift);
  }

  /** Length of the name at a place of the order; 0 behind the last one. */
  lengthAt(at: number): number {
    return at < this.size ? this.names.starts[at + 1]! - this.names.starts[at]! : 0;
  }

  /** A code unit of the name at a place of the order. */
  unitAt(at: number, position: number): number {
    return this.names.text.charCodeAt(this.names.starts[at]! + position);
  }

  /** The first name behind `from` that does not start with the first `length` code units of the name at `from`. */
  endOfPrefix(from: number, length: number): number {
    let step = 1;
    while (from + step < this.size && this.sharesPrefix(from, from + step, length)) step *= 2;
    let low = from + Math.floor(step / 2);
    let high = Math.min(from + step, this.size);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.sharesPrefix(from, middle, length)) low = middle;
      else high = middle;
    }
    return high;
  }

  private sharesPrefix(at: number, other: number, length: number): boolean {
    if (this.lengthAt(other) < length) return false;
    for (let position = 0; position < length; position += 1) {
      if (this.unitAt(at, position) !== this.unitAt(other, position)) return false;
    }
    return true;
  }

  private lowerBound(name: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, name) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Below 0 where the name at a place of the order comes before the other. */
  private compare(at: number, name: string): number {
    const length = this.lengthAt(at);
    const shared = Math.min(length, name.length);
    for (let position = 0; position < shared; position += 1) {
      const difference = this.unitAt(at, position) - name.charCodeAt(position);
      if (difference !== 0) return difference;
    }
    return length - name.length;
  }
}
