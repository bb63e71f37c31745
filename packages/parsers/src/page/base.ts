import { attribute, type Element, hrefOf } from '../html/tree.js';
import { parsedAddress } from '../words/address.js';

/** Resolves links that are relative to the base that the page states. Those that begin with a slash need no base. */
export function resolveLinks(anchors: readonly Element[], base: Element): void {
  const stated = attribute(base, 'href')?.trim() ?? '';
  for (const anchor of anchors) {
    const href = hrefOf(anchor);
    if (!relative.test(href)) continue;
    anchor.href = stated.startsWith('/') ? stated.replace(/[^/]*$/, href.trim()) : parsedAddress(href, stated)?.href;
  }
}

/** Neither with a scheme nor within the site or the page. */
const relative = /^\s*(?![a-z][a-z\d+.-]*:|[/#\s]|$)/i;
