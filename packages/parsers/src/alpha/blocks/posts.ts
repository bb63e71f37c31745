import { type Element, hrefOf } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { inOrder, lastBefore, within } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { Card } from '../../results/block-items.js';
import type { Post } from '../../results/blocks.js';
import { isDateText } from '../../words/dates.js';
import { outsideTarget } from '../links.js';
import { partsOf } from './card-facts.js';
import { type Layout, widestBlockAround } from './layout.js';

/** Reads the posts of X on the page, except rows and cards of other sections. */
export function readPosts({ page, rows, sections }: Layout, cards: readonly Card[]): Located<Post>[] {
  const known = new Set([...rows, ...cards].map(({ link }) => postIdIn(link)));
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const links = page.anchors.filter((anchor) => postIdOf(anchor) !== '' && canBeFollowed(anchor));
  if (links.length === 0) return [];
  const pictures = links.filter(leadsIntoPost);
  const whole = links.filter((anchor) => !leadsIntoPost(anchor));
  const firsts = new Map([...whole, ...pictures].toReversed().map((anchor) => [postIdOf(anchor), anchor]));
  const statuses = inOrder([...firsts.values()]).map((anchor) => [postIdOf(anchor), anchor] as const);
  const bounds = inOrder(
    links,
    rowAnchors,
    sections.map(({ heading }) => heading),
  );
  return statuses.flatMap(([status, anchor]) => {
    if (known.has(status)) return [];
    const block = widestBlockAround(anchor, bounds, (other) => postIdOf(other) === status);
    return readPost(page, anchor, block).map((item) => ({ item, element: anchor }));
  });
}

/** The text of a post is its heading, if it has one: the last heading before the link, else the first one. */
function readPost(page: Page, anchor: Element, block: Element): Post[] {
  const headings = within(page.headings, block).filter((inner) => !isSectionHeading(inner) && textOf(inner) !== '');
  const heading = lastBefore(headings, anchor) ?? headings[0];
  const lines = linesOf(block).map(({ text }) => text);
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best), '');
  const text = heading === undefined ? longest : textOf(heading);
  const date = lines.flatMap(partsOf).find(isDateText);
  return text === '' ? [] : [{ text, link: linkOf(anchor), ...(date !== undefined && { date }) }];
}

/** A link without text that is not displayed names the target of the card around it, which a script follows. */
function canBeFollowed(anchor: Element): boolean {
  return isShown(anchor) || (anchor.children.length === 0 && isShown(anchor.parent!));
}

/** The id of the post that a link leads to; `''` for any other link. */
function postIdOf(anchor: Element): string {
  if (!hrefOf(anchor).includes('status')) return ''; // cheap test before parsing the link
  return postIdIn(outsideTarget(anchor));
}

/** The post itself, even if the link leads to an image of it. */
function linkOf(anchor: Element): string {
  return outsideTarget(anchor).replace(withinPost, '$1');
}

/** Whether a link leads to an image or a video of a post. */
function leadsIntoPost(anchor: Element): boolean {
  return withinPost.test(outsideTarget(anchor));
}

const withinPost = /(\/status\/\d+)\/(?:photo|video)\/\d+/;

/** Number of posts of X that the links in an element lead to. */
export function countPosts(page: Page, outer: Element): number {
  const posts = new Set(within(page.anchors, outer).map(postIdOf));
  posts.delete('');
  return posts.size;
}

/** The post's id. */
function postIdIn(link: string): string {
  return /^https?:\/\/(?:[a-z]+\.)?(?:twitter|x)\.com\/[^/]+\/status\/(\d+)/.exec(link)?.[1] ?? '';
}
