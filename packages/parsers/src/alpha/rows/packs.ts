import { isSectionHeading, type Page } from '../../html/page.js';
import { contains, type Element } from '../../html/tree.js';
import { isRowList, type Row } from './row.js';
import type { Snippet } from './snippet.js';

/**
 * Those of the rows that are the items of a pack (videos, discussions): two or more below one section heading, none of
 * which says anything of its target.
 */
export function packedRows<R extends Row & { snippet: Snippet }>(page: Page, rows: readonly R[]): ReadonlySet<R> {
  const sections = page.headings.filter(isSectionHeading);
  const packed = new Set<R>();
  for (const row of rows) {
    if (packed.has(row) || !saysNothing(row)) continue;
    const pack = sectionAround(row.anchor, sections);
    const items = pack === undefined ? [] : rows.filter(({ anchor }) => contains(pack, anchor));
    if (items.length > 1 && items.every(saysNothing)) for (const item of items) packed.add(item);
  }
  return packed;
}

function saysNothing({ snippet }: { snippet: Snippet }): boolean {
  return snippet.text === '';
}

/** The smallest element that holds the link and the section heading before it; undefined where that is a whole list. */
function sectionAround(anchor: Element, sections: readonly Element[]): Element | undefined {
  let section = sections.findLast(({ order }) => order < anchor.order) ?? null;
  while (section !== null && !contains(section, anchor)) section = section.parent;
  return section === null || isRowList(section) ? undefined : section;
}
