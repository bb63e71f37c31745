/**
 * Finds texts of one length in a longer text: the search skips most of it, because the pair of characters at the end of
 * a window tells how far the next text can be at least (Wu and Manber). Much faster than an `indexOf` for each text.
 */
export class TextFinder {
  private readonly length: number;
  private readonly skips = new Uint8Array(tableSize);
  private readonly ending = new Map<number, string[]>();

  /** `texts` have the same length, from 2 to 255. */
  constructor(texts: readonly string[]) {
    this.length = texts[0]!.length;
    this.skips.fill(this.length - 1);
    for (const text of texts) {
      for (let end = 1; end < this.length; end++) {
        const pair = pairOf(text.charCodeAt(end - 1), text.charCodeAt(end));
        this.skips[pair] = Math.min(this.skips[pair]!, this.length - 1 - end);
        if (end === this.length - 1) this.ending.set(pair, [...(this.ending.get(pair) ?? []), text]);
      }
    }
  }

  /** The indices of the last characters of all places, in order. */
  placesIn(text: string): number[] {
    const { skips, length } = this;
    const places: number[] = [];
    for (let at = length - 1; at < text.length; ) {
      const pair = pairOf(text.charCodeAt(at - 1), text.charCodeAt(at));
      const skip = skips[pair]!;
      if (skip > 0) at += skip;
      else {
        if (this.isAt(text, at, pair)) places.push(at);
        at++;
      }
    }
    return places;
  }

  private isAt(text: string, end: number, pair: number): boolean {
    return this.ending.get(pair)?.some((sought) => endsAt(text, end, sought)) === true;
  }
}

function endsAt(text: string, end: number, sought: string): boolean {
  for (let back = 0; back < sought.length; back++) {
    if (text.charCodeAt(end - back) !== sought.charCodeAt(sought.length - 1 - back)) return false;
  }
  return true;
}

const tableSize = 4096;

function pairOf(first: number, second: number): number {
  return ((first << 5) ^ second) & (tableSize - 1);
}
