import { parameterIn } from '../../words/address.js';

/** A link to results, and the tab that it leads to. */
export interface TabLink {
  readonly href: string;
  readonly tab: string;
  /** Its place among all links of the page. */
  readonly index: number;
}

/**
 * The tabs that the tab bar links to: the first links of a page that ask for one query in one tab after the other. The
 * bar of the main tab has no link to it; where it has, it is the first, and asks for nothing that the others do not.
 */
export function tabBarOf(links: readonly TabLink[]): ReadonlySet<string> {
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
