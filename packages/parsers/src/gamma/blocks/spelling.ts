import { type Element, hrefOf } from '../../html/tree.js';
import { within } from '../../page/ordered.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { Spelling } from '../../results/block-items.js';
import { sameQuery } from '../../words/same-query.js';
import { queryOf } from '../links.js';

/**
 * Reads the line above the rows with another writing of the query: one link that asks for it, or a second one that asks for
 * what was typed, which says that the rows are for the other writing.
 */
export function readSpelling({ page, rows, parts }: PageParts): Located<Spelling> | undefined {
  const first = rows[0]?.anchor.order ?? page.elements.length;
  for (const { element, column } of parts) {
    if (column === 'side' || element.order > first) continue;
    const links = within(page.anchors, element).filter((anchor) => isShown(anchor) && asksItsText(anchor));
    const [link, other] = links;
    const words = textOf(element, { skip: ({ name }) => name === 'a' });
    if (link === undefined || links.length > 2 || words === '') continue;
    return { item: { kind: other === undefined ? 'suggested' : 'corrected', query: textOf(link) }, element: link };
  }
  return undefined;
}

function asksItsText(anchor: Element): boolean {
  const query = queryOf(hrefOf(anchor));
  return query !== '' && sameQuery(query.replace(/"/g, ''), textOf(anchor).replace(/["“”]/g, ''));
}
