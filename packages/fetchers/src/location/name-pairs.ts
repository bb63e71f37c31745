/** The names of a list in their order, in a form that one thread can hand to another. */
export interface SortedNames {
  /** All names, one after the other, in the order of UTF-16 code units. */
  text: string;
  /** Where each name starts in the text, and the end of the last one. */
  starts: Uint32Array;
  /** Where the references of each name start, and the end of the last ones. */
  refStarts: Uint32Array;
  /** What the names name: a place, and the rank in the bits from `rankShift` on. */
  refs: Uint32Array;
}

/** Bits of a reference below its rank. */
export const rankShift = 28;

const foreign = 63;
const basicLetters = ' 0123456789abcdefghijklmnopqrstuvwxyz';
const basicCodes: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) => {
  const index = basicLetters.indexOf(String.fromCharCode(unit));
  return index === -1 ? 0 : index + 1;
});

/** Names and the places that they name, collected to be put in order. */
export class NamePairs {
  private readonly keys: string[] = [];
  private readonly refs: number[] = [];

  add(key: string, place: number, rank: number): void {
    if (key === '') return;
    this.keys.push(key);
    this.refs.push(((rank << rankShift) | place) >>> 0);
  }

  /** The names in their order, each once, with each of its places once, by the best rank. */
  sorted(): SortedNames {
    const order = this.order();
    const texts: string[] = [];
    const starts = new Uint32Array(order.length + 1);
    const refStarts = new Uint32Array(order.length + 1);
    const refs = new Uint32Array(order.length);
    let [count, refCount, length] = [0, 0, 0];
    for (let at = 0; at < order.length; ) {
      const key = this.keys[order[at]!]!;
      const ofKey: number[] = [];
      for (; at < order.length && this.keys[order[at]!] === key; at += 1) ofKey.push(this.refs[order[at]!]!);
      for (const ref of ofKey.length === 1 ? ofKey : bestOfEach(ofKey)) refs[refCount++] = ref;
      texts.push(key);
      length += key.length;
      count += 1;
      starts[count] = length;
      refStarts[count] = refCount;
    }
    return {
      text: texts.join(''),
      starts: starts.slice(0, count + 1),
      refStarts: refStarts.slice(0, count + 1),
      refs: refs.slice(0, refCount),
    };
  }

  /**
   * The numbers of the pairs in the order of their names. They are sorted as numbers, which is several times as fast as
   * texts: the first letters above the number of the pair. Runs of the same first letters are sorted as texts.
   */
  private order(): Uint32Array {
    const { length } = this.keys;
    const sorted = new BigUint64Array(length);
    const halves = new Uint32Array(sorted.buffer);
    for (let index = 0; index < length; index += 1) {
      halves[2 * index] = index;
      halves[2 * index + 1] = firstLetters(this.keys[index]!);
    }
    sorted.sort();
    const order = Uint32Array.from({ length }, (_, at) => halves[2 * at]!);
    for (let from = 0, to = 0; from < length; from = to) {
      while (to < length && halves[2 * to + 1] === halves[2 * from + 1]) to += 1;
      if (to - from > 1) order.subarray(from, to).sort((a, b) => compare(this.keys[a]!, this.keys[b]!));
    }
    return order;
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The beginning of a name as a number that sorts as it does: five letters, or one and the most of a second. */
function firstLetters(key: string): number {
  let bits = 0;
  for (let position = 0; position < 5; position += 1) {
    const unit = position < key.length ? key.charCodeAt(position) : -1;
    const code = unit < 0 ? 0 : (basicCodes[unit] ?? 0);
    if (unit >= 0 && code === 0) return withForeignLetter(bits, position, key);
    bits = bits * 64 + code;
  }
  return bits;
}

/** The bits so far, an escape, and of the letters behind it as much as there is room for. */
function withForeignLetter(bits: number, position: number, key: string): number {
  const room = 30 - 6 * (position + 1);
  const units = key.charCodeAt(position) * 65_536 + (position + 1 < key.length ? key.charCodeAt(position + 1) : 0);
  const kept = Math.floor(units / 2 ** (32 - room));
  return (bits * 64 + foreign) * 2 ** room + kept;
}

/** Of several references to one place the one of the best rank. */
function bestOfEach(refs: readonly number[]): number[] {
  const best = new Map<number, number>();
  for (const ref of refs) {
    const place = ref & (2 ** rankShift - 1);
    best.set(place, Math.min(best.get(place) ?? Number.POSITIVE_INFINITY, ref));
  }
  return [...best.values()];
}
