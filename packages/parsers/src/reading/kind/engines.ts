import { type Element, hrefOf } from '../../html/tree.js';
import { oncePerPage, type Page } from '../../page/page.js';
import type { Engine } from '../../results/responses.js';
import { documentTitleOf, type SearchForm, searchFormsOf, textBeforeName } from '../title-and-box.js';

/** What every page of an engine shows of it, whatever the query. Each property is one sign, however often it occurs. */
interface EngineSigns {
  /** Base of the relative links on its pages. */
  readonly origin: string;
  /** Name of the engine in the document's title. */
  readonly title: string;
  /** Hosts of the search itself. A link without a host may belong to any engine. */
  readonly host: RegExp;
  /** Parameters that only this engine adds to links within the search. */
  readonly parameter: RegExp;
  /** Parameter of the links to its other pages of results. */
  readonly pager: RegExp;
  /** Paths on the search's host that no other engine has. */
  readonly path: RegExp;
  /** Hosts of the engine's other services, which the frame of its pages links to. */
  readonly service: RegExp;
  /** Fields, as `name=value`, that only this engine's form sends beside the query. */
  readonly field: RegExp;
  /** Ids of the regions of its pages. */
  readonly regions: readonly string[];
  /** Part of an address that occurs in the source of every page. */
  readonly address?: string;
}

const engines: Readonly<Record<Engine, EngineSigns>> = {
  alpha: {
    origin: 'https://www.google.com',
    title: 'Google',
    host: /^(?:www\.|m\.|ipv[46]\.)?google\.[a-z.]{2,10}$/,
    parameter: /[?&](?:tbm|udm|ved|s?ei|sca_esv|sxsrf|gbv|stick|biw|sa|oq|start|nfpr|tbs)=/,
    pager: /[?&]start=\d/,
    path: /^\/(?:url|aclk|imgres|setprefs|preferences|advanced_search|webhp|httpservice\/.*|history\/.*|safesearch)$/,
    service: /^(?:support|policies|accounts|maps|translate)\.google\.[a-z.]{2,10}$/,
    field: /^(?:ei|sca_esv|sxsrf|iflsig|gbv|biw|tbm|udm|gs_l|oq|aqs|newwindow|btnG)=/,
    regions: ['rso', 'ires', 'center_col', 'topstuff', 'botstuff', 'rcnt', 'tads', 'tvcap'],
  },
  beta: {
    origin: 'https://www.bing.com',
    title: 'Bing',
    host: /^(?:[a-z\d-]+\.)?bing\.com$/,
    parameter: /[?&](?:FORM|form|first|filters|qpvt|cvid|qft)=/,
    pager: /[?&]first=\d/,
    path: /^\/(?:ck\/a|aclick|copilotsearch|visualsearch|fd\/.*|rebates\/.*|rewards\/.*|account\/.*|(?:images|videos|news|travel|academic|dict)\/search)$/,
    service: /^(?:go|help\.bing|onlinehelp|support)\.microsoft\.com$|^login\.live\.com$/,
    field: /^(?:form|go|qs|sbisrc|sk|cvid)=/i,
    regions: ['b_results', 'b_content', 'b_context', 'b_header', 'b_tween', 'b_pole', 'b_footer', 'sb_form'],
  },
  gamma: {
    origin: 'https://search.brave.com',
    title: 'Brave',
    host: /^search\.brave\.com$/,
    parameter: /[?&](?:source=(?:web|relatedQueries|vcluster|infobox|llm)|spellcheck=|goggles_id=|offset=)/,
    pager: /[?&]offset=\d/,
    path: /^\/(?:images|news|videos|goggles|ask|settings|help(?:\/.*)?)$/,
    service: /(?:^|\.)brave\.com$/,
    field: /^source=web$/,
    regions: ['results', 'searchform', 'searchbox', 'primary-tabs', 'search-elsewhere', 'goggleQueryParam'],
    address: '.search.brave.com/',
  },
};

/** Number of signs of each engine on a page. */
type EngineEvidence = Readonly<Record<Engine, number>>;

/** Counts the signs of each engine in the page's frame, its own links and its forms; nothing in rows counts. */
export function countEngineSigns(page: Page): EngineEvidence {
  const count = (name: Engine): number => countSigns(engines[name], page, -1);
  return Object.fromEntries(engineNames.map((name) => [name, count(name)])) as Record<Engine, number>;
}

/**
 * Whether a page shows at least `fewest` signs of another engine, and more of it than of this one. Counts its own signs
 * first: a sign that is there is found early, one that is not is looked for on the whole page.
 */
export function showsOtherEngine(engine: Engine, page: Page, fewest: number): boolean {
  const most = Math.max(countSigns(engines[engine], page, -1), fewest - 1);
  return engineNames.some((name) => name !== engine && countSigns(engines[name], page, most) > most);
}

/** Number of signs of an engine on a page. Stops when the count can no longer exceed `most`. */
function countSigns(signs: EngineSigns, page: Page, most: number): number {
  let shown = 0;
  for (let index = 0; index < signTests.length && shown + signTests.length - index > most; index++) {
    if (signTests[index]!(signs, page)) shown += 1;
  }
  return shown;
}

/** One test per sign, the cheapest first. */
const signTests: readonly ((signs: EngineSigns, page: Page) => boolean)[] = [
  ({ regions }, { ids }) => regions.filter((id) => ids.has(id)).length > 1,
  ({ title }, page) => textBeforeName(documentTitleOf(page), title) !== undefined,
  ({ field }, page) => searchFormsOf(page).some((form) => hasField(form, field)),
  ({ service, host }, page) =>
    internalLinksOf(page).some((link) => link.host !== '' && service.test(link.host) && !host.test(link.host)),
  (signs, page) => internalLinksOf(page).some((link) => isOnHost(signs, link) && signs.path.test(link.path)),
  (signs, page) =>
    internalLinksOf(page).some(
      (link) => link.path === '/search' && isOnHost(signs, link) && signs.parameter.test(link.href),
    ),
  showsAddress,
  showsAddress, // counts twice, because no other engine has such addresses, not even in rows
];

function showsAddress({ address }: EngineSigns, { source }: Page): boolean {
  return address !== undefined && source.includes(address);
}

function hasField({ values }: SearchForm, field: RegExp): boolean {
  return [...values].some(([name, value]) => field.test(`${name}=${value}`));
}

function isOnHost({ host }: EngineSigns, link: InternalLink): boolean {
  return link.host === '' || host.test(link.host);
}

/** Base of the relative links on a page of this kind. */
export function engineOriginOf(kind: `${Engine}.${string}`): string {
  return engines[kind.split('.', 1)[0] as Engine].origin;
}

/** Names of all engines. */
export const engineNames: readonly Engine[] = Object.keys(engines) as Engine[];

/** Whether a link within an engine leads to another page of the same results. */
export function isPagerLink(engine: Engine, href: string): boolean {
  return engines[engine].pager.test(href);
}

/** Whether a link leads to an engine's search: on its host, or without a host. */
export function leadsToEngine(engine: Engine, link: InternalLink): boolean {
  return isOnHost(engines[engine], link);
}

/** A link within an engine's own site. */
export class InternalLink {
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
export const internalLinksOf: (page: Page) => readonly InternalLink[] = oncePerPage(({ anchors }) => {
  const links: InternalLink[] = [];
  for (let index = 0; index < anchors.length; index++) {
    const link = ownLink(anchors[index]!, index);
    if (link !== undefined) links.push(link);
  }
  return links;
});

function ownLink(anchor: Element, index: number): InternalLink | undefined {
  const written = anchor.rawAttribute('href')!;
  const first = written.charCodeAt(0);
  const isPlain = first === SLASH || first === LOWER_H; // other values may hide a scheme: " HTTP&#58;//"
  const address = isPlain ? written : hrefOf(anchor).trim();
  const start = startOfPath(address);
  if (start < 0) return isPlain && written.includes('&') ? decodedLink(anchor, index) : undefined;
  const host = hostAt(address, start);
  if (start > 0 && !isHostOfEngine(host) && !host.includes('&')) return undefined;
  const path = pathAt(address, start);
  if (!host.includes('&') && !path.includes('&')) return new InternalLink(anchor, { host, path, index });
  return decodedLink(anchor, index);
}

/** A link with character references in its host or path. */
function decodedLink(anchor: Element, index: number): InternalLink | undefined {
  const address = hrefOf(anchor).trim();
  const start = startOfPath(address);
  if (start < 0) return undefined;
  const host = hostAt(address, start);
  return start > 0 && !isHostOfEngine(host)
    ? undefined
    : new InternalLink(anchor, { host, path: pathAt(address, start), index });
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

/** Whether a host is that of an engine's search or of one of its services. */
function isHostOfEngine(name: string): boolean {
  return allSigns.some(({ host, service }) => host.test(name) || service.test(name));
}

const allSigns: readonly EngineSigns[] = Object.values(engines);
