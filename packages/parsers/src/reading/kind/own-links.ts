import { type Element, hrefOf } from '../../html/tree.js';
import { oncePerPage, type Page } from '../../page/page.js';

/** A link within an engine's own site. */
export class OwnLink {
  private readonly anchor: Element;
  /** The host in lower case; `''` for a relative link. */
  readonly host: string;
  readonly path: string;
  /** Index among all links of the page. */
  readonly index: number;

  constructor(anchor: Element, place: { readonly host: string; readonly path: string; readonly index: number }) {
    this.anchor = anchor;
    this.host = place.host;
    this.path = place.path;
    this.index = place.index;
  }

  /** The whole address, decoded on demand: most links are told apart by their beginning. */
  get href(): string {
    return hrefOf(this.anchor).trim();
  }
}

/** The links of a page to an engine's own site. They show what the page is; its rows lead elsewhere. */
export const ownLinksOf: (page: Page) => readonly OwnLink[] = oncePerPage(({ anchors }) => {
  const links: OwnLink[] = [];
  for (let index = 0; index < anchors.length; index++) {
    const link = ownLink(anchors[index]!, index);
    if (link !== undefined) links.push(link);
  }
  return links;
});

function ownLink(anchor: Element, index: number): OwnLink | undefined {
  const written = anchor.writtenAttribute('href')!;
  const first = written.charCodeAt(0);
  const isPlain = first === SLASH || first === LOWER_H; // other values may hide a scheme: " HTTP&#58;//"
  const address = isPlain ? written : hrefOf(anchor).trim();
  const start = startOfPath(address);
  if (start < 0) return isPlain && written.includes('&') ? decodedLink(anchor, index) : undefined;
  const host = hostAt(address, start);
  if (start > 0 && !ownHost.test(host) && !host.includes('&')) return undefined;
  const path = pathAt(address, start);
  if (!host.includes('&') && !path.includes('&')) return new OwnLink(anchor, { host, path, index });
  return decodedLink(anchor, index);
}

/** A link with character references in its host or path. */
function decodedLink(anchor: Element, index: number): OwnLink | undefined {
  const address = hrefOf(anchor).trim();
  const start = startOfPath(address);
  if (start < 0) return undefined;
  const host = hostAt(address, start);
  return start > 0 && !ownHost.test(host)
    ? undefined
    : new OwnLink(anchor, { host, path: pathAt(address, start), index });
}

/** Index of the path of an address, after the host if there is one; -1 for an address relative to a page. */
function startOfPath(href: string): number {
  if (href.charCodeAt(0) === SLASH && href.charCodeAt(1) !== SLASH) return 0;
  const start = schemes.find((scheme) => href.startsWith(scheme)) ?? writtenScheme.exec(href)?.[0];
  return start === undefined ? -1 : endOfHost(href, start.length);
}

const schemes = ['https://', 'http://', '//'];

/** Upper case is rare. */
const writtenScheme = /^https?:\/\//i;

/** The host of an address whose path is at an index; `''` for a relative address. */
function hostAt(address: string, path: number): string {
  return address.slice(address.indexOf('//') + 2, path).toLowerCase();
}

function pathAt(href: string, start: number): string {
  const end = firstOf(href, start, false);
  return end === start ? '/' : href.slice(start, end);
}

function endOfHost(href: string, start: number): number {
  return firstOf(href, start, true);
}

/** Index of the first `?` or `#` (or `/`, if `slashEnds`) from an index on; the length if there is none. */
function firstOf(href: string, from: number, slashEnds: boolean): number {
  let at = from;
  for (; at < href.length; at++) {
    const code = href.charCodeAt(at);
    if (code === QUESTION_MARK || code === NUMBER_SIGN || (slashEnds && code === SLASH)) break;
  }
  return at;
}

const [SLASH, QUESTION_MARK, NUMBER_SIGN, LOWER_H] = [0x2f, 0x3f, 0x23, 0x68];

const ownHost = /^(?:[a-z\d-]+\.)*(?:google\.[a-z.]{2,10}|bing\.com|brave\.com|microsoft\.com|live\.com)$/;
