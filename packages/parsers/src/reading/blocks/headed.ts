import type { Element } from '../../html/tree.js';
import { firstLines } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { hasText } from '../../page/visible.js';

/** Whether a part begins with a heading, or with a short line that leads nowhere. */
export function isHeaded(page: Page, part: Element): boolean {
  return within(page.headings, part).some(hasText) || nameOf(part) !== undefined;
}

/** The block of the first line of a part, where that may name what follows: it is short, leads nowhere, and is not all. */
export function nameOf(part: Element): Element | undefined {
  const [first, second] = firstLines(part, 2);
  if (first === undefined || second === undefined || first.block === part) return undefined;
  const isName = first.text.length <= longestName && first.pieces.every(({ link }) => link === undefined);
  return isName ? first.block : undefined;
}

const longestName = 40;
