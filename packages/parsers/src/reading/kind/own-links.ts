import { hrefOf } from '../../html/tree.js';
import { oncePerPage, type Page } from '../../page/page.js';

/** A link within an engine's own site. */
export interface OwnLink {
  /** The host that it names in lower case, `''` for a link relative to the page's own. */
  readonly host: string;
  readonly path: string;
  readonly href: string;
  /** Its place among all links of the page. */
  readonly index: number;
}

/** The links of a page to an engine's own site: what a page says of itself, where its rows lead elsewhere. */
export const ownLinksOf: (page: Page) => readonly OwnLink[] = oncePerPage(({ anchors }) => {
  const links: OwnLink[] = [];
  for (const [index, anchor] of anchors.entries()) {
    const href = hrefOf(anchor).trim();
    const written = mayBeOwn.test(href) ? ownAddress.exec(href) : null;
    if (written !== null) links.push({ host: (written[1] ?? '').toLowerCase(), path: written[2] ?? '/', href, index });
  }
  return links;
});

/** Rules out most links, which lead to other sites. */
const mayBeOwn = /^(?:https?:)?\/(?:[^/]|\/[^/?#]*(?:google\.|bing\.com|brave\.com|microsoft\.com|live\.com))/i;

const ownAddress =
  /^(?:(?:https?:)?\/\/((?:[a-z\d-]+\.)*(?:google\.[a-z.]{2,10}|bing\.com|brave\.com|microsoft\.com|live\.com)))?(\/[^?#]*)?(?:[?#]|$)/i;
