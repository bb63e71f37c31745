import { type Element, hrefOf } from '../../html/tree.js';
import { appendToList, elementsWithin, outermostElements } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { hasRole } from '../../page/roles.js';
import { hasText, isRendered, isSelfHiddenInAnyWay } from '../../page/visible.js';
import type { PageColumn } from '../../results/blocks.js';

/** A page split into its rows and the parts between and beside them, which blocks are read from. */
export interface PageParts {
  readonly page: Page;
  readonly links: PageLinks;
  readonly rows: readonly RowPart[];
  /** The parts that are not rows, in page order. */
  readonly parts: readonly NonRowPart[];
}

/** A part of the page that is not a row. */
export interface NonRowPart {
  readonly element: Element;
  readonly column: PageColumn;
  /** Whether it is an item of a list, as all blocks are; other parts are counts, tabs and notes. */
  readonly isItem: boolean;
}

/** The parts that are not beside the rows. */
export function partsOutsideSideColumn(parts: PageParts['parts']): Element[] {
  return parts.flatMap(({ element, column }) => (column === 'side' ? [] : element));
}

/** Whether a part stands above the first row, or in the place of rows that the page does not have. */
export function isAboveRows({ element, column }: NonRowPart, [first]: PageParts['rows']): boolean {
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

/** A page with its rows, the parts that are displayed with text and are no dialogs, and the links in both. */
export function pageParts(
  page: Page,
  rows: PageParts['rows'],
  found: PageParts['parts'],
  engine: LinkInterpreter,
): PageParts {
  const parts = found
    .filter(({ element }) => isRendered(element) && !isSelfHiddenInAnyWay(element) && hasText(element))
    .filter(({ element }) => !hasRole(element, 'dialog'))
    .sort((one, other) => one.element.order - other.element.order);
  return { page, links: classifyLinks(anchorsIn(page, parts, rows), engine), rows, parts };
}

/** The links of the rows and parts of a page, in page order: neither those of its head and foot, nor those hidden in it. */
function anchorsIn({ anchors }: Page, parts: PageParts['parts'], rows: PageParts['rows']): Element[] {
  const elements = [...parts, ...rows].map(({ element }) => element);
  return outermostElements(elements.sort((one, other) => one.order - other.order)).flatMap((element) =>
    elementsWithin(anchors, element),
  );
}

/** The meaning of links on an engine's pages, by their `href`. */
export interface LinkInterpreter {
  /** The external page that a link leads to; undefined if none. */
  readonly targetOf: (href: string) => string | undefined;
  /** The query that a link searches the engine for; `''` for any other link. */
  readonly queryOf: (href: string) => string;
  /**
   * The engine's other service that a link leads to: `images`, `videos`, `news`, `maps` …; undefined for any other
   * link.
   */
  readonly serviceOf: (href: string) => string | undefined;
  /** Whether a link, as written, leads to an external page and is neither a search nor a service: most can be told so. */
  readonly isDirect: (href: string) => boolean;
  /** Whether a link counts a click on an advertisement. */
  readonly isAdClick: (href: string) => boolean;
  /** Whether a link leads to another page of the list. */
  readonly isPager: (href: string) => boolean;
  /** Parameters that show that a link with a query is not a suggestion: filters, entities, corrections, other pages. */
  readonly otherPurposes: readonly string[];
}

/**
 * The links of a page, by what they lead to. Each list is in page order, so that the links of a part are a slice of it:
 * most parts have no link of a kind, and a reader of that kind skips them without looking at their links.
 */
export interface PageLinks extends LinkInterpreter {
  /** The links that count clicks on advertisements. */
  readonly ads: readonly Element[];
  /** The links to external pages. */
  readonly external: readonly Element[];
  /** The links that search for a query. */
  readonly searches: readonly Element[];
  /** The links to one of the engine's other services. */
  readonly to: (service: string) => readonly Element[];
}

/** What a link leads to. */
interface Meaning {
  readonly target: string | undefined;
  readonly query: string;
  readonly service: string | undefined;
}

/** Sorts the links of a page. Each is read once, because many blocks look at the same links. */
export function classifyLinks(anchors: readonly Element[], engine: LinkInterpreter): PageLinks {
  const meanings = new Map<string, Meaning>();
  const meaningOf = (href: string): Meaning => {
    let meaning = meanings.get(href);
    if (meaning === undefined) {
      meaning = readMeaning(href, engine);
      meanings.set(href, meaning);
    }
    return meaning;
  };
  const [ads, external, searches]: [Element[], Element[], Element[]] = [[], [], []];
  const byService = new Map<string, Element[]>();
  for (const anchor of anchors) {
    const href = hrefOf(anchor);
    const { target, query, service } = meaningOf(href);
    if (engine.isAdClick(href)) ads.push(anchor);
    if (target !== undefined) external.push(anchor);
    if (query !== '') searches.push(anchor);
    if (service !== undefined) appendToList(byService, service, anchor);
  }
  return {
    ...engine,
    targetOf: (href) => meaningOf(href).target,
    queryOf: (href) => meaningOf(href).query,
    serviceOf: (href) => meaningOf(href).service,
    ads,
    external,
    searches,
    to: (service) => byService.get(service) ?? [],
  };
}

function readMeaning(href: string, { isDirect, targetOf, queryOf, serviceOf }: LinkInterpreter): Meaning {
  if (isDirect(href)) return { target: href.trim(), query: '', service: undefined };
  return { target: targetOf(href), query: queryOf(href), service: serviceOf(href) };
}
