import type { Page } from '../../page/page.js';
import { parameterIn } from '../../words/address.js';
import { searchFormsOf } from '../title-and-box.js';
import { type EngineName, isOfEngine } from './engines.js';
import { type OwnLink, ownLinksOf } from './own-links.js';

/** What a page says of its tab: `search`, `news`, `images` … */
interface TabEvidence {
  /** Signs for each tab that it may be. */
  readonly signs: ReadonlyMap<string, number>;
  /** Tabs that its tab bar links to, so that it is none of them. */
  readonly linked: ReadonlySet<string>;
}

/**
 * The form of a page asks in the same tab again, its pager and its tools stay in it, and its tab bar links to all others.
 * The pager counts twice: nothing else leads to more of the same.
 */
export function tabEvidence(engine: EngineName, page: Page): TabEvidence {
  const { onward, tools, others } = sorted(resultLinks(engine, page));
  const signs = new Map<string, number>();
  const add = (tab: string | undefined, count = 1): void => {
    if (tab !== undefined) signs.set(tab, (signs.get(tab) ?? 0) + count);
  };
  const forms = searchFormsOf(page).map(({ action, values }) => tabOfForm(engine, action, values));
  add(mostOf(forms));
  add(mostOf(onward.map(({ tab }) => tab)), 2);
  add(mostOf(tools.map(({ tab }) => tab)));
  const linked = tabBarOf(others);
  if (linked.size > 1 && !linked.has('search')) add('search');
  return { signs, linked };
}

/**
 * The queries of a page's links to more of the same: to its other pages, and to the tabs of its bar. Whoever follows them
 * stays with the query that was answered.
 */
export function linkedQueries(engine: EngineName, page: Page): string[] {
  const links = resultLinks(engine, page);
  const isOtherTab = ({ href, tab }: TabLink): boolean => engine === 'alpha' && tab !== 'search' && !isTool.test(href);
  const others = links.filter((link) => leadsOn.test(link.href) || isOtherTab(link));
  return others.flatMap(({ href }) => parameterIn(href, 'q') ?? []);
}

function resultLinks(engine: EngineName, page: Page): TabLink[] {
  const links: TabLink[] = [];
  for (const link of ownLinksOf(page)) {
    const tab = isOfEngine(engine, link) ? tabOfLink(engine, link) : undefined;
    if (tab !== undefined) links.push({ href: link.href, index: link.index, tab });
  }
  return links;
}

/** The links of a pager, those of tools, and the others; a link may be of the first two kinds. */
function sorted(links: readonly TabLink[]): Record<'onward' | 'tools' | 'others', readonly TabLink[]> {
  const onward: TabLink[] = [];
  const tools: TabLink[] = [];
  const others: TabLink[] = [];
  for (const link of links) {
    const isOnward = leadsOn.test(link.href);
    const isOfTools = isTool.test(link.href);
    if (isOnward) onward.push(link);
    if (isOfTools) tools.push(link);
    if (!isOnward && !isOfTools) others.push(link);
  }
  return { onward, tools, others };
}

/** Links to other pages of the same results. */
const leadsOn = /[?&](?:start|first|offset)=\d/;

/** Links that narrow the same results down, to a span of time say. */
const isTool = /[?&](?:source=lnt|qft=|tf=|tbs=(?:qdr|cdr|sbd|li|lr)\b)/;

/** The tab that a link leads to, undefined for a link to anything but results. */
function tabOfLink(engine: EngineName, link: OwnLink): string | undefined {
  if (engine !== 'alpha') return tabOfPath(link.path);
  if (link.path !== '/search') return undefined;
  const { href } = link;
  return alphaTab(parameterIn(href, 'tbm') || parameterIn(href, 'udm'));
}

/** The tab that a form asks in. */
function tabOfForm(engine: EngineName, action: string, values: ReadonlyMap<string, string>): string | undefined {
  if (engine === 'alpha') return alphaTab(values.get('tbm') || values.get('udm'));
  return tabOfPath(actionPath.exec(action)?.[1] ?? '');
}

const actionPath = /^\s*(?:(?:https?:)?\/\/[^/?#]*)?(\/[^?#\s]*)/i;

/** The name of the tab that Google's `tbm` or `udm` stands for; of one without a name here, the value itself. */
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

/** `search` of `/search`, `images` of `/images` and `/images/search`. */
function tabOfPath(path: string): string | undefined {
  if (path.length > longestTabPath) return undefined;
  return tabPath
    .exec(path)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** "/academic/search" */
const longestTabPath = 16;

const tabPath = /^\/(?:(search)|(images|videos|news|shop|academic)(?:\/search)?)$/;

/** What most of them are, undefined where none is anything. */
function mostOf(tabs: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const tab of tabs) if (tab !== undefined) counts.set(tab, (counts.get(tab) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A link to results, and the tab that it leads to. */
interface TabLink {
  readonly href: string;
  readonly tab: string;
  /** Its place among all links of the page. */
  readonly index: number;
}

/**
 * The tabs that the tab bar links to: the first links of a page that ask for one query in one tab after the other. The
 * bar of the main tab has no link to it; where it has, it is the first, and asks for nothing that the others do not.
 */
function tabBarOf(links: readonly TabLink[]): ReadonlySet<string> {
  const first = links.findIndex((link, place) => isTab(link) && continues(link, links[place + 1]));
  const linked = new Set<string>();
  if (first < 0) return linked;
  const before = links[first - 1];
  if (before?.tab === 'search' && isBeside(before, links[first]!) && asksNoMore(before, links[first]!))
    linked.add('search');
  for (let place = first; place < links.length; place++) {
    linked.add(links[place]!.tab);
    if (!continues(links[place]!, links[place + 1])) break;
  }
  return linked;
}

function isTab({ tab }: TabLink): boolean {
  return tab !== 'search';
}

function continues(link: TabLink, next: TabLink | undefined): next is TabLink {
  return next !== undefined && isTab(next) && next.tab !== link.tab && isBeside(link, next);
}

/** Whether a link follows another, for the same query; a menu or a link to another service may stand between. */
function isBeside(link: TabLink, next: TabLink): boolean {
  return next.index - link.index <= widestGap && parameterIn(link.href, 'q') === parameterIn(next.href, 'q');
}

const widestGap = 3;

function asksNoMore({ href }: TabLink, { href: other }: TabLink): boolean {
  const known = new Set([...namesIn(other), 'source', 'sa']); // where it was pressed, not what it asks for
  return namesIn(href).every((name) => known.has(name));
}

function namesIn(href: string): string[] {
  const query = href.slice(href.indexOf('?') + 1);
  return query.split('&').map((pair) => pair.split('=', 1)[0]!);
}
