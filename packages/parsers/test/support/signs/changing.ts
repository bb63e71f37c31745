import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { RowPlace } from './rows-of.js';
import type { Element } from './signs.js';

/** A page that is changed in place. */
export interface Changing {
  readonly document: DefaultTreeAdapterTypes.Document;
  readonly operation: string;
  /** The places of the rows that were read from it. */
  readonly rows: readonly RowPlace[];
}

/** Changes a page. Returns `false` if there is nothing to change. */
export type Change = (page: Changing) => boolean;

/** The nodes of the markup, as children of an element. */
export function parsed(markup: string, parent: Element): DefaultTreeAdapterTypes.ChildNode[] {
  const { childNodes } = parseFragment(parent, markup, {});
  for (const node of childNodes) node.parentNode = parent;
  return childNodes;
}

/** A text with characters escaped for HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
