import type { Element } from '../../html/tree.js';
import type { ElementType, PageColumn } from '../../results/elements.js';
import type { Layout } from '../blocks/layout.js';
import { isInColumn, isMainColumn } from '../landmarks.js';

/** Tells in which part of the page an element of a type stands. */
export function columnsOf({ page, rows }: Layout): (start: Element, type: ElementType) => PageColumn {
  const main = page.elements.find(isMainColumn);
  const last = rows.at(-1)?.anchor;
  return (start, type) => {
    if (isInColumn(page, start)) return 'side';
    if (main !== undefined && start.order < main.order) return 'top';
    return last !== undefined && start.order > last.order && endsPage.has(type) ? 'bottom' : 'main';
  };
}

/** What is below all columns where it follows the last row. */
const endsPage: ReadonlySet<ElementType> = new Set(['ad', 'related_searches', 'people_also_search', 'notice']);
