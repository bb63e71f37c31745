import type { Element } from '../../html/tree.js';
import type { Page } from '../../page/page.js';
import type { PageColumn } from '../../results/blocks.js';

/** A page split into its rows and the parts between and beside them, which blocks are read from. */
export interface PageParts {
  readonly page: Page;
  readonly links: EngineLinks;
  /** The links that count clicks on advertisements, in page order. */
  readonly adLinks: readonly Element[];
  readonly rows: readonly RowPart[];
  /** The parts that are not rows, in page order. */
  readonly parts: readonly PartOfPage[];
}

/** The meaning of links on an engine's pages, by their `href`. */
export interface EngineLinks {
  /** The external page that a link leads to; undefined if none. */
  readonly targetOf: (href: string) => string | undefined;
  /** The query that a link searches the engine for; `''` for any other link. */
  readonly queryOf: (href: string) => string;
  /**
   * The engine's other service that a link leads to: `images`, `videos`, `news`, `maps` …; undefined for any other
   * link.
   */
  readonly serviceOf: (href: string) => string | undefined;
  /** Whether a link leads to another page of the list. */
  readonly isPager: (href: string) => boolean;
  /** Parameters that show that a link with a query is not a suggestion: filters, entities, corrections, other pages. */
  readonly otherPurposes: readonly string[];
}

/** The same, each link read once: many blocks look at the same links. */
export function readOnce(links: EngineLinks): EngineLinks {
  return {
    ...links,
    targetOf: remembered(links.targetOf),
    queryOf: remembered(links.queryOf),
    serviceOf: remembered(links.serviceOf),
  };
}

function remembered<T>(read: (href: string) => T): (href: string) => T {
  const known = new Map<string, T>();
  return (href) => {
    const before = known.get(href);
    if (before !== undefined || known.has(href)) return before as T;
    const found = read(href);
    known.set(href, found);
    return found;
  };
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
