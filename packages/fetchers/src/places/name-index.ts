import { rankShift, type SortedNames } from './name-pairs.js';
import { rankOf } from './place-list.js';
import type { PlaceNames } from './types.js';
import { UnitIndex, type UnitRange } from './unit-index.js';

/** What a name names. */
export interface NameRef {
  /** Number of the place in its list. */
  place: number;
  rank: number;
}

const placeMask = 2 ** rankShift - 1;

/** The names of a list in their orders, in a form that one thread can hand to another. */
export interface NameData extends SortedNames {
  endings: EndingData;
}

/** Puts names in the order of their endings as well. */
export function indexNames(sorted: SortedNames): NameData {
  return { ...sorted, endings: endingsOf(new UnitIndex(sorted.names)) };
}

/** The names of a list in their order, and the places that they name. */
export class NameIndex {
  readonly names: UnitIndex;
  /** The names by how they end. */
  readonly endings: NameEndings;
  private readonly data: NameData;

  constructor(data: NameData) {
    this.data = data;
    this.names = new UnitIndex(data.names);
    this.endings = new NameEndings(data.endings);
  }

  /** What a name names; empty where no place is called so. */
  refsOf(name: string): NameRef[] {
    const at = this.names.find(name);
    const refs: NameRef[] = [];
    if (at !== -1) this.forEachRef({ from: at, to: at + 1 }, (place, rank) => refs.push({ place, rank }));
    return refs;
  }

  /** Takes what the names of a run name, one name after the other. */
  forEachRef({ from, to }: UnitRange, take: (place: number, rank: number) => void): void {
    const { refs, refStarts } = this.data;
    for (let at = refStarts[from]!; at < refStarts[to]!; at += 1) take(refs[at]! & placeMask, refs[at]! >>> rankShift);
  }
}

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
function endingsOf(index: UnitIndex): EndingData {
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

/** The names of each place of a list: a name index read the other way round. */
export class NamesByPlace {
  private readonly index: NameIndex;
  /** Where the names of each place start, and the end of the last ones. */
  private readonly starts: Uint32Array;
  /** Names, by their number, and beside each its rank. */
  private readonly names: Uint32Array;
  private readonly ranks: Uint8Array;

  constructor(index: NameIndex, size: number) {
    this.index = index;
    this.starts = new Uint32Array(size + 1);
    this.forEach((place) => {
      this.starts[place + 1]! += 1;
    });
    for (let place = 0; place < size; place += 1) this.starts[place + 1]! += this.starts[place]!;
    this.names = new Uint32Array(this.starts[size]!);
    this.ranks = new Uint8Array(this.names.length);
    const next = this.starts.slice();
    this.forEach((place, rank, name) => {
      const at = next[place]!;
      next[place] = at + 1;
      this.names[at] = name;
      this.ranks[at] = rank;
    });
  }

  /** All names of a place, as they are compared. Parts of a name are left out. */
  namesOf(place: number): PlaceNames {
    const names = { own: this.ofRank(place, rankOf.own), other: this.ofRank(place, rankOf.other) };
    const own = [...this.ofRank(place, rankOf.country), ...names.own];
    return { ...names, own, codes: this.ofRank(place, rankOf.code), everyday: this.ofRank(place, rankOf.everyday) };
  }

  private ofRank(place: number, rank: number): string[] {
    const found: string[] = [];
    for (let at = this.starts[place]!; at < this.starts[place + 1]!; at += 1) {
      if (this.ranks[at] === rank) found.push(this.index.names.textAt(this.names[at]!));
    }
    return found;
  }

  private forEach(take: (place: number, rank: number, name: number) => void): void {
    for (let name = 0; name < this.index.names.size; name += 1) {
      this.index.forEachRef({ from: name, to: name + 1 }, (place, rank) => take(place, rank, name));
    }
  }
}
