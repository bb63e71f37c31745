import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5';
import { type Element, elementsOf } from '../signs/signs.js';
import { boxNames, type Document, htmlElementsOf, textOnly } from './elements.js';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** Wraps each text in a span. */
export function textInSpans(document: Document): boolean {
  for (const parent of htmlElementsOf(document)) {
    if (textOnly.has(parent.tagName)) continue;
    parent.childNodes = parent.childNodes.map((node) => {
      if (!defaultTreeAdapter.isTextNode(node) || node.value.trim() === '') return node;
      const span = defaultTreeAdapter.createElement('span', html.NS.HTML, []);
      span.childNodes = [node];
      span.parentNode = parent;
      node.parentNode = span;
      return span;
    });
  }
  return true;
}

/** Inserts a comment before and after each element. */
export function commentsBetween(document: Document): boolean {
  return between(
    document,
    () => true,
    () => defaultTreeAdapter.createCommentNode(' x '),
  );
}

/** Inserts white space before and after each box. */
export function spaceBetween(document: Document): boolean {
  return between(
    document,
    ({ tagName }) => boxNames.has(tagName),
    () => defaultTreeAdapter.createTextNode('\n   '),
  );
}

function between(document: Document, isIncluded: (element: Element) => boolean, make: () => ChildNode): boolean {
  for (const parent of htmlElementsOf(document)) {
    if (/^(?:script|style|title|textarea|select|option|template)$/.test(parent.tagName)) continue;
    parent.childNodes = parent.childNodes.flatMap((node) => {
      if (!('tagName' in node) || !isIncluded(node)) return [node];
      const [before, after] = [make(), make()];
      before.parentNode = parent;
      after.parentNode = parent;
      return [before, node, after];
    });
  }
  return true;
}

/** Empties scripts and styles. */
export function emptiedScripts(document: Document): boolean {
  const found = elementsOf(document).filter(({ tagName }) => tagName === 'script' || tagName === 'style');
  for (const element of found) element.childNodes = [];
  return found.length > 0;
}
