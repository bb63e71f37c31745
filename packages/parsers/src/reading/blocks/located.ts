import type { Element } from '../../html/tree.js';
import type { ElementType, PageColumn, PageElement } from '../../results/blocks.js';

/** Something that was read, with its element on the page. */
export interface Located<T> {
  readonly item: T;
  /** The element that it is identified by: its title, its link, or the whole of it. */
  readonly element: Element;
}

/** A block as read: each item of a list with its element, or a single object with its element if the page has it. */
type LocatedBlock<Value> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? readonly Located<Item>[]
    : Located<NonNullable<Value>> | undefined;

/** The blocks of a page as read. */
export type LocatedBlocks<Blocks> = { readonly [Name in keyof Blocks]-?: LocatedBlock<Blocks[Name]> };

/** The readers of all blocks of an engine. A block without a reader does not compile, even an optional one. */
export type BlockReaders<Blocks, Context> = {
  readonly [Name in keyof Blocks]-?: (context: Context) => LocatedBlock<Blocks[Name]>;
};

/** The items of a block, which may be a single one. */
export function itemsOf(block: readonly Located<object>[] | Located<object> | undefined): readonly Located<object>[] {
  if (block === undefined) return [];
  return 'item' in block ? [block] : block;
}

/** Runs every reader. */
export function runBlockReaders<Blocks, Context>(
  readers: BlockReaders<Blocks, Context>,
  context: Context,
): LocatedBlocks<Blocks> {
  const located: Partial<Record<keyof Blocks, unknown>> = {};
  for (const name in readers) located[name] = readers[name](context);
  return located as LocatedBlocks<Blocks>;
}

/**
 * The blocks without their elements. Lists are present even if empty, single objects only if the page has them.
 *
 * @param rankOf the rank of the element that an item belongs to; items have none by default
 */
export function toResultBlocks<Blocks extends object>(
  located: LocatedBlocks<Blocks>,
  rankOf: (member: Element) => number | undefined = () => undefined,
): Blocks {
  const itemOf = ({ item, element }: Located<object>): object => {
    const rank = rankOf(element);
    return rank === undefined ? item : { ...item, element: rank };
  };
  const entries = Object.entries(located) as [string, readonly Located<object>[] | Located<object> | undefined][];
  const blocks: Record<string, unknown> = {};
  for (const [name, block] of entries)
    if (block !== undefined) blocks[name] = 'item' in block ? itemOf(block) : block.map(itemOf);
  return blocks as Blocks;
}

/** A part of a page before it is ranked. */
export interface UnrankedElement {
  readonly type: ElementType;
  readonly column: PageColumn;
  readonly title: string;
  /** Its first element, which determines its place. */
  readonly start: Element;
  /** Target of a row or an advertisement. */
  readonly link?: string;
  /** `position` of a row. */
  readonly position?: number;
  /** The elements of the rows and items in it. */
  readonly members: readonly Element[];
}

/** The elements of a page, and a look-up of the element that a row or an item belongs to. */
export interface RankedElements {
  readonly list: PageElement[];
  /** `rank` of the element that contains a row or an item. */
  readonly rankOf: (member: Element) => number | undefined;
}

/** Ranks the parts in page order: first everything above, in and below the main column, then the column beside it. */
export function rankElements(parts: readonly UnrankedElement[]): RankedElements {
  const ordered = [...parts].sort(
    (one, other) =>
      Number(one.column === 'side') - Number(other.column === 'side') || one.start.order - other.start.order,
  );
  const counts = new Map<ElementType, number>();
  const ranks = new Map<Element, number>();
  const list = ordered.map(({ type, column, title, link, position, members }, index): PageElement => {
    const rank = index + 1;
    const rank_in_type = (counts.get(type) ?? 0) + 1;
    counts.set(type, rank_in_type);
    for (const member of members) ranks.set(member, rank);
    const element: PageElement = { type, rank, rank_in_type, column, title };
    if (link !== undefined) element.link = link;
    if (position !== undefined) element.position = position;
    return element;
  });
  return { list, rankOf: (member) => ranks.get(member) };
}
