import type { Page } from '../html/page.js';
import { type Element, hrefOf } from '../html/tree.js';

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
  if (!href.includes('offset=') || !URL.canParse(href, origin)) return undefined;
  const { hostname, pathname, searchParams } = new URL(href, origin);
  const offset = searchParams.get('offset') ?? '';
  const isPageLink = hostname === 'search.brave.com' && pathname === '/search' && /^\d{1,3}$/.test(offset);
  return isPageLink ? Number(offset) : undefined;
}

/** What relative links on the page are relative to. */
const origin = 'https://search.brave.com';
