import { type Element, hrefOf } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { partsOfElement } from '../../page/parts.js';
import { isShown } from '../../page/visible.js';
import type { Post } from '../../results/blocks.js';
import { isDateText } from '../../words/dates.js';
import { outsideTarget } from '../links.js';
import { blockAround, inOrder, type Layout } from './layout.js';

/** Reads the posts of X that the page shows: links to a status with the text beside them. */
export function readPosts({ page, rows }: Layout): Post[] {
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const links = page.anchors.filter(
    (anchor) => statusOf(anchor) !== '' && isShown(anchor) && !rowAnchors.includes(anchor),
  );
  const statuses = new Map(links.toReversed().map((anchor) => [statusOf(anchor), anchor]));
  const bounds = inOrder(links, rowAnchors);
  return [...statuses].reverse().flatMap(([status, anchor]) => {
    return readPost(
      anchor,
      blockAround(anchor, bounds, (other) => statusOf(other) === status),
    );
  });
}

function readPost(anchor: Element, block: Element): Post[] {
  const lines = linesOf(block).map(({ text }) => text);
  const text = lines.reduce((best, line) => (line.length > best.length ? line : best), '');
  const date = partsOfElement(block).find(isDateText);
  return text === '' ? [] : [{ text, link: outsideTarget(anchor), ...(date !== undefined && { date }) }];
}

/** The number of the post that a link leads to; `''` for any other link. */
function statusOf(anchor: Element): string {
  if (!hrefOf(anchor).includes('status')) return ''; // told first, before the link is taken apart
  return /^https?:\/\/(?:[a-z]+\.)?(?:twitter|x)\.com\/[^/]+\/status\/(\d+)/.exec(outsideTarget(anchor))?.[1] ?? '';
}
