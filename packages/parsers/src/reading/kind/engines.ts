import type { Page } from '../../page/page.js';
import type { Engine } from '../../results/responses.js';
import { type SearchForm, searchFormsOf, textBeforeName, titleOf } from '../title-and-box.js';
import { type OwnLink, ownLinksOf } from './own-links.js';

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
    host: /^(?:www\.|m\.|ipv[46]\.)?google\./,
    parameter: /[?&](?:tbm|udm|ved|s?ei|sca_esv|sxsrf|gbv|stick|biw|sa|oq|start|nfpr|tbs)=/,
    path: /^\/(?:url|aclk|imgres|setprefs|preferences|advanced_search|webhp|httpservice\/.*|history\/.*|safesearch)$/,
    service: /^(?:support|policies|accounts|maps|translate)\.google\./,
    field: /^(?:ei|sca_esv|sxsrf|iflsig|gbv|biw|tbm|udm|gs_l|oq|aqs|newwindow|btnG)=/,
    regions: ['rso', 'ires', 'center_col', 'topstuff', 'botstuff', 'rcnt', 'tads', 'tvcap'],
  },
  beta: {
    origin: 'https://www.bing.com',
    title: 'Bing',
    host: /^(?:[a-z\d-]+\.)?bing\.com$/,
    parameter: /[?&](?:FORM|form|first|filters|qpvt|cvid|qft)=/,
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
export function engineEvidence(page: Page): EngineEvidence {
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
  ({ title }, page) => textBeforeName(titleOf(page), title) !== undefined,
  ({ field }, page) => searchFormsOf(page).some((form) => hasField(form, field)),
  ({ service, host }, page) =>
    ownLinksOf(page).some((link) => link.host !== '' && service.test(link.host) && !host.test(link.host)),
  (signs, page) => ownLinksOf(page).some((link) => isOnHost(signs, link) && signs.path.test(link.path)),
  (signs, page) =>
    ownLinksOf(page).some(
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

function isOnHost({ host }: EngineSigns, link: OwnLink): boolean {
  return link.host === '' || host.test(link.host);
}

/** Base of the relative links on a page of this kind. */
export function originOf(kind: `${Engine}.${string}`): string {
  return engines[kind.split('.', 1)[0] as Engine].origin;
}

/** Names of all engines. */
export const engineNames: readonly Engine[] = Object.keys(engines) as Engine[];

/** Whether a link leads to another page of the same results, on any engine. */
export function isPagerLink(href: string): boolean {
  return pager.test(href);
}

/** The parameters of Google, Bing and Brave in one pattern, because most links of a page are tested. */
const pager = /[?&](?:start|first|offset)=\d/;

/** Whether a link leads to an engine's search: on its host, or without a host. */
export function leadsToEngine(engine: Engine, link: OwnLink): boolean {
  return isOnHost(engines[engine], link);
}
