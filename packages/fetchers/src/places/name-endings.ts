import type { UnitIndex } from './unit-index.js';

/** How many letters of an ending count. */
export const endingLength = 2;
const bucketBits = 16;

/** Names in the order of their buckets, in a form that one thread can hand to another. */
export interface EndingData {
  /** Where the names of each bucket start, and the end of the last ones. */
  starts: Uint32Array;
  /** Where each name is in the order of names. */
  names: Uint32Array;
}

/** Puts names in the order of how they end and how long they are. */
export function endingsOf(index: UnitIndex): EndingData {
  const starts = new Uint32Array(2 ** bucketBits + 1);
  const names = new Uint32Array(index.size);
  const buckets = new Uint16Array(index.size);
  for (let at = 0; at < index.size; at += 1) {
    const bucket = bucketAt(index, at);
    buckets[at] = bucket;
    starts[bucket + 1]! += 1;
  }
  for (let bucket = 1; bucket < starts.length; bucket += 1) starts[bucket]! += starts[bucket - 1]!;
  const next = starts.slice();
  for (let at = 0; at < buckets.length; at += 1) {
    const slot = next[buckets[at]!]!;
    next[buckets[at]!] = slot + 1;
    names[slot] = at;
  }
  return { starts, names };
}

/** The names of an index by how they end and how long they are. */
export class NameEndings {
  private readonly data: EndingData;

  constructor(data: EndingData) {
    this.data = data;
  }

  /** Names of a length that end as a name of two letters or more does, in their order, among a few others. */
  endingAs(name: string, length: number): Uint32Array {
    const bucket = bucketOf(name.charCodeAt(name.length - 2), name.charCodeAt(name.length - 1), length);
    return this.data.names.subarray(this.data.starts[bucket], this.data.starts[bucket + 1]);
  }
}

function bucketAt(index: UnitIndex, at: number): number {
  const length = index.lengthAt(at);
  const before = length > 1 ? index.unitAt(at, length - 2) : 0;
  return bucketOf(before, index.unitAt(at, length - 1), length);
}

function bucketOf(before: number, last: number, length: number): number {
  return (before * 1_021 + last * 32_749 + length * 509) % 2 ** bucketBits;
}
