import { linkInterpreter as betaLinks } from '../../src/beta/blocks/blocks.js';
import { linkInterpreter } from '../../src/gamma/blocks/blocks.js';
import { attribute, hrefOf } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';
import type { PageParts } from '../../src/reading/blocks/page-parts.js';
import { classifyLinks } from '../../src/reading/blocks/page-parts.js';
import type { PageColumn } from '../../src/results/blocks.js';

export const search = (query: string, text: string = query): string =>
  `<a href="/search?q=${encodeURIComponent(query)}">${text}</a>`;
export const out = (site: string, text: string): string => `<a href="https://${site}">${text}</a>`;

/** A page with a single part that covers the whole page. */
export function partsOf(html: string, column: 'main' | 'side' = 'main'): PageParts {
  const page = parseHtmlPage(`<main>${html}</main>`);
  const element = page.elements.find(({ name }) => name === 'main')!;
  return {
    page,
    links: classifyLinks(page.anchors, linkInterpreter),
    rows: [],
    parts: [{ element, column, isItem: true }],
  };
}

/**
 * A page whose parts have `data-part="main"`, `"side"`, `"top"` or `"note"` (not an item) and whose rows have links
 * with `data-row`.
 */
export function laidOut(html: string): PageParts {
  const page = parseHtmlPage(html);
  const rows = page.anchors
    .filter((anchor) => anchor.hasAttribute('data-row'))
    .map((anchor, index) => ({ position: index + 1, link: hrefOf(anchor), anchor, element: anchor.parent! }));
  const parts = page.elements.flatMap((element) => {
    const kind = attribute(element, 'data-part');
    if (kind === undefined) return [];
    return [{ element, column: kind === 'note' ? 'main' : (kind as PageColumn), isItem: kind !== 'note' }];
  });
  return { page, links: classifyLinks(page.anchors, linkInterpreter), rows, parts };
}

/** The same, with links as Bing writes them. */
export function laidOutByBeta(html: string): PageParts {
  const parts = laidOut(html);
  return { ...parts, links: classifyLinks(parts.page.anchors, betaLinks) };
}

/** The link of an ordinary row, for `laidOut`. */
export const rowLink = '<div><a data-row href="https://row.example/a">An ordinary row</a></div>';
