import type { Element } from '../../html/tree.js';
import { linkOfHeading } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { isSectionHeading } from '../../page/roles.js';
import { hasRenderedText } from '../../page/visible.js';
import { hostOf } from '../../words/address.js';
import { isAlphaHost } from '../hosts.js';
import { externalTargetOf, isHelpLink } from '../links.js';

/**
 * Gives titles the level that they have on most pages, below that of sections, where most have the level of one. Titles
 * are headings that link to other sites.
 */
export function lowerTitles({ anchors, headings }: Page): void {
  const titles = headings.filter((heading) => {
    const link = hasRenderedText(heading) && linkOfHeading(anchors, heading);
    return link && leadsToOtherSite(link);
  });
  const high = titles.filter(isSectionHeading);
  if (2 * high.length > titles.length)
    for (const title of high) title.listAttributes().unshift({ name: 'aria-level', value: '3' });
}

/** Whether a link leads to a site that is not the engine's. */
export function leadsToOtherSite(anchor: Element): boolean {
  const target = externalTargetOf(anchor);
  return target !== '' && !isHelpLink(anchor) && !isAlphaHost(hostOf(target));
}
