import { hrefOf } from '../html/tree.js';
import type { Page } from '../page/page.js';
import { pageOffsetOf } from './links.js';

/**
 * Whether the page must be another one than asked. It says no number of its own, but its pager leads to the page before
 * and the page after, and to no other.
 */
export function isOtherPage(page: Page, asked: number): boolean {
  const offsets = page.anchors.flatMap((anchor) => pageOffsetOf(hrefOf(anchor)) ?? []);
  return offsets.length > 0 && offsets.every((offset) => Math.abs(offset - (asked - 1)) !== 1);
}
