import { isSectionHeading, lastBefore, type Page } from '../../html/page.js';
import { contains, type Element } from '../../html/tree.js';
import { isRowList, type Row } from './row.js';
import type { Snippet } from './snippet.js';

/**
 * Those of the rows that are the items of a pack (videos, discussions): two or more below one section heading, none of
 * which says anything of its target.
 */
export function packedRows<R extends Row & { snippet: Snippet }>(page: Page, rows: readonly R[]): ReadonlySet<R> {
  const sections = page.headings.filter(isSectionHeading);
  const items = new Map<Element, R[]>();
  for (const row of rows) {
    const section = sectionAround(row.anchor, sections);
    if (section === undefined) continue;
    const beside = items.get(section);
    if (beside === undefined) items.set(section, [row]);
    else beside.push(row);
  }
  const packs = [...items.values()].filter(
    (pack) => pack.length > 1 && pack.every(({ snippet }) => snippet.text === ''),
  );
  return new Set(packs.flat());
}

/** The smallest element that holds the link and the section heading before it; undefined where that is a whole list. */
function sectionAround(anchor: Element, sections: readonly Element[]): Element | undefined {
  let section = lastBefore(sections, anchor) ?? null;
  while (section !== null && !contains(section, anchor)) section = section.parent;
  return section === null || isRowList(section) ? undefined : section;
}
