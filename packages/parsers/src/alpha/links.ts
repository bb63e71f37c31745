import { hostOf, parameterIn } from '../html/address.js';

/**
 * Where a link of a Google page leads, as the page's reader would arrive there: Google's own redirects are taken off
 * once, everything else stays as written. Undefined for what leads nowhere outside: Google's own search pages, ad
 * clicks, script links, fragments. A `/goto` link whose token only Google can read stays one, made absolute.
 */
export function targetOf(href: string): string | undefined {
  if (isOrdinaryTarget(href)) return href.trim();
  const wrapped = /^\/url\?\S+$/.test(href) ? parameterIn(href, 'q') : undefined;
  if (wrapped !== undefined && isAbsolute(wrapped)) return wrapped;
  const url = parsed(href);
  if (url === undefined) return undefined;
  if (url.pathname === '/pagead/aclk') return undefined; // ad clicks have a host of their own
  if (!isAlphaHost(url.hostname)) return href.trim();
  const wrapper = wrappers[url.pathname];
  if (wrapper !== undefined) return wrapper(url);
  if (isTranslation(url)) return targetIn(url, 'u') ?? href.trim();
  return isAbsolute(href) && !isOwnPath(url) ? href.trim() : undefined;
}

/** Whether a target is a `/goto` link whose token only Google can read: the engine says where it leads when asked. */
export function isOpaque(target: string): boolean {
  return /^https?:\/\/[^/]+\/goto\?/.test(target) && isAlphaHost(hostOf(target));
}

/** The value of a parameter of a Google link, such as `q` of `/search?q=…`; undefined where it has none. */
export function parameterOf(href: string, name: string): string | undefined {
  return isOfOtherScheme(href) ? undefined : parameterIn(href.trim(), name);
}

/** Whether the link leads to one of Google's own result pages. */
export function isSearchLink(href: string): boolean {
  if (!href.includes('/search')) return false;
  const written = /^(?:https?:\/\/([^/?#@:\\\s]+))?\/search(?:[?#]|$)/i.exec(href);
  if (written !== null) return written[1] === undefined || isSearchHost(written[1].toLowerCase());
  const url = parsed(href); // written in some other way
  return url !== undefined && isSearchHost(url.hostname) && url.pathname === '/search';
}

/** What relative links on the page are relative to. */
const origin = 'https://www.google.com';

const wrappers: Record<string, (url: URL) => string | undefined> = {
  '/url': (url) => targetIn(url, 'q') ?? targetIn(url, 'url'),
  '/interstitial': (url) => targetIn(url, 'url'),
  '/goto': (url) => targetIn(url, 'url') ?? url.href,
};

/** Paths of the search's own hosts that are the search itself and no result of it. */
const ownPaths = new Set(['/search', '/aclk', '/imgres', '/httpservice/retry/enablejs', '/preferences']);

function isOwnPath({ hostname, pathname }: URL): boolean {
  return isSearchHost(hostname) && ownPaths.has(pathname);
}

/** Whether the host is the search itself; `developers.google.com/search` is a page about it. */
function isSearchHost(host: string): boolean {
  return /^(?:www\.|m\.|ipv[46]\.)?google\./.test(host) && isAlphaHost(host);
}

/** Whether the link leads to a host outside that is named in the ordinary way: most do, and need not be taken apart. */
function isOrdinaryTarget(href: string): boolean {
  const host = /^https?:\/\/((?:[a-z\d-]+\.)+[a-z]{2,})(?:[/?#]|$)/.exec(href)?.[1];
  return host !== undefined && !host.includes('xn--') && !isAlphaHost(host) && !href.includes('aclk');
}

function isOfOtherScheme(href: string): boolean {
  return /^\s*(?!https?:)[a-z][a-z\d+.-]*:/i.test(href);
}

function parsed(href: string): URL | undefined {
  if (isOfOtherScheme(href) || !URL.canParse(href, origin)) return undefined;
  const url = new URL(href, origin);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** Whether the host is one of Google's own: `www.google.com`, `google.co.uk`, `translate.google.de` … */
export function isAlphaHost(host: string): boolean {
  return /(?:^|\.)google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/.test(host);
}

function isTranslation({ hostname, pathname }: URL): boolean {
  return hostname.startsWith('translate.') && pathname.startsWith('/translate');
}

function targetIn(url: URL, name: string): string | undefined {
  return url.searchParams.getAll(name).find(isAbsolute);
}

function isAbsolute(href: string): boolean {
  return /^\s*https?:\/\//i.test(href);
}
