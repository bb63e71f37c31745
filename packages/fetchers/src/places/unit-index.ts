import type { Units } from './unit-order.js';

/** A run of texts in their order. */
export interface UnitRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * Texts in their order, looked up by halving: exact ones, and all that start so. Two arrays of numbers hold them, a tenth
 * of what a tree or a table of objects takes.
 */
export class UnitIndex {
  /** How many texts there are. */
  readonly size: number;
  private readonly units: Uint16Array;
  private readonly starts: Uint32Array;

  constructor({ units, starts }: Units) {
    this.units = units;
    this.starts = starts;
    this.size = starts.length - 1;
  }

  /** Where a text is in the order; −1 where it is not among them. */
  find(text: string): number {
    const at = this.lowerBound(text);
    return at < this.size && this.compare(at, text) === 0 ? at : -1;
  }

  /** The texts that start so. */
  startingWith(prefix: string): UnitRange {
    return { from: this.lowerBound(prefix), to: this.lowerBound(`${prefix}\uffff`) };
  }

  /** Length of the text at a place of the order; 0 behind the last one. */
  lengthAt(at: number): number {
    return at < this.size ? this.starts[at + 1]! - this.starts[at]! : 0;
  }

  /** The text at a place of the order. */
  textAt(at: number): string {
    return String.fromCharCode(...this.units.subarray(this.starts[at], this.starts[at + 1]));
  }

  /** A code unit of the text at a place of the order. */
  unitAt(at: number, position: number): number {
    return this.units[this.starts[at]! + position]!;
  }

  /** The first text behind `from` that does not start with the first `length` code units of the text at `from`. */
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
    // Backwards: texts near each other in the order differ late.
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

  /** Below 0 where the text at a place of the order comes before the other. */
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
