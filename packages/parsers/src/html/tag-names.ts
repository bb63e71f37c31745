import { html } from 'parse5';
import { endsName, isInName, isNameAt } from './attributes.js';

/**
 * The names of tags, each kept once: a page repeats some dozen names thousands of times, which are those of all pages,
 * and to find one among those seen is cheaper than to cut it out anew.
 */
export class TagNames {
  /** The name last read. */
  last = '';
  /** What parse5 numbers a tag of that name. */
  lastTag: html.TAG_ID = html.TAG_ID.UNKNOWN;
  private readonly slots: string[] = new Array(tableSize).fill('');
  private readonly tags: html.TAG_ID[] = new Array(tableSize).fill(html.TAG_ID.UNKNOWN);

  /** Reads the name that begins at `from`; the index behind it, or -1 where it is not an ordinary name. */
  endOf(source: string, from: number): number {
    let hash = 0;
    let at = from;
    for (let code = source.charCodeAt(at); isInName(code); code = source.charCodeAt(++at)) {
      hash = (Math.imul(hash, 31) + (code | 0x20)) | 0;
    }
    if (at === from || !endsName(source.charCodeAt(at))) return -1;
    const slot = (hash ^ (hash >>> 10)) & (tableSize - 1);
    const known = this.slots[slot]!;
    if (isNameAt(source, from, at, known)) {
      this.last = known;
      this.lastTag = this.tags[slot]!;
    } else this.add(slot, asPropertyName(source.slice(from, at).toLowerCase()));
    return at;
  }

  private add(slot: number, name: string): void {
    this.last = name;
    this.lastTag = html.getTagID(name);
    if (name.length > longestKept) return;
    this.slots[slot] = name;
    this.tags[slot] = this.lastTag;
  }
}

const tableSize = 1024;

/** Longer names are not kept from one page to the next, so that no page can fill the memory with them. */
const longestKept = 64;

/** The same text as V8 keeps the names of properties: once, apart from any page, and compared by its address alone. */
function asPropertyName(text: string): string {
  return Object.keys({ [text]: true })[0]!;
}
