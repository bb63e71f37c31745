import { parsedAddress } from '../words/address.js';

/** Where a link of a Brave page leads, as written: Brave wraps no target. Undefined for a relative link. */
export function targetOf(href: string): string | undefined {
  const link = href.trim();
  return /^https?:\/\//i.test(link) ? link : undefined;
}

/** The number, from 0, of the result page that a link leads to; undefined for a link to anything else. */
export function pageOffsetOf(href: string): number | undefined {
  const url = href.includes('offset=') ? parsedAddress(href, `https://${ownHost}`) : undefined;
  if (url?.hostname !== ownHost || url.pathname !== '/search') return undefined;
  const offset = url.searchParams.get('offset') ?? '';
  return /^\d{1,3}$/.test(offset) ? Number(offset) : undefined;
}

/** Also what relative links on the page are relative to. */
const ownHost = 'search.brave.com';
