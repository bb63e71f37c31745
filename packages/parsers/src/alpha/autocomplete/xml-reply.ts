import { attribute } from '../../html/tree.js';
import type { Page } from '../../page/page.js';
import type { Reply } from './json-reply.js';

/**
 * Reads the toolbar's XML, `toplevel > CompleteSuggestion > suggestion[data]`, as the page reader sees it: names in
 * lower case, entities decoded. Undefined where the page is no such reply.
 */
export function readXmlReply({ elements }: Page): Reply | undefined {
  if (!elements.some(({ name }) => name === 'toplevel')) return undefined;
  const values = elements
    .filter(({ name }) => name === 'suggestion')
    .map((suggestion) => (attribute(suggestion, 'data') ?? '').trim())
    .filter((value) => value !== '');
  return { values };
}
