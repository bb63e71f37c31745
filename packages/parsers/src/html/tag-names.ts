import { html } from 'parse5';
import { isNameAt, nameEnd } from './attributes.js';

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
    const end = nameEnd(source, from);
    if (end === -1) return -1;
    const slot = slotOf(source, from, end);
    const known = this.slots[slot]!;
    if (isNameAt(source, from, end, known)) {
      this.last = known;
      this.lastTag = this.tags[slot]!;
    } else this.add(slot, asPropertyName(source.slice(from, end).toLowerCase()));
    return end;
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

function slotOf(source: string, from: number, end: number): number {
  let hash = end - from;
  for (let at = from; at < end; at++) hash = (Math.imul(hash, 31) + (source.charCodeAt(at) | 0x20)) | 0;
  return (hash ^ (hash >>> 10)) & (tableSize - 1);
}

/** The same text as V8 keeps the names of properties: once, apart from any page, and compared by its address alone. */
function asPropertyName(text: string): string {
  return Object.keys({ [text]: true })[0]!;
}
