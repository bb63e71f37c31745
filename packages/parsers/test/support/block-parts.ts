import { links } from '../../src/gamma/blocks/layout.js';
import { readPage } from '../../src/page/page.js';
import type { PageParts } from '../../src/reading/blocks/parts.js';

export const search = (query: string, text: string = query): string =>
  `<a href="/search?q=${encodeURIComponent(query)}">${text}</a>`;
export const out = (site: string, text: string): string => `<a href="https://${site}">${text}</a>`;

/** A page whose only part is all of it. */
export function partsOf(html: string, column: 'main' | 'side' = 'main'): PageParts {
  const page = readPage(`<main>${html}</main>`);
  const element = page.elements.find(({ name }) => name === 'main')!;
  return { page, links, rows: [], parts: [{ element, column, isItem: true }] };
}
