import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { RowPlace } from './rows-of.js';
import type { Element } from './signs.js';

/** A page that is to be changed in place. */
export interface Changing {
  readonly document: DefaultTreeAdapterTypes.Document;
  readonly operation: string;
  /** Where the rows stand that were read from it. */
  readonly rows: readonly RowPlace[];
}

/** Changes a page; false where there is nothing in it to change. */
export type Change = (page: Changing) => boolean;

/** The nodes of some markup, as children of an element. */
export function parsed(markup: string, parent: Element): DefaultTreeAdapterTypes.ChildNode[] {
  const { childNodes } = parseFragment(parent, markup, {});
  for (const node of childNodes) node.parentNode = parent;
  return childNodes;
}

/** A text as markup has it. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
