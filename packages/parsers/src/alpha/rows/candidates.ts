import { hostOf } from '../../html/address.js';
import { linesOf } from '../../html/lines.js';
import { isHeading, isSectionHeading, type Page, within } from '../../html/page.js';
import { isHidden } from '../../html/text.js';
import { attribute, closest, type Element } from '../../html/tree.js';
import { targetOf } from '../links.js';
import { splitAtAddress } from './address.js';

/** A link that looks like the title of a row. */
export interface Candidate {
  readonly anchor: Element;
  /** The heading inside or around the link; pages for clients without scripts may have none. */
  readonly heading: Element | undefined;
  /** Where the link leads. */
  readonly link: string;
}

/** Every visible link outside that holds a title's heading or stands in one, in document order. */
export function headedCandidates(page: Page): Candidate[] {
  return page.anchors.flatMap((anchor) => {
    const heading =
      within(page.headings, anchor).find((inner) => !isSectionHeading(inner)) ?? closest(anchor, isHeading);
    return heading !== undefined && !isSectionHeading(heading) ? candidateOf(anchor, heading) : [];
  });
}

/** Every visible link outside that ends with its own address: what a page without headings offers. */
export function plainCandidates(page: Page): Candidate[] {
  return page.anchors
    .flatMap((anchor) => candidateOf(anchor, undefined))
    .filter(({ anchor, link }) => {
      const pieces = linesOf(anchor).flatMap((line) => line.pieces);
      return splitAtAddress(pieces, hostOf(link)) !== undefined;
    });
}

function candidateOf(anchor: Element, heading: Element | undefined): Candidate[] {
  const link = targetOf(attribute(anchor, 'href') ?? '');
  return link === undefined || closest(anchor, isHidden) !== undefined ? [] : [{ anchor, heading, link }];
}
