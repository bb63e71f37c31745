import { parameterIn, parsedAddress } from '../words/address.js';

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

/** The query that a link asks Brave's web search for, `''` for any other link. */
export function queryOf(href: string): string {
  const link = href.trim();
  const [, path] = ownPath.exec(link) ?? [];
  return path === 'search' ? (parameterIn(link, 'q') ?? '') : '';
}

/** The other service of Brave that a link leads to: `images`, `videos`, `news`, `ask`; undefined for any other link. */
export function serviceOf(href: string): string | undefined {
  const [, path] = ownPath.exec(href.trim()) ?? [];
  return path === undefined || path === 'search' ? undefined : path;
}

const ownPath = /^(?:https:\/\/search\.brave\.com)?\/(search|images|videos|news|ask|goggles|local|maps)(?=[/?#]|$)/;

/** Whether a link is the redirect that counts a click on an advertisement. */
export function isAdClick(href: string): boolean {
  return adClick.test(href);
}

const adClick = /^\s*(?:https:\/\/search\.brave\.com)?\/a\/redirect\?/;

/** The link made absolute. */
export function absoluteLink(href: string): string {
  return parsedAddress(href.trim(), `https://${ownHost}`)?.href ?? href.trim();
}

/** Also what relative links on the page are relative to. */
const ownHost = 'search.brave.com';
