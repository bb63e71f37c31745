import { html } from 'parse5';

/**
 * Maximum work of a page. Of about 1,100 real result pages the largest has 15,685 elements, 489 of them links (in 2.3
 * million characters), the deepest has 65 levels, and the densest has one element per 45 characters. A page far beyond
 * that is not a result page, and parsing and reading it would take time from others.
 *
 * Counts elements; a link or a heading, which may begin a row, counts as eight.
 */
const maximumWork = 65_536;

/** Allowance for a page of any length, before that for its length. */
const baseWork = 8_192;

/** Number of characters that allow one more. */
const charactersPerWork = 32;

const rowWork = 8;

/** Maximum nesting of elements. Keeps recursion over the tree from overflowing the stack. */
export const maximumNesting = 256;

/** Thrown for a page that exceeds the budget. */
export class OversizeError extends Error {
  override readonly name = 'OversizeError';
}

/** Counts the elements of a page while it is parsed. */
export class ElementBudget {
  private readonly length: number;
  private left: number;

  /** The budget of a page with this many characters. */
  constructor(length: number) {
    this.length = length;
    this.left = Math.min(maximumWork, baseWork + Math.floor(length / charactersPerWork));
  }

  /** Counts an element. Throws an `OversizeError` if it exceeds the budget. */
  spend(tag: html.TAG_ID): void {
    this.left -= workOf[tag]!;
    if (this.left < 0) throw new OversizeError(`more elements than a page of ${this.length} characters has`);
  }
}

const { A, H1, H2, H3, H4, H5, H6 } = html.TAG_ID;

const workOf: readonly number[] = Array.from({ length: html.TAG_ID.XMP + 1 }, (_, tag) =>
  [A, H1, H2, H3, H4, H5, H6].includes(tag) ? rowWork : 1,
);

/** Throws an `OversizeError` if the nesting is too deep. */
export function assertDepth(depth: number): void {
  if (depth > maximumNesting) throw new OversizeError(`more than ${maximumNesting} elements in one another`);
}
