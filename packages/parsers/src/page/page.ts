import { PageError } from '../errors.js';
import { assertDepth, OversizeError } from '../html/budget.js';
import { type ParsedHtml, parseTree } from '../html/parse.js';
import { attributeText, type Element, isElement } from '../html/tree.js';
import { hasInvisibleCharacters, withoutInvisibleCharacters } from '../words/text.js';
import { flattenShadowRoots, placeStreamedParts, resolveRelativeLinks, unfoldLists } from './composed-tree.js';
import { wrapRowParts } from './flat-rows.js';
import { collectElementLists, type ElementLists, mergeInDocumentOrder } from './lists.js';
import { revealRows } from './revealed-rows.js';
import { isHeading } from './roles.js';
import { applyStyleRules } from './style-rules.js';
import { breakLinesAtStackedItems, putInDisplayedOrder, type StyledElement, styledElements } from './styles/display.js';
import { removeLetterIcons } from './text.js';
import {
  linkTitlesBesideLinks,
  moveDatesBehindHeadings,
  moveStretchedLinks,
  promoteLabelsToHeadings,
  replaceButtonsInTitles,
  replaceScriptedLinks,
  wrapInStretchedLinks,
} from './title-markup.js';

/**
 * A parsed page: its tree, and lists in document order to start from. Nothing in it changes after it is built, except the
 * levels of titles before the blocks of alpha are read.
 */
export interface Page {
  /** The parsed text, for data in scripts, which are not in the tree. */
  readonly source: string;
  readonly document: Element;
  /** Every element in document order: `elements[e.order] === e`, and `e`'s descendants are `e.order + 1 … e.last`. */
  readonly elements: readonly Element[];
  /** Every `a[href]`. */
  readonly anchors: readonly Element[];
  /** Every heading; see `isHeading`. */
  readonly headings: readonly Element[];
  /** The first element with each id. */
  readonly ids: ReadonlyMap<string, Element>;
  /** The elements with an id that an element before them has. */
  readonly repeated: readonly Element[];
  /** Whether the text goes on to the end of the document. */
  readonly isWhole: boolean;
  /** Whether there are style sheets whose rules for lines were not read. */
  readonly hasMoreStyles: boolean;
  /** Results of `oncePerPage` functions. */
  readonly memo: Map<(page: Page) => unknown, unknown>;
}

/**
 * Parses the text of a page.
 *
 * @param maxLineBreakCss total length of the style sheets that are searched for rules that begin and end lines; the default is
 *   for pages whose rows can be told without them, as a search takes long and few rules are for elements of rows
 * @throws {PageError} `unrecognised`, with the reason, for a page that is far larger or deeper than any result page
 */
export function parseHtmlPage(source: string, maxLineBreakCss = 500): Page {
  const { document, elements, styled, isWhole, styleSheets } = readElements(source);
  breakLinesAtStackedItems(styled);
  const hasMoreStyles = applyStyleRules(styleSheets, elements, maxLineBreakCss);
  let lists = collectElementLists(elements);
  revealRows(lists, styled);
  for (const settle of settlements) if (settle(lists, source)) lists = collectElementLists(inDocumentOrder(document));
  const { anchors, headings, ids, repeated } = lists;
  resolveRelativeLinks(lists.elements, anchors);
  return {
    source,
    document,
    elements: lists.elements,
    anchors,
    headings,
    ids,
    repeated,
    isWhole,
    hasMoreStyles,
    memo: new Map(),
  };
}

/** What changes the tree where a page marks up its rows in another way than others; each returns whether it did. */
const settlements: readonly ((lists: ElementLists, source: string) => boolean)[] = [
  unfoldLists,
  removeLetterIcons,
  replaceScriptedLinks,
  replaceButtonsInTitles,
  promoteLabelsToHeadings,
  moveStretchedLinks,
  wrapInStretchedLinks,
  linkTitlesBesideLinks,
  moveDatesBehindHeadings,
  wrapRowParts,
];

interface PageElements extends ParsedHtml {
  readonly elements: readonly Element[];
  readonly styled: readonly StyledElement[];
}

function readElements(source: string): PageElements {
  try {
    const tree = parseTree(source);
    const { placeholders, shadowRoots, nonAsciiTexts } = tree.noted;
    placeStreamedParts(placeholders, tree.document);
    flattenShadowRoots(shadowRoots);
    for (const text of nonAsciiTexts)
      if (hasInvisibleCharacters(text.data)) text.data = withoutInvisibleCharacters(text.data);
    const elements = inDocumentOrder(tree.document);
    const styled = styledElements(elements);
    if (!putInDisplayedOrder(styled)) return { ...tree, elements, styled };
    const ordered = inDocumentOrder(tree.document);
    return { ...tree, elements: ordered, styled: styledElements(ordered) };
  } catch (error) {
    if (error instanceof OversizeError) throw new PageError('unrecognised', { reason: error.message });
    throw error;
  }
}

/**
 * Memoizes a function of a page. The page holds the result: entries of a `WeakMap` survive collections of young
 * objects, which would then copy whole trees.
 */
export function oncePerPage<T>(read: (page: Page) => T): (page: Page) => T {
  return (page) => {
    const known = page.memo.get(read);
    if (known !== undefined || page.memo.has(read)) return known as T;
    const found = read(page);
    page.memo.set(read, found);
    return found;
  };
}

/** The next sibling element; undefined for the last. */
export function nextSibling({ elements }: Page, element: Element): Element | undefined {
  const next = elements[element.last + 1];
  return next?.parent === element.parent ? next : undefined;
}

/** The first element inside `outer` that passes; undefined if none does. */
export function findElement(page: Page, outer: Element, test: (element: Element) => boolean): Element | undefined {
  for (let i = outer.order + 1; i <= outer.last; i++) if (test(page.elements[i]!)) return page.elements[i];
  return undefined;
}

/** Whether an element inside `outer` passes. */
export function holdsElement(page: Page, outer: Element, test: (element: Element) => boolean): boolean {
  return findElement(page, outer, test) !== undefined;
}

/** The elements of the page that may have one of the attributes with these `attributeBits`, in document order. */
export function elementsThatMayHaveAttributes(page: Page, bits: number): Element[] {
  const bitsOf = bitsByOrder(page);
  const found: Element[] = [];
  for (let order = 0; order < bitsOf.length; order++)
    if ((bitsOf[order]! & bits) !== 0) found.push(page.elements[order]!);
  return found;
}

/** The elements whose id passes, in document order. Reads no attributes except of elements that repeat an id. */
export function elementsWithId({ ids, repeated }: Page, test: (id: string) => boolean): Element[] {
  const first: Element[] = [];
  for (const [id, element] of ids) if (test(id)) first.push(element);
  return mergeInDocumentOrder(
    first,
    repeated.filter((element) => test(attributeText(element, 'id'))),
  );
}

/** An array of all bits, which is much faster to scan than the elements. */
const bitsByOrder: (page: Page) => Int32Array = oncePerPage(({ elements }) => {
  const bits = new Int32Array(elements.length);
  for (let order = 0; order < bits.length; order++) bits[order] = elements[order]!.attributeBits;
  return bits;
});

/** The elements inside `outer` that pass, in document order. */
export function findElements(page: Page, outer: Element, test: (element: Element) => boolean): Element[] {
  return page.elements.slice(outer.order + 1, outer.last + 1).filter((element) => test(element));
}

/**
 * The nearest heading that is or contains an element. The result is kept for every element on the way, so that each is
 * visited once, whatever the number of calls.
 */
export function headingAround(page: Page, element: Element): Element | undefined {
  const known = headingsAround(page);
  let found: Element | null = null;
  let outer: Element | null = element;
  for (; outer !== null; outer = outer.parent) {
    const before: Element | null | undefined = known[outer.order];
    if (before === undefined && !isHeading(outer)) continue;
    found = before === undefined ? outer : before;
    break;
  }
  for (let inner: Element | null = element; inner !== outer && inner !== null; inner = inner.parent)
    known[inner.order] = found;
  if (outer !== null) known[outer.order] = found;
  return found ?? undefined;
}

const headingsAround: (page: Page) => (Element | null | undefined)[] = oncePerPage(
  ({ elements }) => new Array<Element | null | undefined>(elements.length),
);

/** Numbers every element and lists them. Not recursive: a page may nest deeper than the call stack. */
function inDocumentOrder(document: Element): Element[] {
  const elements: Element[] = [];
  const places: number[] = []; // for each open element, the index of the child to read next
  let element = enter(document);
  let place = 0;
  for (;;) {
    const { children } = element;
    for (; place < children.length; place++) {
      if (isElement(children[place]!)) break;
    }
    if (place < children.length) {
      places.push(place + 1);
      assertDepth(places.length);
      element = enter(children[place] as Element);
      place = 0;
    } else {
      element.last = elements.length - 1;
      if (element.parent === null) return elements;
      element = element.parent;
      place = places.pop()!;
    }
  }

  function enter(entered: Element): Element {
    entered.order = elements.length;
    elements.push(entered);
    return entered;
  }
}
