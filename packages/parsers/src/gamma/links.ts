import { findEmbeddedUrl, parameterIn, parseUrl } from '../words/address.js';

/**
 * The target of a link on a Brave page, as written, because Brave wraps no target; should it begin to, the target of the
 * redirect. Undefined for any other relative link and for links to Brave's own searches.
 */
export function targetOf(href: string): string | undefined {
  const link = href.trim();
  if (ownPath.test(link)) return undefined;
  const target = unknownRedirect.test(link) ? findEmbeddedUrl(link) : undefined;
  return target ?? (/^https?:\/\//i.test(link) ? link : undefined);
}

/** Whether a link leads to another host as written. */
export function isDirect(href: string): boolean {
  return otherHost.test(href);
}

const otherHost = /^https?:\/\/(?!search\.brave\.com)/i;

const unknownRedirect = /^(?:https:\/\/search\.brave\.com)?\/[a-z]+(?:\?|\/https?[:%])/;

/** Index, from 0, of the result page that a link leads to; undefined for any other link. */
export function pageIndexOf(href: string): number | undefined {
  const offset = parameterIn(href, 'offset');
  return offset && /^\d{1,3}$/.test(offset) && leadsToSearch(href) ? Number(offset) : undefined;
}

function leadsToSearch(href: string): boolean {
  if (usualSearch.test(href)) return true; // needs no parsing
  const url = parseUrl(href, `https://${ownHost}`);
  return url?.hostname === ownHost && url.pathname === '/search';
}

const usualSearch = /^(?:https:\/\/search\.brave\.com)?\/search\?/;

/** The query that a link searches Brave for; `''` for any other link. */
export function queryOf(href: string): string {
  const link = href.trim();
  const [, path] = ownPath.exec(link) ?? [];
  return path === 'search' ? (parameterIn(link, 'q') ?? '') : '';
}

/** The service of Brave that a link leads to: `images`, `videos`, `news`, `ask`; undefined for any other link. */
export function engineServiceOf(href: string): string | undefined {
  const [, path] = ownPath.exec(href.trim()) ?? [];
  return path === undefined || path === 'search' ? undefined : path;
}

const ownPath = /^(?:https:\/\/search\.brave\.com)?\/(search|images|videos|news|ask|goggles|local|maps)(?=[/?#]|$)/;

/** Whether a link is the redirect that counts a click on an advertisement. */
export function isAdClick(href: string): boolean {
  return adClick.test(href);
}

const adClick = /^\s*(?:https:\/\/search\.brave\.com)?\/a\/redirect\?/;

/** The absolute form of a link. */
export function absoluteLink(href: string): string {
  return parseUrl(href.trim(), `https://${ownHost}`)?.href ?? href.trim();
}

/** Also the base of relative links on the page. */
const ownHost = 'search.brave.com';
