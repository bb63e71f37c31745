import { attribute, contains, type Element, isElement } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { firstWithin, within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { isShown } from '../../page/visible.js';
import { rowListsOf } from '../landmarks.js';
import { isHelp, outsideTarget } from '../links.js';

/**
 * The parts of the list, between its rows, that begin with a short line as sections do, and that none of the headed
 * sections is in or around: what a page has whose sections are not marked as headed.
 *
 * @param anchors the titles of the rows
 * @param headed the blocks of the headed sections
 */
export function unnamedSections(
  page: Page,
  anchors: readonly Element[],
  headed: readonly Element[],
): { heading: Element; block: Element }[] {
  const [list = page.document] = rowListsOf(page);
  return partsBetween(list, anchors).flatMap((block) => {
    if (headed.some((known) => contains(known, block) || contains(block, known))) return [];
    const heading = isShown(block) && holdsItems(page, block) ? nameOf(block) : undefined;
    return heading === undefined ? [] : [{ heading, block }];
  });
}

/** The widest elements of the list that hold no row and are no part of one. */
function partsBetween(list: Element, anchors: readonly Element[]): Element[] {
  const parts: Element[] = [];
  const waiting: Element[] = [list];
  for (let outer = waiting.pop(); outer !== undefined; outer = waiting.pop()) {
    const inner = outer.children.filter(isElement);
    const isWithinRow = outer !== list && within(anchors, outer).length === 1;
    for (const child of inner) {
      if (firstWithin(anchors, child) !== undefined) waiting.push(child);
      else if (!isWithinRow) parts.push(child);
    }
  }
  return parts.sort((one, other) => one.order - other.order);
}

/** Two cards or folded texts at least. What the engine wrote itself ends with a link to its help. */
function holdsItems(page: Page, block: Element): boolean {
  const links = within(page.anchors, block);
  if (links.some(isHelp)) return false;
  const targets = new Set(links.map(outsideTarget));
  targets.delete('');
  if (targets.size > 1) return true;
  let folded = 0;
  for (let i = block.order; i <= block.last; i++) {
    if (attribute(page.elements[i]!, 'aria-expanded') === 'false') folded += 1;
  }
  return folded > 1;
}

/** The block of the first line, where that may name what follows: it is short and no link. */
function nameOf(block: Element): Element | undefined {
  const [first, second] = linesOf(block);
  if (first === undefined || second === undefined || first.text.length > longestName) return undefined;
  return first.block === block || first.pieces.some(({ link }) => link !== undefined) ? undefined : first.block;
}

const longestName = 60;
