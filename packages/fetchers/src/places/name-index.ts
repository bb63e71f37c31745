import { placeNameRanks } from './place-list.js';
import { nameRankShift, type SortedPlaceNames } from './place-names.js';
import type { PlaceNames } from './types.js';
import { SortedTextIndex, type TextRange } from './unit-index.js';

/** A place that a name refers to. */
export interface PlaceNameRef {
  /** Index of the place in its list. */
  place: number;
  rank: number;
}

const placeMask = 2 ** nameRankShift - 1;

/** The sorted names of a list, in a form that can be transferred between threads. */
export interface PlaceNameIndexData extends SortedPlaceNames {
  endings: NameEndingData;
}

/** Adds to sorted names what finds them by their endings. */
export function indexPlaceNames(sorted: SortedPlaceNames): PlaceNameIndexData {
  return { ...sorted, endings: endingsOf(new SortedTextIndex(sorted.names)) };
}

/** The sorted names of a list, with the places that they refer to. */
export class PlaceNameIndex {
  readonly names: SortedTextIndex;
  /** The names by their endings. */
  readonly endings: PlaceNamesByEnding;
  private readonly data: PlaceNameIndexData;

  constructor(data: PlaceNameIndexData) {
    this.data = data;
    this.names = new SortedTextIndex(data.names);
    this.endings = new PlaceNamesByEnding(data.endings);
  }

  /** The places with a name; empty if there are none. */
  refsOf(name: string): PlaceNameRef[] {
    const at = this.names.find(name);
    const refs: PlaceNameRef[] = [];
    if (at !== -1) this.forEachRef({ from: at, to: at + 1 }, (place, rank) => refs.push({ place, rank }));
    return refs;
  }

  /** Calls back with the places of each name in a range, in order. */
  forEachRef({ from, to }: TextRange, take: (placeIndex: number, nameRank: number) => void): void {
    const { refs, refStarts } = this.data;
    for (let at = refStarts[from]!; at < refStarts[to]!; at += 1)
      take(refs[at]! & placeMask, refs[at]! >>> nameRankShift);
  }
}

/** Number of letters of an ending. */
export const nameEndingLength = 2;
const bucketBits = 16;

/** Names grouped in buckets, in a form that can be transferred between threads. */
export interface NameEndingData {
  /** Start of each bucket, and the end of the last one. */
  starts: Uint32Array;
  /** Position of each name in the sorted names. */
  names: Uint32Array;
}

/** Groups names by ending and length. */
function endingsOf(index: SortedTextIndex): NameEndingData {
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

/** The names of an index, grouped by ending and length. */
export class PlaceNamesByEnding {
  private readonly data: NameEndingData;

  constructor(data: NameEndingData) {
    this.data = data;
  }

  /** Candidates with a given length and the ending of a name with at least two letters, sorted. May include a few others. */
  candidatesWithEnding(name: string, length: number): Uint32Array {
    const bucket = bucketOf(name.charCodeAt(name.length - 2), name.charCodeAt(name.length - 1), length);
    return this.data.names.subarray(this.data.starts[bucket], this.data.starts[bucket + 1]);
  }
}

function bucketAt(index: SortedTextIndex, at: number): number {
  const length = index.lengthAt(at);
  const before = length > 1 ? index.unitAt(at, length - 2) : 0;
  return bucketOf(before, index.unitAt(at, length - 1), length);
}

function bucketOf(before: number, last: number, length: number): number {
  return (before * 1_021 + last * 32_749 + length * 509) % 2 ** bucketBits;
}

/** The names of each place in a list: the inverse of a name index. */
export class NamesByPlace {
  private readonly index: PlaceNameIndex;
  /** Start of the names of each place, and the end of the last ones. */
  private readonly starts: Uint32Array;
  /** Indices of names, each followed by its rank. */
  private readonly names: Uint32Array;
  private readonly ranks: Uint8Array;

  constructor(index: PlaceNameIndex, size: number) {
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

  /** All folded names of a place, without parts of names. */
  namesOf(place: number): PlaceNames {
    const names = { own: this.ofRank(place, placeNameRanks.own), other: this.ofRank(place, placeNameRanks.other) };
    const own = [...this.ofRank(place, placeNameRanks.country), ...names.own];
    return {
      ...names,
      own,
      codes: this.ofRank(place, placeNameRanks.code),
      everyday: this.ofRank(place, placeNameRanks.everyday),
    };
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
