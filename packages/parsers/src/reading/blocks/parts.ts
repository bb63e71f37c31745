import type { Element } from '../../html/tree.js';
import { outermost, within } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import type { PageColumn } from '../../results/blocks.js';
import type { PageLinks } from './page-links.js';

/** A page split into its rows and the parts between and beside them, which blocks are read from. */
export interface PageParts {
  readonly page: Page;
  readonly links: PageLinks;
  readonly rows: readonly RowPart[];
  /** The parts that are not rows, in page order. */
  readonly parts: readonly PartOfPage[];
}

/** A part of the page that is not a row. */
export interface PartOfPage {
  readonly element: Element;
  readonly column: PageColumn;
  /** Whether it is an item of a list, as all blocks are; other parts are counts, tabs and notes. */
  readonly isItem: boolean;
}

/** Whether a part stands above the first row, or in the place of rows that the page does not have. */
export function isAboveRows({ element, column }: PartOfPage, [first]: PageParts['rows']): boolean {
  return column !== 'side' && (first === undefined || element.order < first.anchor.order);
}

/** An ordinary row with its part of the page. */
interface RowPart {
  readonly position: number;
  readonly link: string;
  /** Its title's link. */
  readonly anchor: Element;
  readonly element: Element;
}

/** The links of the rows and parts of a page, in page order: neither those of its head and foot, nor those hidden in it. */
export function anchorsIn({ anchors }: Page, parts: PageParts['parts'], rows: PageParts['rows']): Element[] {
  const elements = [...parts, ...rows].map(({ element }) => element);
  return outermost(elements.sort((one, other) => one.order - other.order)).flatMap((element) =>
    within(anchors, element),
  );
}
