import { contains, type Element, hrefOf } from '../html/tree.js';
import { firstLines, isLinked, type Line, linesOf } from '../page/lines.js';
import { anchorsWithin, countsOf, elementsWithin, headingsWithin, lastBefore } from '../page/lists.js';
import { findElements, holdsElement, type Page } from '../page/page.js';
import { isButtonOrLabel, isImage } from '../page/roles.js';
import { textOf } from '../page/text.js';
import { hasRenderedText } from '../page/visible.js';
import { type ElementType, elementTypes } from '../results/blocks.js';
import type { OrganicResult } from '../results/responses.js';
import { isSameQueryOrTruncated, letter } from '../words/text.js';
import type { ResultFields } from './answer.js';
import { hasOtherPurpose } from './blocks/link-lists.js';
import {
  itemsOf,
  type Located,
  type LocatedBlocks,
  type RankedElements,
  rankElements,
  toResultBlocks,
  type UnrankedElement,
} from './blocks/located.js';
import type { NonRowPart, PageLinks, PageParts } from './blocks/page-parts.js';
import { type NumberedRow, valueWithoutSource } from './found.js';
import type { ParseContext } from './reading.js';
import { rowsWithExtras } from './rich-rows.js';

/** A result of an engine whose pages are split into parts, with the functions that read its extras. */
interface Extended<Result, Blocks extends object> {
  readonly reading: ParseContext;
  readonly rows: readonly NumberedRow<OrganicResult>[];
  readonly result: ResultFields<Result>;
  splitPage(page: Page, rows: readonly NumberedRow<OrganicResult>[]): PageParts;
  readBlocks(parts: PageParts): LocatedBlocks<Blocks>;
}

/** The result with the extras that the options ask for. */
export function withExtras<Result extends object, Blocks extends object>({
  reading: { page, options },
  rows,
  result,
  splitPage,
  readBlocks,
}: Extended<Result, Blocks>): ResultFields<Result> {
  const parts = splitPage(page, rows);
  const located = options.blocks || options.elements ? readBlocks(parts) : undefined;
  const elements = located && options.elements ? elementsOf(parts, located, rows) : undefined;
  const rowElements = new Map(parts.rows.map(({ anchor, element }) => [anchor, element]));
  const organic_results = rowsWithExtras(page, rows, {
    blockOf: options.rich ? (anchor) => rowElements.get(anchor) : undefined,
    rankOf: elements?.rankOf,
  });
  return {
    ...result,
    organic_results,
    ...(located && options.blocks && { blocks: valueWithoutSource(toResultBlocks(located, elements?.rankOf)) }),
    ...(elements && { elements: valueWithoutSource(elements.list) }),
  };
}

/** The blocks of an engine with their elements, by name. */
type AllLocated = Readonly<Record<string, readonly Located<object>[] | Located<object> | undefined>>;

/** An item of a block, and the type of its element. */
interface TypedItem {
  readonly type: ElementType;
  readonly item: object;
  readonly place: Element;
}

/**
 * Lists the whole page in order, from its parts and the blocks and rows in them. Parts that no reader knows are
 * `notice` or `other`.
 */
function elementsOf(
  { page, links, parts }: PageParts,
  located: object,
  rows: readonly NumberedRow<OrganicResult>[],
): RankedElements {
  const items = typedItems(located as AllLocated);
  const ads = items.filter(({ type }) => type === 'ad');
  const others = items.filter(({ type }) => type !== 'ad' && type !== 'faq');
  const columnOf = (place: Element): UnrankedElement['column'] =>
    parts.find(({ element }) => contains(element, place))?.column ?? 'main';
  const rowParts = rows.map(({ anchor, row: { position, title, link } }): UnrankedElement => {
    return { type: 'organic', column: 'main', title, link, position, start: anchor, members: [anchor] };
  });
  const adParts = ads.map(({ item, place }): UnrankedElement => {
    const { title, link } = item as { title: string; link: string };
    return { type: 'ad', column: columnOf(place), title, link, start: place, members: [place] };
  });
  const blocks = parts.flatMap((part) => {
    const inside = others.filter(({ place }) => contains(part.element, place));
    const own = ads.some(({ place }) => contains(part.element, place));
    if (inside.length > 0) return [blockPart(page, part, inside)];
    return own ? [] : unknownPart(page, links, part);
  });
  const ranks = rankElements([...rowParts, ...adParts, ...blocks]);
  return { ...ranks, rankOf: (place) => ranks.rankOf(place) ?? rankOfFaq(place) };

  /** Questions below a row are part of the row. */
  function rankOfFaq(place: Element): number | undefined {
    const row = rows.findLast(({ anchor }) => anchor.order < place.order);
    return row && ranks.rankOf(row.anchor);
  }
}

function typedItems(located: AllLocated): TypedItem[] {
  return Object.entries(located).flatMap(([name, block]) => {
    const type = name === 'ads' ? 'ad' : elementTypes.find((known) => known === name);
    const items = itemsOf(block);
    return type === undefined ? [] : items.map(({ item, element }) => ({ type, item, place: element }));
  });
}

/** The type that most items of a part have, unless one of them is of a type that decides alone. */
function blockPart(page: Page, { element, column }: NonRowPart, items: readonly TypedItem[]): UnrankedElement {
  const counts = countsOf(items.map((typed) => typed.type));
  const most = [...counts].sort(([, one], [, other]) => other - one)[0]![0];
  const type = deciding.find((known) => counts.has(known)) ?? most;
  const { item, place } = items.find((typed) => typed.type === type)!;
  const first = firstLineWithoutButtons(page, element);
  const isOfText = type === 'ai_overview' && first !== undefined && contains(place, first.block);
  const shown = isOfText ? '' : titleOf(page, element, first);
  const title = type === 'knowledge_graph' && 'title' in item ? String(item.title) : shown;
  return { type, column, title, start: element, members: items.map(({ place }) => place) };
}

/** The first line that neither is in a button nor repeats the one before it, as tips do. */
function firstLineWithoutButtons(page: Page, element: Element): Line | undefined {
  const buttons = findElements(page, element, isButtonOrLabel);
  return firstLines(element, maxTips, { skip: isButtonOrLabel }).find(({ text, pieces }) => {
    const before = lastBefore(buttons, pieces[0]!.parent);
    return before === undefined || textOf(before) !== text;
  });
}

/** Maximum number of first lines that may repeat buttons. */
const maxTips = 4;

const deciding: readonly ElementType[] = ['ai_overview', 'knowledge_graph', 'answer'];

/** The element for a part that no reader knows: `other` or `notice`; none for a pager, tabs or a count. */
function unknownPart(page: Page, links: PageLinks, { element, column, isItem }: NonRowPart): UnrankedElement[] {
  if (!isItem) return [];
  const anchors = anchorsWithin(page, element).filter(isReadableLink);
  if (anchors.some((anchor) => links.isPager(hrefOf(anchor)))) return [];
  if (anchors.filter((anchor) => /^\p{Nd}{1,3}$/u.test(textOf(anchor))).length > 1) return [];
  if (anchors.length === 0 && holdsElement(page, element, isTextArea)) return []; // a form for feedback
  const lines = linesOf(element, { skip: isButtonOrLabel });
  if (lines.reduce((sum, { text }) => sum + text.length, 0) < minTextLength) return [];
  const inSentences = new Set(lines.flatMap(linksInSentence));
  const searches = elementsWithin(links.searches, element).filter(
    (anchor) => isReadableLink(anchor) && !inSentences.has(anchor),
  );
  const isQueryShown = (anchor: Element): boolean =>
    isSameQueryOrTruncated(links.queryOf(hrefOf(anchor)), textOf(anchor));
  const isFurther = (anchor: Element): boolean =>
    isReadableLink(anchor) && links.serviceOf(hrefOf(anchor)) === undefined; // a service, absolute in saved pages
  const hasFurtherLinks =
    searches.length > 1 ||
    searches.some((anchor) => holdsElement(page, anchor, isImage)) ||
    (lines.length > 1 && elementsWithin(links.external, element).some(isFurther));
  const unknown = hasFurtherLinks ? 'other' : 'notice';
  const isOneNote = lines.length === 1 && !hasFurtherLinks;
  const suggested = searches.filter((anchor) => isQueryShown(anchor) && !hasOtherPurpose(hrefOf(anchor), links));
  const isRelated = suggested.length > 1 && suggested.length * 2 > anchors.length;
  return [
    {
      type: isRelated ? 'related_searches' : unknown,
      column,
      title: titleOf(page, element, isOneNote ? { ...lines[0]!, pieces: [] } : lines[0]), // even if it is a link
      start: element,
      members: [],
    },
  ];
}

function isTextArea({ name }: Element): boolean {
  return name === 'textarea';
}

const minTextLength = 20;

/** The links of a line with further words: they lead to nothing that the part lists. */
function linksInSentence({ pieces }: Line): Element[] {
  const isSentence = pieces.some(({ link, text }) => link === undefined && letter.test(text));
  return isSentence ? pieces.flatMap(({ link }) => link ?? []) : [];
}

function isReadableLink(anchor: Element): boolean {
  return hasRenderedText(anchor) && !isButtonOrLabel(anchor);
}

/** The heading of a part, else its first line if that can be a heading. */
function titleOf(page: Page, element: Element, first: Line | undefined): string {
  const heading = headingsWithin(page, element).find(hasRenderedText);
  const isHeading = first !== undefined && first.text.length <= maxTitleLength && !first.pieces.some(isLinked);
  if (heading !== undefined && (!isHeading || first.block.last >= heading.order)) return textOf(heading);
  return isHeading ? first.text : '';
}

const maxTitleLength = 80;
