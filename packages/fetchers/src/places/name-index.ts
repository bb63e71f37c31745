import { type EndingData, endingsOf, NameEndings } from './name-endings.js';
import { rankShift, type SortedNames } from './name-pairs.js';
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
