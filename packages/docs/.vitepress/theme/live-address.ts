/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The URL of the service in examples. */
const exampleOrigin = 'http://127.0.0.1:8080';

/**
 * Replaces the URL in the examples of a page by that of the service that serves it, so that they can be run unchanged.
 */
export function showLiveAddress(page: Document, { origin, protocol }: Pick<Location, 'origin' | 'protocol'>): void {
  if (!protocol.startsWith('http') || origin === exampleOrigin) return;
  for (const code of page.querySelectorAll('.vp-doc pre code, .vp-doc td code, .vp-doc p code')) {
    if (!code.textContent?.includes(exampleOrigin)) continue;
    const walker = page.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      node.nodeValue = node.nodeValue?.replaceAll(exampleOrigin, origin) ?? null;
    }
  }
}
