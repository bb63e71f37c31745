import type { NameIndex } from './name-index.js';
import { rankOf } from './place-list.js';
import type { PlaceNames } from './types.js';

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
