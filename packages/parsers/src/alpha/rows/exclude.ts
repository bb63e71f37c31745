import { hostOf } from '../../html/address.js';
import { isDateText } from '../../html/dates.js';
import { isHeading, isSectionHeading } from '../../html/page.js';
import { attribute, closest, contains, type Element } from '../../html/tree.js';
import { type Address, looksLikeAddress, shortestExcerpt } from './address.js';
import type { Row } from './row.js';
import type { Snippet } from './snippet.js';

/** Why a row is no ordinary one: what it stands in, or what its link is made for. Undefined for an ordinary row. */
export function reasonAgainst(row: Row): string | undefined {
  const block = closest(row.anchor, isForeignBlock);
  if (block !== undefined) return kindOf(block);
  if (row.link.includes('#:~:text=')) return 'quotation';
  if (row.titleLines.length === 0 || row.titleLines[0]?.text === '') return 'untitled';
  return followsAnswer(row) ? 'answer' : undefined;
}

/**
 * Whether the row is a card of a pack. A card's link tells when and by whom; an ordinary row's holds title, name and
 * address, and what it says of its target stands below.
 */
export function isCard({ linkLines }: Row, { line }: Address, { text }: Snippet): boolean {
  const others = linkLines.filter((other) => other !== line);
  const names = linkLines.at(-1) === line ? 1 : 0; // a site's name stands above its address
  if (text === '' && others.length > names) return true;
  return others.some((other) => other.text.split('·').some((part) => isDateText(part.trim())));
}

/** Whether the element begins a block that holds no ordinary rows. */
export function isForeignBlock(element: Element): boolean {
  return kindOf(element) !== undefined;
}

/**
 * An answer taken from a page stands above the link to it, in a heading or not; above an ordinary row stands at most its
 * address. What is headed is the row's own only where the row says nothing of its target itself.
 */
function followsAnswer({ before, after, anchor, link }: Row): boolean {
  const isSilent = after.every(({ text }) => text.length < shortestExcerpt);
  const lines = before.filter(({ text, block }) => {
    return !looksLikeAddress(text, hostOf(link)) && (isSilent || closest(block, isTitle) === undefined);
  });
  if (lines.reduce((length, { text }) => length + text.length, 0) > longestPreface) return true;
  return lines.some(({ block }) => {
    const answer = closest(block, isTitle) ?? closest(block, isAnswer);
    return answer !== undefined && !contains(answer, anchor);
  });
}

/** Letters that may stand above an ordinary row: a section's name, a running time and the name of a channel. */
const longestPreface = 80;

function isTitle(element: Element): boolean {
  return isHeading(element) && !isSectionHeading(element);
}

function isAnswer(element: Element): boolean {
  return attribute(element, 'data-md') !== undefined || attribute(element, 'data-attrid')?.startsWith('wa:') === true;
}

/** What kind of block an element begins, by its name, its id, or an attribute that scripts of that kind read. */
function kindOf({ name: elementName, attributes }: Element): string | undefined {
  const byName = kindsByName.get(elementName);
  if (byName !== undefined) return byName;
  for (const { name, value } of attributes) {
    const kind = name === 'id' ? kindsById.get(value) : kindsByAttribute.get(name)?.(value);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

const kindsByName = new Map([
  ['g-scrolling-carousel', 'carousel'],
  ['g-inner-card', 'carousel'],
  ['g-section-with-header', 'section'],
  ['g-link', 'profile'],
  ['g-accordion-expander', 'question'],
  ['block-component', 'answer'],
]);

const kindsById = new Map([
  ['tads', 'ad'],
  ['tadsb', 'ad'],
  ['bottomads', 'ad'],
  ['tvcap', 'ad'],
  ['mbEnd', 'ad'],
  ['rhs', 'panel'],
  ['iur', 'images'],
]);

const kindsByAttribute = new Map<string, (value: string) => string | undefined>([
  ['data-text-ad', () => 'ad'],
  ['data-pla', () => 'ad'],
  ['data-q', () => 'question'],
  ['data-initq', () => 'question'],
  ['data-mqac', () => 'question'],
  ['data-mcp', () => 'overview'],
  ['data-news-cluster-id', () => 'news'],
  ['data-attrid', kindOfFact],
]);

function kindOfFact(value: string): string | undefined {
  if (value === 'SrpGenSumSummary') return 'overview';
  return value.startsWith('lab/content') ? 'topic' : undefined;
}
