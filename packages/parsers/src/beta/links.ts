import { findEmbeddedUrl, parameterIn, parseUrl, textOfBase64 } from '../words/address.js';

/**
 * The target of a link on a Bing page. Unwraps Bing's own redirects once; everything else stays as written, including a
 * redirect whose target only Bing can read. Undefined for links that lead to no result: Bing's result pages, ad clicks,
 * script links, relative links.
 */
export function targetOf(href: string): string | undefined {
  const link = href.trim();
  if (isPlainOutsideLink(link)) return link;
  if (unknownRedirect.test(link)) return externalTarget(findEmbeddedUrl(link) ?? '');
  if (usualRedirect.test(link)) return externalTarget(decodedTarget(link) ?? link); // needs no parsing
  const url = parsed(link);
  if (url === undefined || !isBingHost(url.hostname)) return url && link;
  if (url.pathname === '/ck/a') return externalTarget(decodedTarget(link) ?? link);
  if (url.pathname.startsWith('/rebates/')) return externalTarget(parameterIn(link, 'url') ?? link);
  if (isOwnPath(url.pathname)) return undefined;
  const target = unknownRedirect.test(url.pathname + url.search) ? findEmbeddedUrl(link) : undefined;
  return target === undefined ? link : externalTarget(target);
}

const usualRedirect = /^(?:https:\/\/www\.bing\.com)?\/ck\/a\?/;

/** A path of Bing, except those to its pages and services. */
const unknownRedirect =
  /^\/(?!(?:search|images|videos|news|maps|shop|travel|local|translator|aclick|aclk)\?)[a-z]+(?:\?|\/https?[:%])/;

const redirectPath = '/ck/a?';

/** Whether a link, as Bing writes its own, leads to one of its result pages. */
export function isSearchLink(href: string): boolean {
  if (!href.includes('/search')) return false; // rules out most links without parsing the host
  return /^\s*(?:(?:https?:)?\/\/(?:[a-z\d-]+\.)*bing\.com)?\/search(?:[?#]|\s*$)/i.test(href);
}

/** The query that a link searches Bing for; `''` for any other link. Some pages wrap these links like targets. */
export function queryOf(href: string): string {
  const link = href.trim();
  const inner = link.includes(redirectPath) ? (decodedTarget(link) ?? link) : link;
  return isSearchLink(inner) ? (parameterIn(inner, 'q') ?? '') : '';
}

/** The Bing service that a link leads to, such as `images` or `videos`; undefined for any other link. */
export function engineServiceOf(href: string): string | undefined {
  const link = href.includes(redirectPath) ? (decodedTarget(href.trim()) ?? href) : href;
  return ownService.exec(link)?.[1]?.toLowerCase();
}

const ownService =
  /^\s*(?:(?:https?:)?\/\/(?:[a-z\d-]+\.)*bing\.com)?\/(images|videos|news|maps|shop|travel|local)(?=[/?#]|\s*$)/i;

/** Whether a link is the redirect that counts a click on an advertisement. */
export function isAdClick(href: string): boolean {
  return adClick.test(href);
}

const adClick = /^\s*(?:(?:https?:\/\/(?:[a-z\d-]+\.)*bing\.com)?\/(?:aclick|aclk)\?|https?:\/\/\d+\.r\.msn\.com\/)/i;

/** Whether a link leads to another page of the list. */
export function isPager(href: string): boolean {
  return isSearchLink(href) && parameterIn(href, 'first') !== undefined;
}

/** The absolute form of a link to a page of Bing. */
export function absoluteLink(href: string): string {
  if (usualPath.test(href)) return origin + href; // parsing it would change nothing
  return parseUrl(href.trim(), origin)?.href ?? href.trim();
}

const origin = 'https://www.bing.com';

/** A path without dots, whose query has only characters that addresses keep as they are. */
const usualPath = /^(?:\/[\w-]+)+\?[\w.~!$&()*+,;=:@/?%-]*$/;

/** Decodes `u`: a mark, then the target in base64url without padding. Undefined for any other value. */
function decodedTarget(link: string): string | undefined {
  const encoded = parameterIn(link, 'u');
  return encoded?.startsWith(encodingMark) ? textOfBase64(encoded.slice(encodingMark.length)) : undefined;
}

/** Bing writes these characters before a target in base64. */
const encodingMark = 'a1';

/** A decoded target, with spaces and characters that an address may not contain escaped as browsers do. */
function externalTarget(target: string): string | undefined {
  const isAsWritten = /^[!-~]+$/.test(target);
  if (isAsWritten && isPlainOutsideLink(target)) return target;
  const url = parsed(target);
  if (url === undefined || (isBingHost(url.hostname) && isOwnPath(url.pathname))) return undefined;
  return isAsWritten ? target : url.href;
}

/** Whether the host alone shows that a link leads to a page that is not Bing's, and that Bing's redirect is not in it. */
export function isDirect(href: string): boolean {
  return isPlainOutsideLink(href) && !href.includes(redirectPath);
}

/** Whether the host alone shows that the address is valid and not Bing's, so that most links need no parsing. */
function isPlainOutsideLink(link: string): boolean {
  return /^https?:\/\/(?![^/?#]*(?:xn--|bing\.com))(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(link);
}

function parsed(link: string): URL | undefined {
  return /^(?:https?|ftp):\/\//i.test(link) ? parseUrl(link) : undefined;
}

/** Whether a host is one of Bing's. */
export function isBingHost(host: string): boolean {
  return /(?:^|\.)bing\.com$/.test(host);
}

/** Pages of the search itself. Other pages of Bing's hosts are ordinary targets. */
function isOwnPath(pathname: string): boolean {
  return /^\/(?:[a-z]+\/)?(?:search|aclick|aclk)$/.test(pathname);
}
