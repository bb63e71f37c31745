import { isAscii } from './numbers.js';

/** The link's host as written, in lower case; `''` for a link without a host. */
export function hostOf(link: string): string {
  if (!webScheme.test(link)) return '';
  const start = link.indexOf('/') + 2;
  const end = endOfHost(link, start);
  const isPlain = link[end] !== ':' && link[end] !== '@';
  const host = isPlain ? link.slice(start, end) : (hostBesideUser.exec(link)?.[1] ?? '');
  return host.toLowerCase();
}

const webScheme = /^(?:https?|ftp):\/\//i;

/** For the few links with a user name or a port. */
const hostBesideUser = /^(?:https?|ftp):\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i;

function endOfHost(link: string, start: number): number {
  let end = start;
  while (end < link.length && !endsHost(link.charCodeAt(end))) end++;
  return end;
}

/** `/`, `:`, `?`, `#` or `@`. Compares char codes because `hostOf` is called for every link. */
function endsHost(code: number): boolean {
  return code === 0x2f || code === 0x3a || code === 0x3f || code === 0x23 || code === 0x40;
}

/**
 * The parsed address, relative to `base`; undefined if it is invalid. Avoids `URL.canParse`: once optimised, Node 20's
 * rejects hosts with Latin-1 letters, such as `bücher.example`.
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** The last two labels of the host: enough to tell a row's site from its sources. */
export function lastTwoHostLabels(link: string): string {
  const host = hostOf(link);
  return host.slice(host.lastIndexOf('.', host.lastIndexOf('.') - 1) + 1);
}

/** The site name for a page that shows none: the host without `www.`. */
export function defaultSiteName(link: string): string {
  return withoutWww(hostOf(link));
}

/** An address without the quoted text that it makes a browser scroll to: that is not part of the page's address. */
export function withoutTextFragment(link: string): string {
  const quote = link.indexOf(textFragmentPrefix);
  return quote < 0 ? link : link.slice(0, link[quote - 1] === '#' ? quote - 1 : quote);
}

/** An address without its fragment. */
export function withoutFragment(link: string): string {
  return link.split('#', 1)[0]!;
}

/** Precedes a quoted text, after `#` or after a fragment. */
export const textFragmentPrefix = ':~:text=';

export function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/**
 * The first value of a query parameter, decoded; undefined if the address has no such parameter. The address may be
 * relative. It is not parsed further than this needs, because this is called for many links.
 */
export function parameterIn(address: string, name: string): string | undefined {
  const start = address.indexOf('?') + 1;
  if (start === 0) return undefined;
  for (let at = address.indexOf(name, start); at >= 0; at = address.indexOf(name, at + 1)) {
    const end = at + name.length;
    if ((at === start || address[at - 1] === '&') && (end === address.length || nameEnds.includes(address[end]!))) {
      return address.lastIndexOf('#', at) < 0 ? valueAt(address, end) : undefined;
    }
  }
  return undefined;
}

const nameEnds = '=&#';

/**
 * The address that a redirect of an engine leads to, whatever its parameter is called: one in its path, or the only
 * absolute one among the values of its parameters, which may be in base64. Undefined where there is none, or several.
 */
export function findEmbeddedUrl(link: string): string | undefined {
  if (!mayHoldAddress(link)) return undefined;
  const inPath = targetInPath.exec(link)?.[1];
  if (inPath !== undefined) return inPath.includes('://') ? inPath : decodedValue(inPath);
  const [query = ''] = link.slice(link.indexOf('?') + 1).split('#', 1);
  const values = query.split('&').map((part) => {
    const value = decodedValue(part.slice(part.indexOf('=') + 1));
    return textOfBase64(encodedAddress.exec(value)?.[1] ?? '') || value;
  });
  const [target, ...others] = values.filter((value) => webScheme.test(value));
  return others.some((other) => other !== target) ? undefined : target;
}

/** The end of a path, after its first step. */
const targetInPath = /^(?:https?:\/\/[^/]+)?\/[a-z]+\/(https?(?::|%3a).+)/i;

/** Whether a part of the path or a value of a parameter of a link may be an address, as written or in base64. */
export function mayHoldAddress(link: string): boolean {
  return link.includes('=http') || link.includes('/http') || link.includes(encodedScheme);
}

/** "http" in base64. */
const encodedScheme = 'aHR0c';

/** An address in base64, which may follow the version of the encoding, such as `a1`. */
const encodedAddress = /^(?:[a-z]\d)?(aHR0c[\w/+=-]*)$/;

/** Decodes UTF-8 in base64 or base64url, with or without padding; undefined for anything else. */
export function textOfBase64(encoded: string): string | undefined {
  try {
    const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return isAscii(bytes) ? bytes : utf8.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined; // not base64, or not UTF-8 in it
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value after a parameter's name; `''` if there is none. */
function valueAt(address: string, nameEnd: number): string {
  if (address[nameEnd] !== '=') return '';
  const next = address.indexOf('&', nameEnd);
  const fragment = address.indexOf('#', nameEnd);
  const end = Math.min(next < 0 ? address.length : next, fragment < 0 ? address.length : fragment);
  return decodedValue(address.slice(nameEnd + 1, end));
}

function decodedValue(value: string): string {
  if (!encodedMark.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return new URLSearchParams(`v=${value}`).get('v')!; // a stray `%`, which an address may contain
  }
}

const encodedMark = /[%+]/;

/** The address of a site's first page, where its name leads. */
export const homePagePattern: RegExp = /^https?:\/\/[^/?#]+\/?$/;

/** Whether an address on another site contains that of a row: a translation or a stored copy of its page. */
export function isTranslationOrStoredCopy(target: string, link: string): boolean {
  const page = link.replace(/^https?:\//i, ''); // of a subdomain, only the end
  return hostOf(target) !== hostOf(link) && (target.includes(page) || target.includes(encodeURIComponent(page)));
}
