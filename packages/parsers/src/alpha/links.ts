import { attributeText, type Element, hrefOf } from '../html/tree.js';
import { anchorsWithin } from '../page/lists.js';
import { oncePerPage, type Page } from '../page/page.js';
import {
  findEmbeddedUrl,
  hostOf,
  mayHoldAddress,
  parameterIn,
  textFragmentPrefix,
  withoutFragment,
  withoutTextFragment,
  withoutWww,
} from '../words/address.js';
import {
  alphaOrigin,
  engineServiceOf,
  type HostAndPath,
  hasNonWebScheme,
  hostAndPathOf,
  isAlphaHost,
  isSearchHost,
} from './hosts.js';

/**
 * The target of a link on a Google page, where following the link ends. Unwraps Google's own redirects once; everything
 * else stays as written. Undefined without an external target: Google's own search pages, ad clicks, script links,
 * fragments. A `/goto` link whose token only Google can read stays one, made absolute.
 */
export function targetOf(href: string): string | undefined {
  const target = unwrapped(href);
  return target?.includes('google') ? unwrapViewer(target) : target && withoutTextFragment(target);
}

/** The page shown by a viewer: the converter for slow connections, until 2022, and the viewer of AMP pages. */
function unwrapViewer(target: string): string | undefined {
  const [, host = '', rest = ''] = viewed.exec(target) ?? [];
  if (withoutWww(host) === converterHost) return absoluteIn(target, 'lite_url') ?? absoluteIn(target, 'u') ?? target;
  const [, secure, page] = isAlphaHost(host) ? (viewedPage.exec(rest) ?? []) : [];
  if (page !== undefined) return `${secure === undefined ? 'http' : 'https'}://${page}`;
  return withoutTextFragment(target);
}

const viewed = /^https?:\/\/([^/?#]+)(.*)$/s;
const converterHost = 'googleweblight.com';

/** `/amp/s/` precedes an `https:` address, `/amp/` any other. */
const viewedPage = /^\/amp\/(s\/)?([^/]+\.[^/].*)$/s;

/** Whether a link leads to a text that the page quotes. */
export function hasTextFragment(anchor: Element): boolean {
  return hrefOf(anchor).includes(textFragmentPrefix);
}

function unwrapped(href: string): string | undefined {
  if (isOrdinaryTarget(href)) return href.trim();
  if (withinSite.test(href)) return behindRedirect(href);
  const wrapped = wrappedTarget.test(href) ? (absoluteIn(href, 'q') ?? absoluteIn(href, 'url')) : undefined;
  if (wrapped !== undefined) return wrapped;
  const place = hostAndPathOf(href);
  if (place === undefined || isAdRedirect(place)) return undefined;
  if (!isAlphaHost(place.hostname)) return href.trim();
  const wrapper = wrappers[place.pathname];
  if (wrapper !== undefined) return wrapper(new URL(href, alphaOrigin));
  if (isTranslation(place)) return targetIn(new URL(href, alphaOrigin), 'u') ?? href.trim();
  if (isAbsolute(href)) return isOwnPath(place) ? undefined : (redirectOf(place, href) ?? href.trim());
  return viewedPage.test(href.trim()) ? alphaOrigin + href.trim() : undefined;
}

/** The target of a redirect with an unknown path on a host of the search. */
function redirectOf({ hostname, pathname }: HostAndPath, href: string): string | undefined {
  return isSearchHost(hostname) ? behindRedirect(pathname + href.slice(href.indexOf('?'))) : undefined;
}

/** The target of a redirect with an unknown path. */
function behindRedirect(href: string): string | undefined {
  const target = mayHoldAddress(href) && unknownRedirect.test(href) ? findEmbeddedUrl(href) : undefined;
  return target === undefined || isSearchHost(hostOf(target)) ? undefined : target;
}

/** Excludes paths that lead to what the engine itself shows of an address, or to an advertiser. */
const unknownRedirect = /^\/(?!(?:search|aclk|imgres|maps|preferences|setprefs|sorry)\?)[a-z]+(?:\?|\/https?[:%])/;

/** A path of the engine that wraps no target: not in `wrappers`, and not a viewer of AMP pages. */
const withinSite = /^\/(?![/\\]|url|interstitial|goto|amp\/)[a-z]*(?:[/?#]|$)/;

const wrappedTarget = /^\/url\?\S+$/;

/** `targetOf` of a link: the same links are asked for again and again. */
export function targetOfLink(anchor: Element): string | undefined {
  anchor.target ??= targetOf(hrefOf(anchor)) ?? '';
  return anchor.target || undefined;
}

/** The external target of the first link in an element that has one; `''` if none. */
export function externalTargetIn(page: Page, outer: Element): string {
  const anchor = anchorsWithin(page, outer).find((inner) => externalTargetOf(inner) !== '');
  return anchor === undefined ? '' : externalTargetOf(anchor);
}

/** The external target of a link; `''` if none. */
export function externalTargetOf(anchor: Element): string {
  const target = targetOfLink(anchor) ?? '';
  return hostOf(target) === '' ? '' : target;
}

/** Whether a link is the engine's redirect to another site. Pages for clients without scripts wrap every target. */
export function isExternalRedirect(anchor: Element): boolean {
  const href = hrefOf(anchor);
  const target = href.startsWith('/url?') ? targetOf(href) : undefined;
  return target !== undefined && !isAlphaHost(hostOf(target));
}

/**
 * Whether links of a page are the engine's redirects, as on pages for clients without scripts. In a saved page they are
 * absolute; as other pages have one or two of these, most links to other sites must be.
 */
export const usesRedirectLinks: (page: Page) => boolean = oncePerPage(({ anchors }) => {
  if (anchors.some(isExternalRedirect)) return true;
  const outside = anchors.filter((anchor) => externalTargetOf(anchor) !== '');
  const wrapped = outside.filter(
    (anchor) => absoluteRedirect.test(hrefOf(anchor)) && isAlphaHost(hostOf(hrefOf(anchor))),
  );
  return 2 * wrapped.length > outside.length;
});

const absoluteRedirect = /^https?:\/\/[^/?#]+\/url\?/;

/** The external target of a link, including the quoted text that distinguishes links to the same page. */
export function targetWithTextFragment(anchor: Element): string {
  const target = externalTargetOf(anchor);
  if (target === '' || target === hrefOf(anchor)) return target; // most links: nothing was unwrapped
  const written = unwrapped(hrefOf(anchor));
  const quote = written?.indexOf(textFragmentPrefix) ?? -1;
  return quote < 0 ? target : `${target}#${written!.slice(quote)}`;
}

/** Whether a link leads to this target itself, not to a translation. */
export function leadsToTarget(anchor: Element, target: string): boolean {
  return targetOfLink(anchor) === target && engineServiceOf(hrefOf(anchor)) !== 'translate';
}

/** Whether a link leads to the page at this target or to a part of it, in any form of the address. */
export function leadsToPage(anchor: Element, target: string): boolean {
  const other = targetOfLink(anchor);
  const isPage = other === target || (other !== undefined && pageOf(other) === pageOf(target));
  return isPage && engineServiceOf(hrefOf(anchor)) !== 'translate';
}

/** An address without the parts that may differ between links to the same page. */
function pageOf(target: string): string {
  return withoutFragment(target).replace(variedStart, '').replace(/\/$/, '');
}

const variedStart = /^https?:\/\/(?:www\.|m\.)?/i;

/** Whether a link leads to a fragment of the page at this target: "Jump to …". */
export function leadsToFragmentOf(anchor: Element, target: string): boolean {
  const part = targetOfLink(anchor);
  if (part === undefined || !part.includes('#')) return false;
  return withoutFragment(part) === withoutFragment(target);
}

/**
 * Whether a target is a `/goto` link whose token only Google can read, so that following it is the only way to its
 * page.
 */
export function isOpaqueRedirect(target: string): boolean {
  return target.includes('/goto?') && opaqueTarget.test(target) && isAlphaHost(hostOf(target));
}

const opaqueTarget = /^https?:\/\/[^/]+\/goto\?/;

/** The value of a parameter of a Google link, such as `q` of `/search?q=…`; undefined if it has none. */
export function parameterOf(href: string, name: string): string | undefined {
  const value = parameterIn(href.trim(), name);
  return value === undefined || hasNonWebScheme(href) ? undefined : value; // most links have no such parameter
}

/** Whether the link leads to one of Google's own result pages. */
export function isSearchLink(href: string): boolean {
  if (!href.includes('/search')) return false;
  if (ownSearch.test(href)) return true;
  if (absoluteSearch.test(href)) return isSearchHost(hostOf(href));
  const place = hostAndPathOf(href);
  return place !== undefined && isSearchHost(place.hostname) && place.pathname === '/search';
}

/** The links of a page to the engine's own result pages, in document order. */
export const searchAnchors: (page: Page) => readonly Element[] = oncePerPage(({ anchors }) =>
  anchors.filter((anchor) => isSearchLink(hrefOf(anchor))),
);

const ownSearch = /^\/search(?:[?#]|$)/;
const absoluteSearch = /^https?:\/\/[^/?#@:\\\s]+\/search(?:[?#]|$)/i;

const wrappers: Record<string, (url: URL) => string | undefined> = {
  '/url': (url) => targetIn(url, 'q') ?? targetIn(url, 'url') ?? findEmbeddedUrl(url.search),
  '/interstitial': (url) => targetIn(url, 'url'),
  '/goto': (url) => findEmbeddedUrl(url.search) ?? url.href,
};

/** Paths of the search's hosts that are the search itself, not results. */
const ownPaths = new Set(['/search', '/aclk', '/imgres', '/httpservice/retry/enablejs', '/preferences']);

function isOwnPath({ hostname, pathname }: HostAndPath): boolean {
  return isSearchHost(hostname) && ownPaths.has(pathname);
}

/** Whether the link leads to an external host in its usual form, as most do; needs no parsing. */
function isOrdinaryTarget(href: string): boolean {
  if (!ordinaryTarget.test(href) || href.includes('aclk')) return false;
  const host = hostOf(href);
  return !host.includes('xn--') && !isAlphaHost(host);
}

const ordinaryTarget = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#]|$)/;

/** Whether a link leads to the engine's help. */
export function isHelpLink(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return href.includes('support.') && engineServiceOf(href) === 'support';
}

/** Whether a link leads to the engine's help about its search, or about what it knows of a page. */
export function isSearchHelpLink(anchor: Element): boolean {
  const link = externalTargetOf(anchor);
  const service = engineServiceOf(link);
  return (
    service === 'policies' ||
    service === 'myactivity' ||
    (service === 'support' && /\/web(?:search|masters)\b/.test(link))
  );
}

/** Whether the link is the engine's redirect to an advertiser. */
export function isAdClick(href: string): boolean {
  const place = href.includes('aclk') ? hostAndPathOf(href) : undefined;
  return place !== undefined && (isAdRedirect(place) || (isSearchHost(place.hostname) && place.pathname === '/aclk'));
}

/** The links of a page that are redirects to advertisers, or have clicks counted by one. */
export const adClickLinks: (page: Page) => ReadonlySet<Element> = oncePerPage(
  ({ anchors }) =>
    new Set(anchors.filter((anchor) => [hrefOf(anchor), attributeText(anchor, 'attributionsrc')].some(isAdClick))),
);

/** Ad clicks may have a host of their own. */
function isAdRedirect({ pathname }: HostAndPath): boolean {
  return pathname === '/pagead/aclk';
}

/** Whether the link leads to the engine's image viewer. */
export function isImageViewerLink(href: string): boolean {
  const place = href.includes('/imgres') ? hostAndPathOf(href) : undefined;
  return place !== undefined && isSearchHost(place.hostname) && place.pathname === '/imgres';
}

function isTranslation({ hostname, pathname }: HostAndPath): boolean {
  return hostname.startsWith('translate.') && pathname.startsWith('/translate');
}

function targetIn(url: URL, name: string): string | undefined {
  return url.searchParams.getAll(name).find(isAbsolute);
}

function absoluteIn(href: string, name: string): string | undefined {
  const target = parameterIn(href, name);
  return target !== undefined && isAbsolute(target) ? target : undefined;
}

function isAbsolute(href: string): boolean {
  return absoluteTarget.test(href);
}

const absoluteTarget = /^\s*(?:https?|ftp):\/\//i;

/** Whether a link leads to an image on the engine's servers instead of a page. */
export function isEngineHostedImage(link: string): boolean {
  return /(?:^|\.)(?:gstatic|googleusercontent|ggpht)\.com$/.test(hostOf(link));
}
