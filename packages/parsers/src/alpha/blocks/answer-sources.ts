import { ancestors, type Element, isElement } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { firstWithin, within } from '../../page/lists.js';
import { findAll, type Page } from '../../page/page.js';
import { labelOf } from '../../page/text.js';
import { hasText, isHidden } from '../../page/visible.js';
import type { AnswerSource } from '../../results/block-items.js';
import { durationIn } from '../../words/numbers.js';
import { isBlank } from '../../words/text.js';
import { serviceOf } from '../hosts.js';
import { outsideTarget } from '../links.js';
import { withoutPosition } from './card-links.js';
import { isControl } from './decoration.js';

/**
 * The cards beside the text of an answer, each with its link: a link with several lines, or the element that an empty
 * link at its start covers.
 */
export function cardsOfSources(page: Page, answer: Element): ReadonlyMap<Element, Element> {
  const texts = findAll(page, answer, holdsText);
  const cards = new Map<Element, Element>();
  for (const anchor of within(page.anchors, answer)) {
    if (outsideTarget(anchor) === '' || isSearchHelp(anchor)) continue;
    const card = firstWithin(texts, anchor) === undefined ? cardAround(anchor, texts, answer) : anchor;
    if (card !== undefined && (card !== anchor || linesOf(anchor).length > 1)) cards.set(card, anchor);
  }
  return cards;
}

/** The nearest element with text around an empty link; undefined if any of the text precedes the link. */
function cardAround(anchor: Element, texts: readonly Element[], answer: Element): Element | undefined {
  for (const outer of ancestors(anchor)) {
    if (outer === answer) return undefined;
    const first = firstWithin(texts, outer);
    if (first !== undefined) return first.order > anchor.order ? outer : undefined;
  }
  return undefined;
}

function holdsText(element: Element): boolean {
  return !isHidden(element) && element.children.some((child) => !isElement(child) && !isBlank(child.data));
}

/** The pages that the answer cites, each once: those of its cards, and of the links without text or card. */
export function sourcesOf(page: Page, answer: Element, cards: ReadonlyMap<Element, Element>): AnswerSource[] {
  const cardLinks = new Set(cards.values());
  const bare = within(page.anchors, answer).filter(
    (anchor) => !cardLinks.has(anchor) && !hasText(anchor) && outsideTarget(anchor) !== '' && !isSearchHelp(anchor),
  );
  const named = bare.map((anchor) => ({ title: labelOf(anchor).replace(labelEnd, ''), link: outsideTarget(anchor) }));
  const sources = new Map<string, AnswerSource>();
  for (const source of [...Array.from(cards, readCard), ...named]) {
    const key = withoutPosition(source.link);
    if (source.title !== '' && !sources.has(key)) sources.set(key, source);
  }
  return [...sources.values()];
}

/** Whether a link leads to the engine's help about its search, or about what it knows of a page. */
export function isSearchHelp(anchor: Element): boolean {
  const link = outsideTarget(anchor);
  const service = serviceOf(link);
  return (
    service === 'policies' ||
    service === 'myactivity' ||
    (service === 'support' && /\/web(?:search|masters)\b/.test(link))
  );
}

/** Reads a card: a title, an excerpt, and last the name of the site. A card with only a button has no title. */
function readCard([card, anchor]: [Element, Element]): AnswerSource {
  const texts = linesOf(card, { skip: isControl }).map(({ text }) => text);
  const [title = '', ...lines] = texts.filter((text) => durationIn(text) === undefined);
  const source = lines.slice(lines.length > 1 ? 1 : 0).join(' ');
  const [snippet] = lines.length > 1 ? lines : [];
  return {
    title,
    link: outsideTarget(anchor),
    ...(source !== '' && source.length <= maximumName && { source }),
    ...(snippet !== undefined && { snippet }),
  };
}

/** The end of a label after the title: ". Opens in new tab." */
const labelEnd = /\.\s[^.]+\.$/;

const maximumName = 80;
