import { hrefOf } from '../../html/tree.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import { linksBelow } from '../../reading/blocks/sitelinks.js';
import type { RowSitelinks } from '../../results/blocks.js';
import { targetOf } from '../links.js';

/** Reads the links below the rows to other pages, or other places on a page, of the same site. */
export function readSitelinks({ page, rows }: PageParts): Located<RowSitelinks>[] {
  return rows.flatMap((row) => {
    const links = linksBelow(page, row, (anchor) => targetOf(hrefOf(anchor)) ?? '');
    return links.length === 0 ? [] : [{ item: { position: row.position, links }, element: row.anchor }];
  });
}
