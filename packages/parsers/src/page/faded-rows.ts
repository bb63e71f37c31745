import { type Element, hrefOf } from '../html/tree.js';
import type { Lists } from './lists.js';
import { isInAny, outermost, within } from './ordered.js';
import { mayLeadOut } from './outside-links.js';
import { isTransparent, readDeclarations } from './styles/declarations.js';
import type { StyledElement } from './styles/styled-elements.js';
import { hasText, reveal } from './visible.js';

/**
 * Shows the rows that a script fades in: elements that a `style` makes transparent, each with a link that nothing else
 * on the page has. There are at least three, or no links beside theirs. A transparent copy of a row has the links of the
 * row.
 */
export function revealFadedRows({ anchors }: Lists, styled: readonly StyledElement[]): void {
  const faded = outermost(styled.flatMap((one) => (isFaded(one) ? one.element : []))).filter((element) =>
    within(anchors, element).some(mayLeadToResult),
  );
  if (faded.length === 0) return;
  const others = new Set(
    anchors.filter((anchor) => mayLeadToResult(anchor) && !isInAny(faded, anchor)).map((anchor) => hrefOf(anchor)),
  );
  const rows = faded.filter((element) =>
    within(anchors, element).some((anchor) => mayLeadToResult(anchor) && !others.has(hrefOf(anchor))),
  );
  if (others.size === 0 || rows.length >= minRows) for (const row of rows) reveal(row);
}

const minRows = 3;

function mayLeadToResult(anchor: Element): boolean {
  return mayLeadOut(anchor) && hasText(anchor);
}

function isFaded({ element, style }: StyledElement): boolean {
  return element.last > element.order && style.includes('opacity') && isTransparent(readDeclarations(style)!);
}
