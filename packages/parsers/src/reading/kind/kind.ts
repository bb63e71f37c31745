import { PageError } from '../../errors.js';
import { countsOf } from '../../page/lists.js';
import { oncePerPage, type Page } from '../../page/page.js';
import type { Engine } from '../../results/responses.js';
import { parameterIn } from '../../words/address.js';
import { searchFormsOf } from '../title-and-box.js';
import {
  countEngineSigns,
  engineNames,
  type InternalLink,
  internalLinksOf,
  isPagerLink,
  leadsToEngine,
  showsOtherEngine,
} from './engines.js';

/** `<engine>.<tab>`, such as `alpha.search` and `alpha.images`. */
export type PageKind = `${Engine}.${string}`;

/** The kind that a page shows signs of; undefined if no engine has more signs than the others. */
export function detectPageKind(page: Page): PageKind | undefined {
  const evidence = countEngineSigns(page);
  const [first, second] = engineNames.toSorted((a, b) => evidence[b] - evidence[a]) as [Engine, Engine];
  if (evidence[first] === evidence[second]) return undefined;
  return `${first}.${maxSigns(tabEvidence(first, page).signs) ?? 'search'}`;
}

/**
 * Refuses a page with more signs of another engine, or of another tab of this one, than of what was asked. A page
 * without signs is read as what was asked.
 *
 * @throws {PageError} `wrong_page`, reason `kind`
 */
export function assertKind(asked: PageKind, page: Page): void {
  const [engine, tab] = asked.split('.') as [Engine, string];
  const answered = showsOtherEngine(engine, page, minSigns) ? detectPageKind(page) : otherTab(engine, tab, page);
  if (answered !== undefined) throw new PageError('wrong_page', { reason: 'kind', asked, answered });
}

/** Whether a page shows a sign of its tab: its form, its pager, its tools, or a tab bar without it. */
export function showsSignOfKind(kind: PageKind, page: Page): boolean {
  const [engine, tab] = kind.split('.') as [Engine, string];
  return (tabEvidence(engine, page).signs.get(tab) ?? 0) > 0;
}

/** Minimum number of signs of another engine to refuse a page: one may come from a row. */
const minSigns = 2;

function otherTab(engine: Engine, tab: string, page: Page): PageKind | undefined {
  const { signs, linked } = tabEvidence(engine, page);
  const own = signs.get(tab) ?? 0;
  const best = maxSigns(signs, tab);
  const isLinked = own === 0 && linked.has(tab); // a page whose pager stays in the tab may link to the tab anywhere
  if (!isLinked && (best === undefined ? 0 : signs.get(best)!) <= own) return undefined;
  return `${engine}.${best ?? (linked.has('search') ? 'other' : 'search')}`;
}

/** The tab with the most signs, except `without`. */
function maxSigns(signs: ReadonlyMap<string, number>, without?: string): string | undefined {
  const others = [...signs].filter(([tab]) => tab !== without);
  return others.sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Signs of the tab that a page belongs to: `search`, `news`, `images` … */
interface TabEvidence {
  /** Number of signs for each tab. */
  readonly signs: ReadonlyMap<string, number>;
  /** Tabs that the tab bar links to: the page is none of them. */
  readonly linked: ReadonlySet<string>;
}

/**
 * The form of a page searches in the same tab again, its pager and its tools stay in the tab, and its tab bar links to
 * all others. The pager counts twice, because nothing else leads to more of the same results.
 */
export function tabEvidence(engine: Engine, page: Page): TabEvidence {
  const known = evidenceOf(page);
  const evidence = known.get(engine) ?? readTabEvidence(engine, page);
  known.set(engine, evidence);
  return evidence;
}

const evidenceOf: (page: Page) => Map<Engine, TabEvidence> = oncePerPage(() => new Map());

function readTabEvidence(engine: Engine, page: Page): TabEvidence {
  const { onward, tools, others } = sortLinks(engine, resultLinks(engine, page));
  const signs = new Map<string, number>();
  const add = (tab: string | undefined, count = 1): void => {
    if (tab !== undefined) signs.set(tab, (signs.get(tab) ?? 0) + count);
  };
  const forms = searchFormsOf(page).map(({ action, values }) => tabOfForm(engine, action, values));
  add(mostFrequent(forms));
  add(mostFrequent(onward.map(({ tab }) => tab)), 2);
  add(mostFrequent(tools.map(({ tab }) => tab)));
  const linked = tabBarOf(others);
  if (linked.size > 1 && !linked.has('search')) add('search');
  return { signs, linked };
}

/**
 * The queries in the links to more of the same search: to its other pages and, for Google, to its other tabs. These
 * links keep the query that was answered.
 */
export function linkedQueries(engine: Engine, page: Page): string[] {
  const links = resultLinks(engine, page);
  const isOtherTab = ({ href, tab }: TabLink): boolean =>
    engine === 'alpha' && tab !== 'search' && !toolParameter.test(href);
  const others = links.filter((link) => isPagerLink(engine, link.href) || isOtherTab(link));
  return others.flatMap(({ href }) => parameterIn(href, 'q') ?? []);
}

function resultLinks(engine: Engine, page: Page): TabLink[] {
  const links: TabLink[] = [];
  for (const link of internalLinksOf(page)) {
    const tab = leadsToEngine(engine, link) ? tabOfLink(engine, link) : undefined;
    if (tab !== undefined) links.push({ href: link.href, index: link.index, tab });
  }
  return links;
}

/** Splits the links into those of the pager, of the tools, and others; a link may be of the first two kinds at once. */
function sortLinks(
  engine: Engine,
  links: readonly TabLink[],
): Record<'onward' | 'tools' | 'others', readonly TabLink[]> {
  const onward: TabLink[] = [];
  const tools: TabLink[] = [];
  const others: TabLink[] = [];
  for (const link of links) {
    const isOnward = isPagerLink(engine, link.href);
    const isTool = toolParameter.test(link.href);
    if (isOnward) onward.push(link);
    if (isTool) tools.push(link);
    if (!isOnward && !isTool) others.push(link);
  }
  return { onward, tools, others };
}

/** Matches links that narrow the same results, for example to a time span. */
const toolParameter = /[?&](?:source=lnt|qft=|tf=|tbs=(?:qdr|cdr|sbd|li|lr)\b)/;

/** The tab that a link leads to; undefined unless it leads to results. */
function tabOfLink(engine: Engine, link: InternalLink): string | undefined {
  if (engine !== 'alpha') return tabOfPath(link.path);
  if (link.path !== '/search') return undefined;
  const { href } = link;
  return alphaTab(parameterIn(href, 'tbm') || parameterIn(href, 'udm'));
}

/** The tab that a form searches in. */
function tabOfForm(engine: Engine, action: string, values: ReadonlyMap<string, string>): string | undefined {
  if (engine === 'alpha') return alphaTab(values.get('tbm') || values.get('udm'));
  return tabOfPath(actionPath.exec(action)?.[1] ?? '');
}

const actionPath = /^\s*(?:(?:https?:)?\/\/[^/?#]*)?(\/[^?#\s]*)/i;

/** The tab that a value of Google's `tbm` or `udm` stands for; the value itself if it is unknown. */
function alphaTab(value = ''): string {
  return alphaTabs.get(value) ?? value;
}

const alphaTabs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    search: ['', '14', 'web'],
    news: ['nws', '12', 'news'],
    videos: ['vid', '7', 'vids'],
    images: ['isch', '2', 'imgs'],
    shopping: ['shop', '28', '3'],
    books: ['bks', '36'],
    places: ['lcl', '1'],
    forums: ['18'],
    short_videos: ['39'],
    ai_mode: ['50'],
    finance: ['fin'],
  }).flatMap(([name, values]) => values.map((value) => [value, name] as const)),
);

/** `search` for `/search`; `images` for `/images` and `/images/search`. */
function tabOfPath(path: string): string | undefined {
  if (path.length > maxTabPathLength) return undefined;
  return tabPath
    .exec(path)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** Length of "/academic/search". */
const maxTabPathLength = 16;

const tabPath = /^\/(?:(search)|(images|videos|news|shop|academic)(?:\/search)?)$/;

/** The most frequent tab; undefined if there is none. */
function mostFrequent(tabs: readonly (string | undefined)[]): string | undefined {
  const counts = countsOf(tabs.filter((tab) => tab !== undefined));
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A link to results, and its tab. */
interface TabLink {
  readonly href: string;
  readonly tab: string;
  /** Index among all links of the page. */
  readonly index: number;
}

/**
 * The tabs that the tab bar links to: the first consecutive links that search for the same query, each in another tab.
 * The bar of the main tab does not link to that tab. If a bar does, that link is the first, and has no parameter that
 * the others lack.
 */
function tabBarOf(links: readonly TabLink[]): ReadonlySet<string> {
  const first = links.findIndex((link, place) => isTab(link) && continues(link, links[place + 1]));
  const linked = new Set<string>();
  if (first < 0) return linked;
  const before = links[first - 1];
  if (before?.tab === 'search' && isBeside(before, links[first]!) && hasNoFurtherParameter(before, links[first]!))
    linked.add('search');
  for (let place = first; ; place++) {
    linked.add(links[place]!.tab);
    if (!continues(links[place]!, links[place + 1])) return linked;
  }
}

function isTab({ tab }: TabLink): boolean {
  return tab !== 'search';
}

function continues(link: TabLink, next: TabLink | undefined): next is TabLink {
  return next !== undefined && isTab(next) && next.tab !== link.tab && isBeside(link, next);
}

/** Whether a link follows another with the same query; a menu or a link to another service may be between them. */
function isBeside(link: TabLink, next: TabLink): boolean {
  return next.index - link.index <= widestGap && parameterIn(link.href, 'q') === parameterIn(next.href, 'q');
}

const widestGap = 3;

function hasNoFurtherParameter({ href }: TabLink, { href: other }: TabLink): boolean {
  const known = new Set([...namesIn(other), 'source', 'sa']); // these say where the link was clicked, not what it searches for
  return namesIn(href).every((name) => known.has(name));
}

function namesIn(href: string): string[] {
  const query = href.slice(href.indexOf('?') + 1);
  return query.split('&').map((pair) => pair.split('=', 1)[0]!);
}
