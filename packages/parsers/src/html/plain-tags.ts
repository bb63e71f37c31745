import { html } from 'parse5';

/**
 * What opening a tag in the body comes down to, by the standard's steps for it there: `block`, `heading` and `item` end
 * an open `p` and perhaps one of their own kind, `inline` and `empty` come after the formatting elements that are to be
 * opened again, and `empty` is closed at once.
 */
export type Opening = 'block' | 'inline' | 'empty' | 'heading' | 'item';

const blocks =
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul';
const headings = 'h1 h2 h3 h4 h5 h6';
const items = 'li dd dt';
/** The last stands for every name that parse5 has no number for. */
const inlines = 'label span sub sup var x-any';

/** By parse5's number of the tag; undefined for those that take more to open. */
export const openings: readonly (Opening | undefined)[] = byTag<Opening>({
  block: blocks,
  inline: inlines,
  empty: 'area br embed img keygen wbr',
  heading: headings,
  item: items,
});

/** `formatting`: tags that parse5 keeps, to open their elements again in later blocks. `list`: above it an item ends no other. */
export const kinds: readonly ('formatting' | 'list' | undefined)[] = byTag<'formatting' | 'list'>({
  formatting: 'a b big code em font i nobr s small strike strong tt u',
  list: 'ul ol dl menu dir',
});

/** `plain`: tags whose end closes the current element and no more, where that is of the same name. */
export const closings: readonly ('plain' | undefined)[] = byTag<'plain'>({
  plain: [blocks, inlines, headings, items, 'button'].join(' '),
});

function byTag<T extends string>(groups: Record<T, string>): (T | undefined)[] {
  const numbers = Object.values(html.TAG_ID).filter((value) => typeof value === 'number');
  const table = new Array<T | undefined>(Math.max(...numbers) + 1).fill(undefined);
  for (const group in groups) for (const name of groups[group].split(' ')) table[html.getTagID(name)] = group;
  return table;
}
