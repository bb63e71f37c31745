import type { Units } from './unit-order.js';

/** A range of sorted texts. */
export interface UnitRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * Sorted texts with binary search for exact matches and prefixes. Stored in two typed arrays, which take a tenth of the memory of a
 * tree or map.
 */
export class UnitIndex {
  /** Number of texts. */
  readonly size: number;
  private readonly units: Uint16Array;
  private readonly starts: Uint32Array;

  constructor({ units, starts }: Units) {
    this.units = units;
    this.starts = starts;
    this.size = starts.length - 1;
  }

  /** The position of a text; −1 if not found. */
  find(text: string): number {
    const at = this.lowerBound(text);
    return at < this.size && this.compare(at, text) === 0 ? at : -1;
  }

  /** The texts with a prefix. */
  startingWith(prefix: string): UnitRange {
    return { from: this.lowerBound(prefix), to: this.lowerBound(`${prefix}\uffff`) };
  }

  /** Length of the text at a position; 0 after the last one. */
  lengthAt(at: number): number {
    return at < this.size ? this.starts[at + 1]! - this.starts[at]! : 0;
  }

  /** The text at a position. */
  textAt(at: number): string {
    return String.fromCharCode(...this.units.subarray(this.starts[at], this.starts[at + 1]));
  }

  /** A code unit of the text at a position. */
  unitAt(at: number, position: number): number {
    return this.units[this.starts[at]! + position]!;
  }

  /** The first text after `from` that does not share the first `length` code units with the text at `from`. */
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
    const { units, starts } = this;
    const [start, otherStart] = [starts[at]!, starts[other]!];
    // Compare backwards, because neighbouring texts differ near their ends.
    for (let position = length - 1; position >= 0; position -= 1) {
      if (units[start + position] !== units[otherStart + position]) return false;
    }
    return true;
  }

  private lowerBound(text: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative if the text at a position sorts before the other. */
  private compare(at: number, text: string): number {
    const length = this.lengthAt(at);
    const shared = Math.min(length, text.length);
    const start = this.starts[at]!;
    for (let position = 0; position < shared; position += 1) {
      const difference = this.units[start + position]! - text.charCodeAt(position);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }
}
