import { attributeBits } from '../../html/attributes.js';
import { attribute, attributeText, childElements, contains, type Element, hrefOf, isInside } from '../../html/tree.js';
import { isBreadcrumb, looksLikeAddress } from '../../page/line-parts.js';
import { isLinked, type Line, linesOf, textsOf } from '../../page/lines.js';
import {
  containsAny,
  elementsWithin,
  firstWithin,
  headingsWithin,
  lowerBound,
  mergeInDocumentOrder,
} from '../../page/lists.js';
import { elementsWithId, headingAround, type Page } from '../../page/page.js';
import { hasRole, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText, hasText, isRendered } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { AnswerBox, AnswerKind } from '../../results/block-items.js';
import type { FeaturedSnippet } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { digit } from '../../words/text.js';
import { knowledgePropertyOf } from '../knowledge-graph/facts.js';
import { isDialog, isInSideColumn, isRowContainer } from '../landmarks.js';
import { externalTargetIn, externalTargetOf, isHelpLink, targetWithTextFragment } from '../links.js';
import { isNonRowBlock } from '../organic-results/exclude.js';
import { isGeneratedAnswer } from './answer-text.js';
import { isClickControl, isInCollapsedAnswer } from './controls.js';
import { type SectionedPage, widestBlockAround } from './layout.js';

/** Reads the engine's own box above or among the rows: a tool, a fact, a table of facts. */
export function readAnswerBox({ page, rows, bounds }: SectionedPage): Located<AnswerBox> | undefined {
  const anchors = rows.map(({ anchor }) => anchor);
  const [, second] = anchors;
  const end = second?.order ?? page.elements.length; // the first row may be above it
  const tools = toolsOf(page);
  for (const element of page.elements) {
    if (element.order > end) return undefined;
    const isMarked = element.mayHave(signBits) || tools.has(element);
    const mayBeSign = element.name === 'table' ? !containsAny(element, anchors) : isMarked;
    const kind = mayBeSign ? kindOf(element, tools.get(element)) : undefined;
    if (kind === undefined || !mayAnswer(page, element)) continue;
    const block = widestBlockAround(element, bounds);
    if (firstWithin(anchors, block) !== undefined) continue;
    const item = readBox(page, kind, element, block);
    if (item !== undefined) return { item, element: block };
  }
  return undefined;
}

/**
 * The elements whose id is the name of a tool, with the kind of its answer: that of the tool inside, if there is one;
 * and the lists of units.
 */
function toolsOf(page: Page): ReadonlyMap<Element, AnswerKind | undefined> {
  const named = elementsWithId(page, (id) => toolOf(id) !== undefined);
  const last = (element: Element): Element => elementsWithin(named, element).at(-1)!;
  const fields = page.elements.filter(isUnitField);
  return new Map([
    ...named.map((element) => [element, toolOf(attributeText(last(element), 'id'))] as const),
    ...fields.map((element) => [element, 'converter'] as const),
  ]);
}

const signBits = attributeBits(['data-dobid', 'data-attrid', 'data-tts']);

function mayAnswer(page: Page, element: Element): boolean {
  if (!isRendered(element) || !hasText(element) || isInSideColumn(page, element) || isInCollapsedAnswer(page, element))
    return false;
  return !isInside(element, (outer) => isDialog(outer) || isGeneratedAnswer(outer));
}

/**
 * The kind of answer: that of the tool that the element is, or by a marked property, or by a table of amounts.
 */
function kindOf(element: Element, tool: AnswerKind | undefined): AnswerKind | undefined {
  if (element.name === 'table') return isTableOfAmounts(element) ? 'nutrition' : undefined;
  if (tool !== undefined) return tool;
  if (attribute(element, 'data-dobid') === 'dfn') return 'definition';
  const byProperty = kindAmong(properties, knowledgePropertyOf(element));
  return byProperty ?? (attribute(element, 'data-tts') === 'answers' ? 'fact' : undefined);
}

/** Whether an element is a list of units beside an amount. */
function isUnitField({ name, parent }: Element): boolean {
  return name === 'select' && childElements(parent).some(amountIn);
}

/** The number in a field of a form; `''` for any other element. */
function amountIn(element: Element): string {
  const value = attributeText(element, 'value');
  return element.name === 'input' && digit.test(value) ? value : '';
}

/** A kind of answer and what marks it. */
type Sign = readonly [kind: AnswerKind, pattern: RegExp];

const tools: readonly Sign[] = [
  ['weather', /^wob_(?:wc|loc|dc)$/],
  ['converter', /^(?:knowledge-currency__|ucw_|tw-(?:ob|container)$)/],
  ['other', /^(?:cwos|cwmcwd|sports-app)$|^knowledge-finance-wholepage/],
];

function kindAmong(signs: readonly Sign[], text: string): AnswerKind | undefined {
  return signs.find(([, pattern]) => pattern.test(text))?.[0];
}

function toolOf(id: string): AnswerKind | undefined {
  return kindAmong(tools, id);
}

const properties: readonly Sign[] = [
  ['converter', /^(?:unit )?converter$/i],
  ['definition', /^(?:EntryHeader|SenseDefinition)$/],
  ['fact', /^(?:kc|hw|ss|okra):\/(?!.*(?:image|photo|video)).*\/answer|^wa:\/(?!description)/],
];

/**
 * Whether a table has rows of a name and an amount, which may be cells: "Calories 0", "Total fat 0 g", "0 %". Few tables on
 * a page have other content.
 */
function isTableOfAmounts(table: Element): boolean {
  if (table.last - table.order > maxTableElements || !isInside(table, isRowContainer)) return false;
  const lines = textsOf(linesOf(table));
  const amounts = lines.filter((text) =>
    /^(?:\p{L}[\p{L}\s().,-]*\s?\d+(?:[.,]\d+)?\s?(?:k?cal|m?g|µg|%|kJ)?|\d+(?:[.,]\d+)?\s?%)$/u.test(text),
  );
  return lines.length >= minLines && amounts.length * 2 > lines.length;
}

const minLines = 4;

/** Maximum number of elements: a larger one is a table layout of the page. */
const maxTableElements = 1000;

/** Whether a link of an answer box explains it or opens a form. */
function isToolLink(link: Element): boolean {
  return isHelpLink(link) || hrefOf(link) === '#';
}

function readBox(page: Page, kind: AnswerKind, mark: Element, block: Element): AnswerBox | undefined {
  const heading = headingsWithin(page, block).find((inner) => hasRenderedText(inner) && inner.last < mark.order);
  const isNoText = (element: Element): boolean =>
    element === heading || element.name === 'select' || (element.name === 'a' && isToolLink(element));
  const lines = textsOf(linesOf(block, { skip: (element) => isClickControl(element) || isNoText(element) }));
  const title = heading === undefined ? mark.name === 'table' && lines.shift() : textOf(heading);
  const shown = lines.join(' ');
  const amounts = elementsWithin(page.elements, block).map(amountIn).filter(Boolean);
  const text = digit.test(shown) ? shown : amounts.join(' = ') || shown;
  if (text === '' || text.length > maxAnswerLength) return undefined;
  const link = externalTargetIn(page, block);
  return { kind, text, ...(title && { title }), ...(link && { link }) };
}

/** Longer texts are the whole page. */
const maxAnswerLength = 4000;

/** Reads the text quoted above the results: a text, then the titled link to its page, which is not a row. */
export function readFeaturedSnippet({ page, rows }: SectionedPage): Located<FeaturedSnippet> | undefined {
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const end = rowAnchors[1]?.order ?? page.elements.length; // the first row may be above it
  const links = page.anchors.slice(0, lowerBound(page.anchors, end));
  const titled = links.filter((anchor) => isTitle(page, anchor) || isExplained(page, anchor));
  const bounds = mergeInDocumentOrder(titled, rowAnchors);
  for (const anchor of titled) {
    if (rowAnchors.includes(anchor) || isInOtherBlock(page, anchor)) continue;
    const text = quoteAbove(page, anchor, widestBlockAround(anchor, bounds));
    const title = titleOf(page, anchor);
    if (text.length < minimumQuote || title === '') continue;
    return { item: { text, title, link: targetWithTextFragment(anchor) }, element: anchor };
  }
  return undefined;
}

/** Shorter texts above a link are its site's name and address. */
const minimumQuote = 40;

/** Whether an external link contains a title's heading, or is the whole of one. */
function isTitle(page: Page, anchor: Element): boolean {
  const heading = firstWithin(page.headings, anchor) ?? headingAround(page, anchor);
  if (heading === undefined || isSectionHeading(heading)) return false;
  return externalTargetOf(anchor) !== '' && isRendered(anchor);
}

/**
 * Whether an external link precedes one that explains such quotes: pages without scripts have no headings there. An
 * extension of the browser may add links without text.
 */
function isExplained({ anchors }: Page, anchor: Element): boolean {
  if (!hasText(anchor)) return false;
  let next = lowerBound(anchors, anchor.order + 1);
  while (next < anchors.length && !hasText(anchors[next]!)) next++;
  return (
    anchors[next] !== undefined &&
    hrefOf(anchors[next]!).includes('featured_snippets') &&
    externalTargetOf(anchor) !== ''
  );
}

function titleOf(page: Page, anchor: Element): string {
  const heading = firstWithin(page.headings, anchor);
  return heading === undefined ? (linesOf(anchor)[0]?.text ?? '') : textOf(heading);
}

function isInOtherBlock(page: Page, anchor: Element): boolean {
  return isInside(anchor, isOtherBlock) || isInCollapsedAnswer(page, anchor);
}

/** Whether the element is an advertisement, a question or the like; an element of answers may belong to the quote. */
function isOtherBlock(element: Element): boolean {
  return isNonRowBlock(element) && element.name !== 'block-component';
}

function quoteAbove(page: Page, anchor: Element, block: Element): string {
  const sections = new Set(headingsWithin(page, block).filter(isSectionHeading));
  const lines = linesOf(block, {
    skip: (element) => sections.has(element) || hasRole(element, 'button'),
  });
  const end = lines.findIndex((line) => isLineOf(line, anchor));
  const host = hostOf(externalTargetOf(anchor));
  const above = lines
    .slice(0, Math.max(end, 0))
    .filter(({ pieces, text }) => !pieces.every(isLinked) && !isAddressOrDate(text, host));
  return textsOf(above).join(' ');
}

/** Whether a text is the address of the page, or its date. */
function isAddressOrDate(text: string, host: string): boolean {
  return looksLikeAddress(text, host) || isBreadcrumb(text) || isDateText(text);
}

function isLineOf({ pieces }: Line, element: Element): boolean {
  return pieces.some(({ parent }) => contains(element, parent));
}
