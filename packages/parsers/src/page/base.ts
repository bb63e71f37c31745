import { attribute, type Element, hrefOf } from '../html/tree.js';
import { parsedAddress } from '../words/address.js';

/** Resolves links that are relative to the base that the page states. Those that begin with a slash need no base. */
export function resolveLinks(elements: readonly Element[], anchors: readonly Element[]): void {
  const base = statedBase(elements);
  if (base === undefined) return;
  for (const anchor of anchors) {
    const href = hrefOf(anchor);
    if (!relative.test(href)) continue;
    anchor.href = base.startsWith('/')
      ? base.slice(0, base.lastIndexOf('/') + 1) + href.trim()
      : parsedAddress(href, base)?.href;
  }
}

/** The base that the head of a page states; undefined if none. */
function statedBase(elements: readonly Element[]): string | undefined {
  for (const element of elements) {
    if (element.name === 'base' && element.hasAttribute('href')) return attribute(element, 'href')!.trim();
    if (element.name === 'body') return undefined;
  }
  return undefined;
}

/** Neither with a scheme nor within the site or the page. */
const relative = /^\s*(?![a-z][a-z\d+.-]*:|[/#\s]|$)/i;
