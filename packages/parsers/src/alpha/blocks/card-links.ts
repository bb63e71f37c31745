import { attributeBits } from '../../html/attributes.js';
import { attribute, attributeText, closest, contains, type Element } from '../../html/tree.js';
import { anchorsWithin, elementsWithin, firstWithin } from '../../page/lists.js';
import { elementsThatMayHaveAttributes, oncePerPage, type Page } from '../../page/page.js';
import { isHeading, isSectionHeading } from '../../page/roles.js';
import { hasRenderedText, isInSight, isRendered, isSelfHidden } from '../../page/visible.js';
import { hostOf, withoutFragment } from '../../words/address.js';
import { engineServiceOf } from '../hosts.js';
import { externalTargetOf, isSearchHelpLink } from '../links.js';

/** An element that leads to a card's page: a link, or a video that is played in place and names its page. */
export interface CardLink {
  readonly element: Element;
  readonly link: string;
  /** The heading inside or around it, below the level of sections. */
  readonly heading: Element | undefined;
}

/** The elements in `outer` that lead to the pages of its cards, in page order, but not to their authors or answers. */
export function cardLinksIn(page: Page, outer: Element, cardHeadings: readonly Element[]): readonly CardLink[] {
  const anchors = anchorsWithin(page, outer)
    .filter((anchor) => isInSight(anchor) && !isSearchHelpLink(anchor) && !isAccount(externalTargetOf(anchor)))
    .map((anchor) => ({ element: anchor, link: externalTargetOf(anchor) }));
  const players = elementsWithin(playersOf(page), outer)
    .filter((element) => element !== outer && isRendered(element))
    .map((element) => ({
      element,
      link: videoOf(element),
    }));
  const known = [...anchors, ...players].filter(leadsOut);
  const links = (known.length > 0 ? known : foldedLinks(page, outer))
    .sort((one, other) => one.element.order - other.element.order)
    .map((link) => ({ ...link, heading: headingOf(link.element, outer, cardHeadings) }));
  return withoutRelatedPages(links);
}

/** The links of cards that are played in place: each is in what opens over its card. */
function foldedLinks(page: Page, outer: Element): { element: Element; link: string }[] {
  const links = anchorsWithin(page, outer).flatMap((anchor) => {
    const card = closest(anchor, isSelfHidden)?.parent;
    return card && contains(outer, card) && hasRenderedText(card)
      ? [{ element: card, link: externalTargetOf(anchor) }]
      : [];
  });
  return links.filter(leadsOut);
}

function leadsOut({ link }: { readonly link: string }): boolean {
  return link !== '';
}

/** A link without its fragment and without the time in its video. */
export function withoutFragmentAndTime(link: string): string {
  const page = withoutFragment(link);
  if (!page.includes('?') && !page.includes('&')) return page; // most links: no pattern need be tried
  return page.replace(/([?&])(?:t|start)=\d+s?(?:&|$)/, '$1').replace(/[?&]$/, '');
}

const playersOf: (page: Page) => readonly Element[] = oncePerPage((page) =>
  elementsThatMayHaveAttributes(page, playerBits),
);

const playerBits = attributeBits(['data-surl', 'data-curl']);

/** The page of a video that an element plays; `''` for any other. */
function videoOf(element: Element): string {
  const named = attribute(element, 'data-surl') ?? attributeText(element, 'data-curl');
  return hostOf(named) === '' ? '' : named;
}

function headingOf(element: Element, outer: Element, headings: readonly Element[]): Element | undefined {
  const inside = firstWithin(headings, element);
  if (inside !== undefined) return inside;
  const around = closest(element, (holder) => holder === outer || isHeading(holder));
  return around === undefined || around === outer || isSectionHeading(around) ? undefined : around;
}

/** Removes links to pages above a post (its author) and below it (its answers), unless they have a heading. */
function withoutRelatedPages(links: readonly CardLink[]): readonly CardLink[] {
  if (links.every(({ heading }) => heading !== undefined)) return links;
  const authors = new Set(links.flatMap(({ link }) => pathsAbove(link)));
  const headed = new Set(links.flatMap(({ link, heading }) => (heading === undefined ? [] : [withoutQuery(link)])));
  return links.filter(({ link, heading }) => {
    if (heading !== undefined) return true;
    return !authors.has(withoutQuery(link)) && !pathsAbove(link).some((path) => headed.has(path));
  });
}

/** The addresses of the pages above a page, by its path. */
function pathsAbove(link: string): string[] {
  const path = withoutQuery(link);
  const paths: string[] = [];
  const start = path.indexOf('/', path.indexOf('//') + 2);
  for (let end = path.length; start >= 0 && end > start; end = path.lastIndexOf('/', end - 1)) {
    if (end < path.length && paths.length < maxAbove) paths.push(path.slice(0, end));
  }
  return paths;
}

const maxAbove = 8;

function withoutQuery(link: string): string {
  return link.replace(/[?#].*/s, '').replace(/\/$/, '');
}

function isAccount(link: string): boolean {
  return accountServices.has(engineServiceOf(link));
}

const accountServices: ReadonlySet<string | undefined> = new Set(['accounts', 'myaccount']);
