/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Where examples say that the service listens. */
const exampleOrigin = 'http://127.0.0.1:8080';

/** Replaces the address in the examples of a page by that of the service that serves it, so that they run as they stand. */
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
