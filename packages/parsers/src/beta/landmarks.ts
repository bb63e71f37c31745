import type { Element } from '../html/tree.js';
import type { Page } from '../page/page.js';

/** By what elements a page is recognised, as CSS selectors. */
export const selectors: readonly string[] = ['#b_results', '#turnstile-widget', 'form[action*="/turing/captcha"]'];

/** The list of results, on every result page and on no other. */
export function listOfResults({ ids }: Page): Element | undefined {
  return ids.get('b_results');
}

/** What is around the list of results and the count above it. */
export function contentOf({ ids }: Page): Element | undefined {
  return ids.get('b_content');
}
