import { attribute, type Element } from '../../html/tree.js';
import type { Page } from '../../page/page.js';
import type { Reply } from './json-reply.js';

/**
 * Reads the toolbar's XML, `toplevel > CompleteSuggestion > suggestion[data]`, as the page reader sees it: names in
 * lower case, entities decoded. Undefined where the page is no such reply.
 */
export function readXmlReply({ elements }: Page): Reply | undefined {
  if (!elements.some(isRoot)) return undefined;
  const values = elements
    .filter(({ name }) => name === 'suggestion')
    .map((suggestion) => (attribute(suggestion, 'data') ?? '').trim())
    .filter((value) => value !== '');
  return { values };
}

/** Whether the reply is a root without content, which to the page reader looks like one that is not closed. */
export function isEmptyReply({ elements, source }: Page): boolean {
  return elements.some(isRoot) && /<toplevel\b[^<>]*\/>\s*$/i.test(source);
}

function isRoot({ name }: Element): boolean {
  return name === 'toplevel';
}
