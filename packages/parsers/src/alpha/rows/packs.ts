import { isSectionHeading, lastBefore, type Page } from '../../html/page.js';
import { contains, type Element } from '../../html/tree.js';
import { isRowList, type Row } from './row.js';
import type { Snippet } from './snippet.js';

/**
 * Those of the rows that are the items of a pack (videos, discussions): two or more in one block below a section
 * heading, none of which says anything of its target.
 */
export function packedRows<R extends Row & { snippet: Snippet }>(page: Page, rows: readonly R[]): ReadonlySet<R> {
  const sections = page.headings.filter(isSectionHeading);
  const seen = new Set<Element>();
  const packed = new Set<R>();
  for (const [index, row] of rows.entries()) {
    const block = row.snippet.text === '' ? blockBelow(lastBefore(sections, row.anchor), row.anchor) : undefined;
    if (block === undefined || seen.has(block)) continue;
    seen.add(block);
    const items = rowsInside(block, rows, index);
    if (items.length > 1 && items.every(({ snippet }) => snippet.text === ''))
      for (const item of items) packed.add(item);
  }
  return packed;
}

/** The smallest element that holds the link and the heading before it; undefined where that is the whole list. */
function blockBelow(heading: Element | undefined, anchor: Element): Element | undefined {
  let block = heading ?? null;
  while (block !== null && !contains(block, anchor)) block = block.parent;
  return block === null || isRowList(block) ? undefined : block;
}

/** The rows of a block, of which the one at `index` is one. */
function rowsInside<R extends Row>(block: Element, rows: readonly R[], index: number): readonly R[] {
  const isOutside = (row: R | undefined) => row === undefined || !contains(block, row.anchor);
  let start = index;
  let end = index + 1;
  while (!isOutside(rows[start - 1])) start--;
  while (!isOutside(rows[end])) end++;
  return rows.slice(start, end);
}
