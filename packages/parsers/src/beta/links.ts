/**
 * Where a link of a Bing page leads: Bing's own redirects are taken off once, everything else stays as written, and so
 * does a redirect whose target only Bing can read. Undefined for what leads to no result: Bing's result pages, ad
 * clicks, script links, relative links.
 */
export function targetOf(href: string): string | undefined {
  const link = href.trim();
  if (!isAbsolute(link) || !URL.canParse(link)) return undefined;
  const { hostname, pathname } = new URL(link);
  if (!isBing(hostname)) return link;
  if (pathname === '/ck/a') return external(decodedTarget(link) ?? link);
  if (pathname.startsWith('/rebates/')) return external(parameterOf(link, 'url') ?? link);
  return isOwnPath(pathname) ? undefined : link;
}

/** The value of a parameter of a Bing link, whose query may begin with stray marks ("?!&&p=…"). */
export function parameterOf(href: string, name: string): string | undefined {
  if (!href.includes(name)) return undefined;
  const query = href.slice(href.indexOf('?') + 1);
  return href.includes('?') ? (new URLSearchParams(query.replace(/^[!&]+/, '')).get(name) ?? undefined) : undefined;
}

/** Whether the link leads to one of Bing's own result pages. */
export function isSearchLink(href: string): boolean {
  if (!href.includes('/search')) return false; // told of most links without taking the address apart
  const url = URL.canParse(href, origin) ? new URL(href, origin) : undefined;
  return url !== undefined && isBing(url.hostname) && url.pathname === '/search';
}

/** What relative links on the page are relative to. */
const origin = 'https://www.bing.com';

/** `u` is the two characters "a1", then the target in base64url without padding; undefined for any other writing. */
function decodedTarget(link: string): string | undefined {
  const encoded = parameterOf(link, 'u');
  if (encoded?.startsWith('a1') !== true) return undefined;
  try {
    const bytes = atob(encoded.slice(2).replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined; // not base64, or not UTF-8 in it
  }
}

/** A decoded target, spaces and letters that no address may hold written as browsers write them. */
function external(target: string): string | undefined {
  if (!isAbsolute(target) || !URL.canParse(target)) return undefined;
  const { hostname, pathname, href } = new URL(target);
  if (isBing(hostname) && isOwnPath(pathname)) return undefined;
  return /^[!-~]+$/.test(target) ? target : href;
}

function isAbsolute(link: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(link);
}

function isBing(host: string): boolean {
  return /(?:^|\.)bing\.com$/.test(host);
}

/** Pages of the search itself; other pages of Bing's hosts are targets like any. */
function isOwnPath(pathname: string): boolean {
  return /^\/(?:[a-z]+\/)?(?:search|aclick|aclk)$/.test(pathname);
}
