import { parameterIn, parsedAddress } from '../words/address.js';
import { isAscii } from '../words/numbers.js';

/**
 * Where a link of a Bing page leads: Bing's own redirects are taken off once, everything else stays as written, and so
 * does a redirect whose target only Bing can read. Undefined for what leads to no result: Bing's result pages, ad
 * clicks, script links, relative links.
 */
export function targetOf(href: string): string | undefined {
  const link = href.trim();
  if (leadsElsewhere(link)) return link;
  const url = parsed(link);
  if (url === undefined || !isBing(url.hostname)) return url && link;
  if (url.pathname === '/ck/a') return external(decodedTarget(link) ?? link);
  if (url.pathname.startsWith('/rebates/')) return external(parameterIn(link, 'url') ?? link);
  return isOwnPath(url.pathname) ? undefined : link;
}

/** Whether the link, as Bing writes its own, leads to one of its result pages. */
export function isSearchLink(href: string): boolean {
  if (!href.includes('/search')) return false; // most links, ruled out without parsing the host
  return /^\s*(?:(?:https?:)?\/\/(?:[a-z\d-]+\.)*bing\.com)?\/search(?:[?#]|\s*$)/i.test(href);
}

/**
 * The query that a link asks Bing's web search for, `''` for any other link. Some pages wrap these links as they wrap
 * targets.
 */
export function queryOf(href: string): string {
  const link = href.trim();
  const inner = link.includes('/ck/a?') ? (decodedTarget(link) ?? link) : link;
  return isSearchLink(inner) ? (parameterIn(inner, 'q') ?? '') : '';
}

/** The link within one of Bing's other services, such as `images` or `videos`; undefined for any other link. */
export function serviceOf(href: string): string | undefined {
  const link = href.includes('/ck/a?') ? (decodedTarget(href.trim()) ?? href) : href;
  return ownService.exec(link)?.[1]?.toLowerCase();
}

const ownService =
  /^\s*(?:(?:https?:)?\/\/(?:[a-z\d-]+\.)*bing\.com)?\/(images|videos|news|maps|shop|travel|local)(?=[/?#]|\s*$)/i;

/** Whether a link is the redirect that counts a click on an advertisement. */
export function isAdClick(href: string): boolean {
  return adClick.test(href);
}

const adClick = /^\s*https?:\/\/(?:(?:[a-z\d-]+\.)*bing\.com\/(?:aclick|aclk)\?|\d+\.r\.msn\.com\/)/i;

/** Whether a link leads to another page of the list. */
export function isPager(href: string): boolean {
  return isSearchLink(href) && parameterIn(href, 'first') !== undefined;
}

/** The link made absolute, where it leads to a page of Bing. */
export function absoluteLink(href: string): string {
  return parsedAddress(href.trim(), origin)?.href ?? href.trim();
}

const origin = 'https://www.bing.com';

/** `u` is the two characters "a1", then the target in base64url without padding; undefined for any other writing. */
function decodedTarget(link: string): string | undefined {
  const encoded = parameterIn(link, 'u');
  if (encoded?.startsWith('a1') !== true) return undefined;
  try {
    const bytes = atob(encoded.slice(2).replaceAll('-', '+').replaceAll('_', '/'));
    return isAscii(bytes) ? bytes : utf8.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined; // not base64, or not UTF-8 in it
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A decoded target, spaces and letters that no address may hold written as browsers write them. */
function external(target: string): string | undefined {
  const isAsWritten = /^[!-~]+$/.test(target);
  if (isAsWritten && leadsElsewhere(target)) return target;
  const url = parsed(target);
  if (url === undefined || (isBing(url.hostname) && isOwnPath(url.pathname))) return undefined;
  return isAsWritten ? target : url.href;
}

/** Whether the host alone shows that the address is valid and not Bing's: most need no parsing. */
function leadsElsewhere(link: string): boolean {
  return /^https?:\/\/(?![^/?#]*(?:xn--|bing\.com))(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(link);
}

function parsed(link: string): URL | undefined {
  return /^(?:https?|ftp):\/\//i.test(link) ? parsedAddress(link) : undefined;
}

function isBing(host: string): boolean {
  return /(?:^|\.)bing\.com$/.test(host);
}

/** Pages of the search itself; other pages of Bing's hosts are targets like any. */
function isOwnPath(pathname: string): boolean {
  return /^\/(?:[a-z]+\/)?(?:search|aclick|aclk)$/.test(pathname);
}
