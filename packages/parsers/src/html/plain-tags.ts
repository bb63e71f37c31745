import { html } from 'parse5';

const tag: typeof html.TAG_ID = html.TAG_ID;
const { A, ADDRESS, AREA, ARTICLE, ASIDE, B, BIG, BLOCKQUOTE, BR, BUTTON, CENTER, CODE, DD, DETAILS, DIALOG, DIR } =
  tag;
const { DIV, DL, DT, EM, EMBED, FIELDSET, FIGCAPTION, FIGURE, FONT, FOOTER, H1, H2, H3, H4, H5, H6, HEADER } = tag;
const { HGROUP, I, IMG, KEYGEN, LABEL, LI, MAIN, MENU, NAV, NOBR, OL, P, S, SEARCH, SECTION, SMALL, SPAN, STRIKE } =
  tag;
const { STRONG, SUB, SUMMARY, SUP, TT, U, UL, UNKNOWN, VAR, WBR } = tag;

/**
 * What opening a tag comes down to in the body, by the standard's steps for it there.
 * `block`: closes an open `p`, then opens. `inline`: opens after the formatting elements that are due again.
 * `empty`: the same, but is closed at once.
 */
export type Opening = 'block' | 'inline' | 'empty' | 'heading' | 'item';

const blocks = [
  ...[ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, CENTER, DETAILS, DIALOG, DIR, DIV, DL, FIELDSET, FIGCAPTION, FIGURE, FOOTER],
  ...[HEADER, HGROUP, MAIN, MENU, NAV, OL, P, SEARCH, SECTION, SUMMARY, UL],
];
const inlines = [LABEL, SPAN, SUB, SUP, UNKNOWN, VAR];
const headings = [H1, H2, H3, H4, H5, H6];
const items = [LI, DD, DT];

export const openings: readonly (Opening | undefined)[] = byTag<Opening>([
  ['block', blocks],
  ['inline', inlines],
  ['empty', [AREA, BR, EMBED, IMG, KEYGEN, WBR]],
  ['heading', headings],
  ['item', items],
]);

/** Tags that parse5 keeps, to open their elements again in later blocks. */
export const isFormatting: readonly (boolean | undefined)[] = byTag([
  [true, [A, B, BIG, CODE, EM, FONT, I, NOBR, S, SMALL, STRIKE, STRONG, TT, U]],
]);

/** Tags whose end closes the current element and no more, where that is of the same name. */
export const closesPlainly: readonly (boolean | undefined)[] = byTag([
  [true, [...blocks, ...inlines, ...headings, ...items, BUTTON]],
]);

/** Elements above which an item ends no other item. */
export const isList: readonly (boolean | undefined)[] = byTag([[true, [UL, OL, DL, MENU, DIR]]]);

function byTag<T>(groups: readonly (readonly [T, readonly html.TAG_ID[]])[]): (T | undefined)[] {
  const table = new Array<T | undefined>(Math.max(...Object.values(tag).filter(Number.isInteger).map(Number)) + 1).fill(
    undefined,
  );
  for (const [value, tags] of groups) for (const id of tags) table[id] = value;
  return table;
}
