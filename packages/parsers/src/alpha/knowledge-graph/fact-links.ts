import { type Element, hrefOf, isElement, type Node } from '../../html/tree.js';
import { find, type Page } from '../../page/page.js';
import { isLink } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isSearchLink, parameterOf, targetOf } from '../links.js';

/** Whether the element is a link to another site. In a fact's value it is a source. */
export function isOutsideLink(element: Element): boolean {
  return isLink(element) && hostOf(targetOf(hrefOf(element)) ?? '') !== '';
}

/**
 * The link that makes up a whole piece of a fact and is only a note: a source, or a search for more. Undefined if it is
 * part of the value.
 */
export function noteLinkIn(page: Page, piece: Element): Element | undefined {
  const link = isLink(piece) ? piece : find(page, piece, isLink);
  if (link === undefined || textOf(link) !== textOf(piece)) return undefined;
  return isOutsideLink(link) || !searchesForItsText(link) ? link : undefined;
}

/**
 * The link at the end of a list that leads to the rest of it: it searches for the property, or leads elsewhere, while
 * the other links search for their own text.
 */
export function moreLinkOf(page: Page, pieces: readonly Node[]): Element | undefined {
  const last = lastLinkIn(page, pieces);
  const before = last === undefined ? '' : textBefore(pieces, last);
  if (
    last === undefined ||
    isDateText(before.trimEnd().replace(/[,，、،]$/, '')) ||
    !/[,，、،·⋅-]\s*(?:\p{L}{1,3}\s*)?$/u.test(before)
  )
    return undefined;
  return isOutsideLink(last) || searchesForItsText(last) ? undefined : last;
}

function lastLinkIn({ elements }: Page, pieces: readonly Node[]): Element | undefined {
  for (const piece of pieces.toReversed()) {
    if (!isElement(piece)) continue;
    for (let i = piece.last; i >= piece.order; i--) if (isLink(elements[i]!)) return elements[i];
  }
  return undefined;
}

/** Whether the link searches for its text, or part of it: "Menlo Park, CA" may search for "Menlo Park". */
function searchesForItsText(link: Element): boolean {
  const href = hrefOf(link);
  const query = isSearchLink(href) ? wordsOf(parameterOf(href, 'q') ?? '') : [];
  return wordsOf(textOf(link)).some((word) => query.some((asked) => isSameWord(word, asked)));
}

/** Scripts without spaces write several words as one. */
function isSameWord(word: string, other: string): boolean {
  return word === other || (unspaced.test(word) && (word.includes(other) || other.includes(word)));
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function textBefore(pieces: readonly Node[], end: Element): string {
  let text = '';
  let isPast = false;
  const visit = (node: Node): void => {
    isPast ||= node === end;
    if (isPast) return;
    if (isElement(node)) node.children.forEach(visit);
    else text += node.data;
  };
  pieces.forEach(visit);
  return text;
}
