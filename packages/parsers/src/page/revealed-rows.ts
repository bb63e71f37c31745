import { attributeBits } from '../html/attributes.js';
import { childElements, type Element, hrefOf } from '../html/tree.js';
import { mayBeResultLink, nodeHasExcerptLength } from './flat-rows.js';
import {
  type ElementLists,
  elementsWithin,
  firstWithin,
  isInAny,
  linksOfHeadings,
  outermostElements,
  parentWithMostBranches,
} from './lists.js';
import { isTransparent, readDisplayDeclarations } from './styles/declarations.js';
import type { StyledElement } from './styles/display.js';
import { hide, isSelfInaccessible, minElementsOfMainPart, reveal, revealAll } from './visible.js';

/**
 * Shows rows that a person sees although their elements are marked as invisible: those that a script fades in, and those
 * that screen readers skip. Each has a link that nothing else on the page has. Hides inert copies, which have none, as of
 * a list that a transition fades out.
 */
export function revealRows(lists: ElementLists, styled: readonly StyledElement[]): void {
  revealAroundMost(lists.elements);
  const faded = styled.flatMap((one) => (isFaded(one) ? one.element : []));
  const silent = lists.elements.filter(
    (element) => element.mayHave(silentBits) && isSelfInaccessible(element) && firstWithin(lists.anchors, element),
  );
  const inert = silent.filter((element) => element.hasAttribute('inert'));
  if (faded.length + inert.length === 0 && silent.length < minRows) return;
  const links = lists.anchors.filter(mayBeResultLink);
  const [unique] = rowsAmong(links, inert);
  for (const copy of outermostElements(inert)) if (!unique.includes(copy)) hide(copy);
  const [rows, others] = rowsAmong(links, faded);
  if (others.length === 0 || rows.length >= minRows) rows.forEach(reveal);
  const titles = new Set(linksOfHeadings(lists));
  const titled = links.filter((link) => titles.has(link));
  if (!revealMost(lists, rowsAmong(titled, silent)))
    revealMost(lists, rowsAmong(links, silent.filter(nodeHasExcerptLength)));
}

const minRows = 3;

/** Shows the elements around most of the page if they are hidden: a script shows them once the page has loaded. */
function revealAroundMost(elements: readonly Element[]): void {
  const most = Math.max(minElementsOfMainPart, elements.length / 1.5);
  const isMost = ({ name, order, last }: Element): boolean => /^html$|^body$/.test(name) || last - order > most;
  for (let outer = elements[0]; outer !== undefined; outer = childElements(outer).find(isMost)) revealAll(outer);
}

/** Whether a `style` makes an element transparent. */
function isFaded({ element, style }: StyledElement): boolean {
  return element.last > element.order && style.includes('opacity') && isTransparent(readDisplayDeclarations(style)!);
}

/** What hides an element from screen readers only. */
const silentBits = attributeBits(['aria-hidden', 'inert']);

/** The outermost hidden elements with a link of their own, and the links that are not hidden. */
type HiddenRows = readonly [rows: readonly Element[], others: readonly Element[]];

function rowsAmong(links: readonly Element[], hidden: readonly Element[]): HiddenRows {
  const outer = outermostElements(hidden);
  const others = links.filter((link) => !isInAny(outer, link));
  const known = new Set(others.map(hrefOf));
  return [outer.filter((row) => elementsWithin(links, row).some((link) => !known.has(hrefOf(link)))), others];
}

/** Shows hidden rows if they are most parts of their list; returns whether they are. */
function revealMost({ elements }: ElementLists, [rows, others]: HiddenRows): boolean {
  const parts = childElements(parentWithMostBranches(rows, elements[0]!));
  const holding = (list: readonly Element[]): number => parts.filter((part) => firstWithin(list, part)).length;
  const count = holding(rows);
  const isMost = count >= minRows && count > holding(others) && others.length < maxBeside * rows.length;
  if (isMost) rows.forEach(reveal);
  return isMost;
}

/** Number of other links, as in parts of an answer that are not rows, for each row. */
const maxBeside = 4;
