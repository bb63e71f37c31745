import { sortedIndices, type Utf16Texts } from './unit-index.js';

/** The sorted names of a list, in a form that can be transferred between threads. */
export interface SortedPlaceNames {
  /** The distinct names, in the order of UTF-16 code units. */
  names: Utf16Texts;
  /** Start of the references of each name, and the end of the last ones. */
  refStarts: Uint32Array;
  /** References: a place, with the rank in the bits from `nameRankShift`. */
  refs: Uint32Array;
}

/** Number of bits of a reference below its rank. */
export const nameRankShift = 28;
const placeMask = 2 ** nameRankShift - 1;

/** Collects names and their places, to be sorted. */
export class PlaceNameCollector {
  private units = new Uint16Array(1 << 20);
  private starts = new Uint32Array(1 << 17);
  private refs = new Uint32Array(1 << 17);
  private length = 0;
  private count = 0;

  /** Adds a name of the place with an index, see `placeNameRanks` for its rank. */
  add(name: string, placeIndex: number, nameRank: number): void {
    this.reserve(name.length);
    for (let position = 0; position < name.length; position += 1) {
      this.units[this.length + position] = name.charCodeAt(position);
    }
    this.close(this.length + name.length, placeIndex, nameRank);
  }

  /** Adds a name of a place, given in UTF-8. */
  addBytes(bytes: Uint8Array, from: number, to: number, placeIndex: number, nameRank: number): void {
    this.reserve(to - from);
    let length = this.length;
    for (let at = from; at < to; ) {
      const byte = bytes[at]!;
      if (byte < 0x80) {
        this.units[length++] = byte;
        at += 1;
      } else if (byte < 0xf0) {
        const isShort = byte < 0xe0;
        const head = isShort ? byte & 0x1f : ((byte & 0x0f) << 6) | (bytes[at + 1]! & 0x3f);
        at += isShort ? 2 : 3;
        this.units[length++] = (head << 6) | (bytes[at - 1]! & 0x3f);
      } else {
        const high = ((byte & 7) << 18) | ((bytes[at + 1]! & 0x3f) << 12);
        const code = (high | ((bytes[at + 2]! & 0x3f) << 6) | (bytes[at + 3]! & 0x3f)) - 0x10000;
        this.units[length++] = 0xd800 | (code >> 10);
        this.units[length++] = 0xdc00 | (code & 0x3ff);
        at += 4;
      }
    }
    this.close(length, placeIndex, nameRank);
  }

  /** The distinct names, sorted, each with its distinct places and their best rank. */
  sorted(): SortedPlaceNames {
    const { units, starts, count } = this;
    const order = sortedIndices({ units, starts: starts.subarray(0, count + 1) });
    const nameUnits = new Uint16Array(this.length);
    const nameStarts = new Uint32Array(count + 1);
    const refStarts = new Uint32Array(count + 1);
    const refs = new Uint32Array(count);
    let nameCount = 0;
    let refCount = 0;
    let length = 0;
    for (let at = 0; at < count; ) {
      const first = order[at]!;
      const firstRef = refCount;
      for (; at < count && this.isSame(first, order[at]!); at += 1) {
        refCount = putRef(refs, firstRef, refCount, this.refs[order[at]!]!);
      }
      const end = starts[first + 1]!;
      for (let unit = starts[first]!; unit < end; unit += 1) nameUnits[length++] = units[unit]!;
      nameCount += 1;
      nameStarts[nameCount] = length;
      refStarts[nameCount] = refCount;
    }
    return {
      names: { units: nameUnits.slice(0, length), starts: nameStarts.slice(0, nameCount + 1) },
      refStarts: refStarts.slice(0, nameCount + 1),
      refs: refs.slice(0, refCount),
    };
  }

  private reserve(length: number): void {
    while (this.length + length > this.units.length) this.units = grown(this.units, Uint16Array);
    if (this.count + 2 > this.starts.length) {
      this.starts = grown(this.starts, Uint32Array);
      this.refs = grown(this.refs, Uint32Array);
    }
  }

  private close(length: number, placeIndex: number, nameRank: number): void {
    if (length === this.length) return;
    this.length = length;
    this.refs[this.count] = (nameRank << nameRankShift) | placeIndex;
    this.count += 1;
    this.starts[this.count] = length;
  }

  private isSame(a: number, b: number): boolean {
    const { units, starts } = this;
    const startA = starts[a]!;
    const startB = starts[b]!;
    const length = starts[a + 1]! - startA;
    if (starts[b + 1]! - startB !== length) return false;
    for (let position = 0; position < length; position += 1) {
      if (units[startA + position] !== units[startB + position]) return false;
    }
    return true;
  }
}

/** Adds a reference to those of a name, replacing one with a worse rank to the same place. Returns their number. */
function putRef(refs: Uint32Array, from: number, to: number, ref: number): number {
  for (let at = from; at < to; at += 1) {
    if (((refs[at]! ^ ref) & placeMask) !== 0) continue;
    refs[at] = Math.min(refs[at]!, ref >>> 0);
    return to;
  }
  refs[to] = ref;
  return to + 1;
}

function grown<T extends Uint16Array | Uint32Array>(array: T, Type: new (length: number) => T): T {
  const larger = new Type(array.length * 2);
  larger.set(array);
  return larger;
}
