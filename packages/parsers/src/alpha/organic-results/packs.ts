import { closest, contains, type Element } from '../../html/tree.js';
import { lastBefore } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { isRowList } from '../landmarks.js';
import { sectionHeadings } from './candidates.js';
import type { AlphaRow } from './row.js';
import type { Snippet } from './snippet.js';

/** A row with what it says of its target. */
interface RowWithSnippet {
  readonly row: AlphaRow;
  readonly snippet: Snippet;
}

/**
 * Those of the rows that are the items of a pack (videos, discussions, places): two or more in one block below a section
 * heading or in one table, none of which says anything of its target.
 */
export function packedRows<R extends RowWithSnippet>(page: Page, rows: readonly R[]): ReadonlySet<R> {
  const sections = sectionHeadings(page);
  const seen = new Set<Element>();
  const packed = new Set<R>();
  for (const [index, { row, snippet }] of rows.entries()) {
    if (snippet.text !== '') continue;
    for (const block of [blockBelow(lastBefore(sections, row.anchor), row.anchor), tableAround(row.anchor)]) {
      if (block === undefined || seen.has(block)) continue;
      seen.add(block);
      const items = rowsInside(block, rows, index);
      if (items.length > 1 && items.every(isSilent)) for (const item of items) packed.add(item);
    }
  }
  return packed;
}

/** The smallest element that holds the link and the heading before it; undefined where that is the whole list. */
function blockBelow(heading: Element | undefined, anchor: Element): Element | undefined {
  let block = heading ?? null;
  while (block !== null && !contains(block, anchor)) block = block.parent;
  return block === null || isRowList(block) ? undefined : block;
}

/** The table that the link is in, undefined where that holds the whole list. */
function tableAround(anchor: Element): Element | undefined {
  const table = closest(anchor, (outer) => outer.name === 'table' || isRowList(outer));
  return table === undefined || isRowList(table) ? undefined : table;
}

function isSilent({ snippet }: RowWithSnippet): boolean {
  return snippet.text === '';
}

/** The rows of a block, of which the one at `index` is one. */
function rowsInside<R extends RowWithSnippet>(block: Element, rows: readonly R[], index: number): readonly R[] {
  const isOutside = (other: R | undefined) => other === undefined || !contains(block, other.row.anchor);
  let start = index;
  let end = index + 1;
  while (!isOutside(rows[start - 1])) start--;
  while (!isOutside(rows[end])) end++;
  return rows.slice(start, end);
}
