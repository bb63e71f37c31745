import type { Element } from '../../html/tree.js';
import type { ElementType, PageColumn, PageElement } from '../../results/blocks.js';

/** A part of a page before it is ranked. */
export interface PagePart {
  readonly type: ElementType;
  readonly column: PageColumn;
  readonly title: string;
  /** Its first element, which determines its place. */
  readonly start: Element;
  /** Target of a row or an advertisement. */
  readonly link?: string;
  /** `position` of a row. */
  readonly position?: number;
  /** The elements of the rows and items in it. */
  readonly places: readonly Element[];
}

/** The elements of a page, and a look-up of the element that a row or an item belongs to. */
export interface RankedElements {
  readonly list: PageElement[];
  /** `rank` of the element that contains a row or an item. */
  readonly rankOf: (place: Element) => number | undefined;
}

/** Ranks the parts in page order: first everything above, in and below the main column, then the column beside it. */
export function ranked(parts: readonly PagePart[]): RankedElements {
  const ordered = [...parts].sort(
    (one, other) =>
      Number(one.column === 'side') - Number(other.column === 'side') || one.start.order - other.start.order,
  );
  const counts = new Map<ElementType, number>();
  const ranks = new Map<Element, number>();
  const list = ordered.map(({ type, column, title, link, position, places }, index): PageElement => {
    const rank = index + 1;
    const rank_in_type = (counts.get(type) ?? 0) + 1;
    counts.set(type, rank_in_type);
    for (const place of places) ranks.set(place, rank);
    const element: PageElement = { type, rank, rank_in_type, column, title };
    if (link !== undefined) element.link = link;
    if (position !== undefined) element.position = position;
    return element;
  });
  return { list, rankOf: (place) => ranks.get(place) };
}
