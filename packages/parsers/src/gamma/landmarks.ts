import type { Element } from '../html/tree.js';
import type { Page } from '../page/page.js';

/** By what elements a page is recognised, as CSS selectors. */
export const selectors: readonly string[] = [
  '#results',
  'form[action*="captcha"]',
  'meta[name="robots"][content*="noindex"]',
];

/** The list of results. */
export function listOfResults({ ids }: Page): Element | undefined {
  return ids.get('results');
}
