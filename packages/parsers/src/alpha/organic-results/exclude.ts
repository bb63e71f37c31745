import { attributeBits } from '../../html/attributes.js';
import { attributeText, closest, contains, type Element, isInside } from '../../html/tree.js';
import { looksLikeAddress, minExcerptLength, splitAtAddress } from '../../page/line-parts.js';
import { isHeading, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isDateText } from '../../words/dates.js';
import { nonRowRegionKind } from '../landmarks.js';
import { hasTextFragment } from '../links.js';
import type { DisplayedLink } from './address.js';
import type { RowCandidate } from './candidates.js';
import type { AlphaRow } from './row.js';
import type { Snippet } from './snippet.js';

/**
 * Why a candidate is not an ordinary row, judged by its ancestors alone. Skips the ancestors that it shares with
 * `other`, a candidate without such a reason.
 */
export function exclusionReasonByAncestors(
  { anchor }: RowCandidate,
  other: RowCandidate | undefined,
): string | undefined {
  for (let outer: Element | null = anchor; outer !== null; outer = outer.parent) {
    if (other !== undefined && contains(outer, other.anchor)) break;
    const kind = foreignKindOf(outer);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Why a row is not an ordinary one, judged by its lines. Undefined for an ordinary row. */
export function exclusionReasonByLines(row: AlphaRow): string | undefined {
  if (!row.titleLines[0]?.text) return 'untitled';
  if (hasTextFragment(row.anchor) && hasNoExcerpt(row)) return 'quotation';
  if (isMention(row)) return 'mention';
  return followsAnswer(row) ? belowAnswerReason : undefined;
}

/** Why a row below an answer was dropped. */
export const belowAnswerReason = 'answer';

/** Whether a link shows only its own address within a longer heading, as in a post that mentions a page. */
function isMention({ anchor, heading, host, titleLines }: AlphaRow): boolean {
  const title = titleLines[0]!.text;
  if (heading === undefined || !contains(heading, anchor) || !looksLikeAddress(title, host)) return false;
  return textOf(heading).length > 2 * title.length;
}

/**
 * Whether the row is a card of a pack. A card's link contains date and author, with few words below; an ordinary row
 * has an excerpt below.
 */
export function isPackCard({ addressLines }: AlphaRow, { line }: DisplayedLink, { text }: Snippet): boolean {
  if (text.length >= minExcerptLength) return false;
  const dated = addressLines.filter((own) => holdsDate(own.text));
  if (text !== '') return dated.some((own) => own !== line);
  const names = addressLines.at(-1) === line ? 2 : 1; // a site's name is above its address
  return dated.length > 0 || addressLines.length > names;
}

/** Whether one of the parts of a line is a date. */
function holdsDate(text: string): boolean {
  return text.split('·').some((part) => isDateText(part.trim()));
}

/** Whether the element begins a block without ordinary rows. */
export function isNonRowBlock(element: Element): boolean {
  return foreignKindOf(element) !== undefined;
}

/**
 * An answer quoted from a page precedes the link to it, in a heading or not; only the address may precede an ordinary
 * row. A heading may be the row's own only if the row has no excerpt.
 */
function followsAnswer(row: AlphaRow): boolean {
  const { before, anchor, host } = row;
  const isWithoutExcerpt = hasNoExcerpt(row);
  const lines = before.filter(({ text, block, pieces }) => {
    if (looksLikeAddress(text, host) || splitAtAddress(pieces, host) !== undefined) return false;
    return isWithoutExcerpt || !isInside(block, isRowHeading);
  });
  if (lines.reduce((length, { text }) => length + text.length, 0) > maxPrefaceLength) return true;
  return lines.some(({ block }) => {
    const answer = closest(block, isRowHeading) ?? closest(block, isAnswer);
    return answer !== undefined && !contains(answer, anchor);
  });
}

/** Whether no line below the title is long enough for an excerpt. */
function hasNoExcerpt({ after }: AlphaRow): boolean {
  return after.every(({ text }) => text.length < minExcerptLength);
}

/** Maximum length of the text before an ordinary row: a section's name, a running time and a channel's name. */
const maxPrefaceLength = 80;

function isRowHeading(element: Element): boolean {
  return isHeading(element) && !isSectionHeading(element);
}

function isAnswer(element: Element): boolean {
  return element.hasAttribute('data-md') || attributeText(element, 'data-attrid').startsWith('wa:');
}

/** The kind of block that an element begins, by its name, its id, or an attribute for scripts of that kind. */
function foreignKindOf(element: Element): string | undefined {
  return kindsByName.get(element.name) ?? (element.mayHave(markBits) ? kindByAttribute(element) : undefined);
}

function kindByAttribute(element: Element): string | undefined {
  const byId = nonRowRegionKind(attributeText(element, 'id'));
  if (byId !== undefined) return byId;
  for (const { name, kind } of marks) if (element.hasAttribute(name)) return kind;
  return kindOfFact(attributeText(element, 'data-attrid'));
}

const kindsByName = new Map([
  ['g-scrolling-carousel', 'carousel'],
  ['g-inner-card', 'carousel'],
  ['g-section-with-header', 'section'],
  ['g-link', 'profile'],
  ['g-accordion-expander', 'question'],
  ['block-component', 'answer'],
]);

/** Attributes that mark a block, whatever their value. */
const marks = [
  { name: 'data-text-ad', kind: 'ad' },
  { name: 'data-pla', kind: 'ad' },
  { name: 'data-q', kind: 'question' },
  { name: 'data-initq', kind: 'question' },
  { name: 'data-mqac', kind: 'question' },
  { name: 'data-mcp', kind: 'overview' },
  { name: 'data-news-cluster-id', kind: 'news' },
];

/** Rules out most elements, which have none of these, at once. */
const markBits = attributeBits(['id', 'data-attrid', ...marks.map(({ name }) => name)]);

function kindOfFact(value: string): string | undefined {
  if (value === 'SrpGenSumSummary') return 'overview';
  return value.startsWith('lab/content') ? 'topic' : undefined;
}
