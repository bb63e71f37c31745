import { html } from 'parse5';

/**
 * How much a page may hold. Of some 1,100 real result pages the largest has 15,685 elements, 489 of them links (in 2.3
 * million characters), the deepest nests 65 of them, and in the densest there is one for every 45 characters. What goes
 * far beyond is no result page, and building its tree and reading rows off it would take time that others wait for.
 *
 * Counted is work: an element is one, and a link or a heading, which may begin a row, eight.
 */
const mostWork = 65_536;

/** What a page of any length may hold, before what its length allows. */
const leastWork = 8_192;

/** Characters that allow one more. */
const charactersPerWork = 32;

const rowWork = 8;

/** Elements that may stand in one another. Nothing that walks up or down the tree overflows the stack. */
export const deepest = 256;

/** Thrown for a page that is more work than a page can be. */
export class OversizeError extends Error {
  override readonly name = 'OversizeError';
}

/** Counts the elements of a page while it is parsed. */
export class Budget {
  private readonly length: number;
  private left: number;

  /** For a page of so many characters. */
  constructor(length: number) {
    this.length = length;
    this.left = Math.min(mostWork, leastWork + Math.floor(length / charactersPerWork));
  }

  /** Counts one more element of a tag. Throws an `OversizeError` where it is one too many. */
  spend(tag: html.TAG_ID): void {
    this.left -= workOf[tag]!;
    if (this.left < 0) throw new OversizeError(`more elements than a page of ${this.length} characters has`);
  }
}

const { A, H1, H2, H3, H4, H5, H6 } = html.TAG_ID;

const workOf: readonly number[] = Array.from({ length: html.TAG_ID.XMP + 1 }, (_, tag) =>
  [A, H1, H2, H3, H4, H5, H6].includes(tag) ? rowWork : 1,
);

/** Throws an `OversizeError` where so many elements stand in one another that it is one too many. */
export function limitDepth(depth: number): void {
  if (depth > deepest) throw new OversizeError(`more than ${deepest} elements in one another`);
}
