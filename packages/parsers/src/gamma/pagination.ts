import { type Element, hrefOf } from '../html/tree.js';
import type { Page } from '../page/page.js';
import { parsedAddress } from '../words/address.js';

/**
 * Whether the page must be another one than asked. It says no number of its own, but its pager leads to the page before
 * and the page after, and to no other.
 */
export function isOtherPage(page: Page, asked: number): boolean {
  const offsets = page.anchors.flatMap((anchor) => offsetOf(anchor) ?? []);
  return offsets.length > 0 && offsets.every((offset) => Math.abs(offset - (asked - 1)) !== 1);
}

/** The number, from 0, of the result page that a link leads to; undefined for a link to anything else. */
function offsetOf(anchor: Element): number | undefined {
  const href = hrefOf(anchor);
  const url = href.includes('offset=') ? parsedAddress(href, origin) : undefined;
  if (url?.hostname !== 'search.brave.com' || url.pathname !== '/search') return undefined;
  const offset = url.searchParams.get('offset') ?? '';
  return /^\d{1,3}$/.test(offset) ? Number(offset) : undefined;
}

/** What relative links on the page are relative to. */
const origin = 'https://search.brave.com';
