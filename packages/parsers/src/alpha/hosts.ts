import { hostOf, parseUrl } from '../words/address.js';

const ownHost = 'www.google.com';

/** The base of relative links on the page. */
export const alphaOrigin: string = `https://${ownHost}`;

/** Host and path of a link. */
export interface HostAndPath {
  readonly hostname: string;
  readonly pathname: string;
}

/** Host and path of a link; undefined unless it is the address of a page. */
export function hostAndPathOf(href: string): HostAndPath | undefined {
  const written = ordinaryAddress.exec(href);
  if (written === null || written[1]?.includes('xn--')) return parsed(href);
  return { hostname: written[1] ?? ownHost, pathname: written[2] ?? '/' };
}

/** An address, or one within the site, whose parts are the same after parsing. */
const ordinaryAddress = /^(?:https?:\/\/((?:[a-z\d-]+\.)+[a-z]{2,}))?(\/(?!\/)[\w/-]*)?(?=[?#]|$)/;

/** Whether a link has a scheme other than those of pages: `javascript:`, `mailto:` … */
export function hasNonWebScheme(href: string): boolean {
  return otherScheme.test(href);
}

const otherScheme = /^\s*(?!https?:|ftp:)[a-z][a-z\d+.-]*:/i;

function parsed(href: string): HostAndPath | undefined {
  if (hasNonWebScheme(href)) return undefined;
  const url = parseUrl(href, alphaOrigin);
  if (url !== undefined) return schemes.has(url.protocol) ? url : undefined;
  const host = hostOf(href.trim());
  return host.includes('.') ? { hostname: host, pathname: '/' } : undefined; // an invalid host, as shown
}

const schemes = new Set(['http:', 'https:', 'ftp:']);

/**
 * Whether the host is the engine's own: `www.google.com`, `google.co.uk`, `translate.google.de` … The only such test.
 */
export function isAlphaHost(host: string): boolean {
  return host.includes('google.') && ownHostEnd.test(host);
}

const ownHostEnd = /(?:^|\.)google\.(?:com|cat|[a-z]{2}|com?\.[a-z]{2})$/;

/**
 * Name of the engine's service that a link leads to: `support` for `https://support.google.com/…`, `''` for the bare
 * domain. Undefined for any other link, including relative ones.
 */
export function engineServiceOf(link: string): string | undefined {
  const host = hostOf(link);
  const end = host.includes('google.') ? ownHostEnd.exec(host)?.index : undefined;
  return end === undefined ? undefined : host.slice(0, end);
}

/**
 * Whether the host is that of the search itself. For example, `developers.google.com/search` is only a page about it.
 */
export function isSearchHost(host: string): boolean {
  return searchHost.test(host) && isAlphaHost(host);
}

const searchHost = /^(?:www\.|m\.|ipv[46]\.)?google\./;
