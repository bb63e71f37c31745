import { contains, hrefOf } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { nearestOf, widestAround, within } from '../../page/ordered.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { Place } from '../../results/block-items.js';
import { readDecimal } from '../../words/numbers.js';
import { serviceOf, targetOf } from '../links.js';

/** Reads the places of a part that leads to maps: each around a link of its own, with a rating or an address. */
export function readLocalResults({ page, parts }: PageParts): Located<Place>[] {
  return parts.flatMap(({ element, column }) => {
    const isMap = within(page.anchors, element).some((anchor) => isMapService(serviceOf(hrefOf(anchor))));
    if (column === 'side' || !isMap) return [];
    const names = within(page.anchors, element).filter(
      (anchor) => isShown(anchor) && hasText(anchor) && targetOf(hrefOf(anchor)) !== undefined,
    );
    return names.flatMap((anchor) => {
      const block = widestAround(
        anchor,
        nearestOf(names, anchor, (other) => other === anchor),
        (outer) => !contains(element, outer),
      );
      const [title, ...details] = linesOf(block).map(({ text }) => text);
      const link = targetOf(hrefOf(anchor));
      const rating = details.map((text) => /^(\d[.,]\d)(?:\s|\(|$)/.exec(text)?.[1]).find((text) => text !== undefined);
      const stars = rating === undefined ? undefined : readDecimal(rating);
      if (title === undefined || details.length === 0) return [];
      return [
        {
          item: { title, ...(link !== undefined && { link }), ...(stars !== undefined && { rating: stars }), details },
          element: anchor,
        },
      ];
    });
  });
}

function isMapService(service: string | undefined): boolean {
  return service === 'maps' || service === 'local';
}
