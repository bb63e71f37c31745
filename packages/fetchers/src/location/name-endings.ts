import type { UnitIndex } from './unit-index.js';

/** How many letters of an ending count. */
export const endingLength = 2;
const bucketBits = 16;

/** The names of an index by how they end and how long they are. */
export class NameEndings {
  private readonly index: UnitIndex;
  /** Where the names of each bucket start, and the end of the last ones. */
  private readonly starts = new Uint32Array(2 ** bucketBits + 1);
  private readonly names: Uint32Array;

  constructor(index: UnitIndex) {
    this.index = index;
    this.names = new Uint32Array(index.size);
    const buckets = new Uint16Array(index.size);
    for (let at = 0; at < index.size; at += 1) {
      const bucket = this.bucketAt(at);
      buckets[at] = bucket;
      this.starts[bucket + 1]! += 1;
    }
    for (let bucket = 1; bucket < this.starts.length; bucket += 1) this.starts[bucket]! += this.starts[bucket - 1]!;
    const next = this.starts.slice();
    for (let at = 0; at < buckets.length; at += 1) {
      const slot = next[buckets[at]!]!;
      next[buckets[at]!] = slot + 1;
      this.names[slot] = at;
    }
  }

  /** Names of a length that end as a name of two letters or more does, in their order, among a few others. */
  endingAs(name: string, length: number): Uint32Array {
    const bucket = bucketOf(name.charCodeAt(name.length - 2), name.charCodeAt(name.length - 1), length);
    return this.names.subarray(this.starts[bucket], this.starts[bucket + 1]);
  }

  private bucketAt(at: number): number {
    const length = this.index.lengthAt(at);
    const before = length > 1 ? this.index.unitAt(at, length - 2) : 0;
    return bucketOf(before, this.index.unitAt(at, length - 1), length);
  }
}

function bucketOf(before: number, last: number, length: number): number {
  return (before * 1_021 + last * 32_749 + length * 509) % 2 ** bucketBits;
}
