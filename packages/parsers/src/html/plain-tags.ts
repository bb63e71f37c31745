import { html } from 'parse5';

/**
 * What opening a tag in the body comes down to, according to the standard. `block`, `heading` and `item` close an open
 * `p` and perhaps one of their own kind. `inline` and `empty` first reopen the formatting elements. `empty` is closed
 * at once.
 */
type Opening = 'block' | 'inline' | 'empty' | 'heading' | 'item';

/** The tags of elements that are displayed as blocks, except those that need more to open. */
export const blockTags =
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul';
const headings = 'h1 h2 h3 h4 h5 h6';
const items = 'li dd dt';
/** The last one stands for every name without an id in parse5. */
const inlines = 'label span sub sup var x-any';

/** By parse5's id of the tag; undefined for tags that need more to open. */
export const startTagActionByTagId: readonly (Opening | undefined)[] = byTag<Opening>({
  block: blockTags,
  inline: inlines,
  empty: 'area br embed img keygen',
  heading: headings,
  item: items,
});

/**
 * `formatting`: tags that parse5 remembers, to reopen their elements in later blocks; where none is open or remembered,
 * they only open their own. `list`: an item directly inside closes no other.
 */
export const tagKindByTagId: readonly ('formatting' | 'list' | undefined)[] = byTag<'formatting' | 'list'>({
  formatting: 'a b big code em font i s small strike strong tt u',
  list: 'ul ol dl menu dir',
});

/** `plain`: tags whose end tag only closes the current element, if that has the same name. */
export const endTagActionByTagId: readonly ('plain' | undefined)[] = byTag<'plain'>({
  plain: [blockTags, inlines, headings, items, 'button'].join(' '),
});

function byTag<T extends string>(groups: Record<T, string>): (T | undefined)[] {
  const numbers = Object.values(html.TAG_ID).filter((value) => typeof value === 'number');
  const table = new Array<T | undefined>(Math.max(...numbers) + 1).fill(undefined);
  for (const group in groups) for (const name of groups[group].split(' ')) table[html.getTagID(name)] = group;
  return table;
}
