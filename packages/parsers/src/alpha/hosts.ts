import { hostOf, parsedAddress } from '../words/address.js';

const ownHost = 'www.google.com';

/** What relative links on the page are relative to. */
export const origin: string = `https://${ownHost}`;

/** The host that a link leads to, and the path there. */
export interface HostAndPath {
  readonly hostname: string;
  readonly pathname: string;
}

/** Where a link leads; undefined for what is no address of a page. */
export function placeOf(href: string): HostAndPath | undefined {
  const written = ordinaryAddress.exec(href);
  if (written === null || written[1]?.includes('xn--')) return parsed(href);
  return { hostname: written[1] ?? ownHost, pathname: written[2] ?? '/' };
}

/** An address, or one within the site, that says the same when it is taken apart by the rules for addresses. */
const ordinaryAddress = /^(?:https?:\/\/((?:[a-z\d-]+\.)+[a-z]{2,}))?(\/(?!\/)[\w/-]*)?(?=[?#]|$)/;

/** Whether a link is neither an address of a page nor within the site: `javascript:`, `mailto:` … */
export function isOfOtherScheme(href: string): boolean {
  return otherScheme.test(href);
}

const otherScheme = /^\s*(?!https?:|ftp:)[a-z][a-z\d+.-]*:/i;

function parsed(href: string): HostAndPath | undefined {
  if (isOfOtherScheme(href)) return undefined;
  const url = parsedAddress(href, origin);
  if (url !== undefined) return schemes.has(url.protocol) ? url : undefined;
  const host = hostOf(href.trim());
  return host.includes('.') ? { hostname: host, pathname: '/' } : undefined; // a host that no rule allows, as shown
}

const schemes = new Set(['http:', 'https:', 'ftp:']);

/** Whether the host is the engine's own: `www.google.com`, `google.co.uk`, `translate.google.de` … The only such test. */
export function isOwnHost(host: string): boolean {
  return host.includes('google.') && ownHostEnd.test(host);
}

const ownHostEnd = /(?:^|\.)google\.(?:com|cat|[a-z]{2}|com?\.[a-z]{2})$/;

/**
 * Name of the engine's service that a link leads to: `support` for `https://support.google.com/…`, `''` for the bare
 * host. Undefined for a link to anything else and for a relative one.
 */
export function serviceOf(link: string): string | undefined {
  const host = hostOf(link);
  const end = host.includes('google.') ? ownHostEnd.exec(host)?.index : undefined;
  return end === undefined ? undefined : host.slice(0, end);
}

/** Whether the host is the search itself; `developers.google.com/search` is a page about it. */
export function isSearchHost(host: string): boolean {
  return searchHost.test(host) && isOwnHost(host);
}

const searchHost = /^(?:www\.|m\.|ipv[46]\.)?google\./;
