/** A range of sorted texts. */
export interface TextRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * Sorted texts with binary search for exact matches and prefixes. Stored in two typed arrays, which take a tenth of the memory of a
 * tree or map.
 */
export class SortedTextIndex {
  /** Number of texts. */
  readonly size: number;
  private readonly units: Uint16Array;
  private readonly starts: Uint32Array;

  constructor({ units, starts }: Utf16Texts) {
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
  startingWith(prefix: string): TextRange {
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

/** Concatenated texts in UTF-16 code units, in a form that can be transferred between threads. */
export interface Utf16Texts {
  units: Uint16Array;
  /** Start of each text, and the end of the last one. */
  starts: Uint32Array;
}

const foreign = 63;
const basicLetters = ' 0123456789abcdefghijklmnopqrstuvwxyz';
const basicCodes: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) => {
  const index = basicLetters.indexOf(String.fromCharCode(unit));
  return index === -1 ? 0 : index + 1;
});
/** Number of letters that are compared as one number. */
const step = 5;
/** Up to this many texts are sorted by insertion. */
const shortRun = 12;

/**
 * Sorts texts by code units and returns their indices. Five letters at a time are combined with the index into one number, because
 * sorting numbers is several times as fast as sorting strings.
 */
export function sortedIndices(texts: Utf16Texts): Uint32Array {
  const order = new Uint32Array(texts.starts.length - 1);
  for (let index = 0; index < order.length; index += 1) order[index] = index;
  sortRun(texts, { run: order, skipped: 0 }, new BigUint64Array(order.length));
  return order;
}

/** Texts that share their first letters. */
interface Run {
  run: Uint32Array;
  /** Number of these letters. */
  skipped: number;
}

/** @param scratch a buffer for as many numbers as there are texts, reused for each range to avoid allocations */
function sortRun(texts: Utf16Texts, { run, skipped }: Run, scratch: BigUint64Array): void {
  const { length } = run;
  const sorted = scratch.subarray(0, length);
  const halves = new Uint32Array(scratch.buffer, 0, 2 * length);
  for (let at = 0; at < length; at += 1) {
    halves[2 * at] = run[at]!;
    halves[2 * at + 1] = lettersFrom(texts, run[at]!, skipped);
  }
  sorted.sort();
  for (let at = 0; at < length; at += 1) run[at] = halves[2 * at]!;
  for (const open of openRuns(texts, { run, skipped }, halves)) sortRun(texts, open, scratch);
}

/** Sorts a range by the next letters, and returns the ranges in which further letters have to be compared. */
function openRuns(texts: Utf16Texts, { run, skipped }: Run, halves: Uint32Array): Run[] {
  const open: Run[] = [];
  for (let from = 0, to = 0; from < run.length; from = to) {
    const letters = halves[2 * from + 1]!;
    while (to < run.length && halves[2 * to + 1] === letters) to += 1;
    if (to - from === 1) continue;
    const alike = run.subarray(from, to);
    if (to - from <= shortRun) insertEach(texts, alike, skipped);
    else if (isWhole(letters)) open.push({ run: alike, skipped: skipped + step });
    else alike.sort((a, b) => compare(texts, a, b, skipped));
  }
  return open;
}

/** Whether a number encodes five basic letters. */
function isWhole(letters: number): boolean {
  for (let shift = 0; shift < step; shift += 1) {
    const code = (letters >>> (6 * shift)) & 63;
    if (code === 0 || code === foreign) return false;
  }
  return true;
}

function insertEach(texts: Utf16Texts, run: Uint32Array, skipped: number): void {
  for (let next = 1; next < run.length; next += 1) {
    const index = run[next]!;
    let at = next;
    for (; at > 0 && compare(texts, run[at - 1]!, index, skipped) > 0; at -= 1) run[at] = run[at - 1]!;
    run[at] = index;
  }
}

function compare({ units, starts }: Utf16Texts, a: number, b: number, skipped: number): number {
  const startA = starts[a]!;
  const startB = starts[b]!;
  const lengthA = starts[a + 1]! - startA;
  const lengthB = starts[b + 1]! - startB;
  const shared = Math.min(lengthA, lengthB);
  for (let position = skipped; position < shared; position += 1) {
    const difference = units[startA + position]! - units[startB + position]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

/** Encodes five letters as a number with the same sort order; for other letters, only as many bits as fit. */
function lettersFrom({ units, starts }: Utf16Texts, index: number, skipped: number): number {
  const end = starts[index + 1]!;
  let letters = 0;
  for (let count = 0, at = starts[index]! + skipped; count < step; count += 1, at += 1) {
    const code = at < end ? (basicCodes[units[at]!] ?? 0) : 0;
    if (at < end && code === 0) return withForeign(letters, count, units[at]!, at + 1 < end ? units[at + 1]! : 0);
    letters = letters * 64 + code;
  }
  return letters;
}

/** Encodes the letters so far, an escape, and as many bits of the following two letters as fit. */
function withForeign(letters: number, count: number, unit: number, next: number): number {
  const bits = 6 * (step - 1 - count);
  const kept = Math.floor((unit * 65_536 + next) / 2 ** (32 - bits));
  return (letters * 64 + foreign) * 2 ** bits + kept;
}
