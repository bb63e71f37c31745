import type { Element } from '../html/tree.js';
import type { Page } from '../page/page.js';
import type { OrganicResult } from '../results/responses.js';
import { type Found, given, type NumberedRow } from './found.js';
import { readRichRow } from './rich-rows.js';

/** What is added to rows. */
interface RowExtras {
  /** All of the row of a title's link; undefined where what rows show beside their fields is not asked for. */
  readonly blockOf: ((anchor: Element) => Element | undefined) | undefined;
  /** The rank of the element that a row is; undefined where elements are not asked for. */
  readonly rankOf: ((anchor: Element) => number | undefined) | undefined;
}

/** The rows with what the options ask for. */
export function rowsWith(
  page: Page,
  rows: readonly NumberedRow<OrganicResult>[],
  extras: RowExtras,
): Found<OrganicResult[]> {
  return given(
    rows.map((numbered) => {
      const block = extras.blockOf?.(numbered.anchor);
      const rank = extras.rankOf?.(numbered.anchor);
      const rich = block === undefined ? {} : readRichRow(page, numbered, block);
      return { ...numbered.row, ...rich, ...(rank !== undefined && { element: rank }) };
    }),
  );
}
