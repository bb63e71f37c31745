import { attribute, closest, contains, type Element, hrefOf, isInside } from '../../html/tree.js';
import { isCite } from '../../page/line-parts.js';
import { isUnlinkedText, type Line, linesOf } from '../../page/lines.js';
import { anchorsWithin, countsOf, elementsWithin } from '../../page/lists.js';
import { findElement, holdsElement, type Page } from '../../page/page.js';
import { isButton, isButtonOrLabel, isHeading, isImage, isListItem, isListOrItem } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isRendered } from '../../page/visible.js';
import type { RelatedSearch, RowSitelinks, Source } from '../../results/block-items.js';
import { homePagePattern, isTranslationOrStoredCopy, lastTwoHostLabels, parameterIn } from '../../words/address.js';
import { letterOrDigit } from '../../words/text.js';
import type { Located } from './located.js';
import type { LinkInterpreter, PageLinks, PageParts } from './page-parts.js';

/**
 * Reads the queries that the page suggests, each once: links whose text is the query that they search for, at least two
 * in a part.
 */
export function readRelatedSearches({ page, parts, links: engine }: PageParts): Located<RelatedSearch>[] {
  const queries = new Map<string, Located<RelatedSearch>>();
  for (const { element: part } of parts) {
    const suggested = withoutTiles(
      page,
      elementsWithin(engine.searches, part).filter((anchor) => isSuggestion(anchor, engine)),
    );
    const links = suggested.length < fewest ? listOfOneTarget(page, part) : suggested;
    if (links.length < fewest || !areMostLinks(page, part, links)) continue;
    for (const anchor of links) {
      const query = textIn(anchor, engine.queryOf);
      const key = query.toLowerCase();
      if (!queries.has(key)) queries.set(key, { item: { query }, element: anchor });
    }
  }
  return [...queries.values()];
}

const fewest = 2;

/** The links without an image: tiles have one. If all have the same, it is an icon. */
function withoutTiles(page: Page, links: readonly Element[]): readonly Element[] {
  const images = links.map((link) => JSON.stringify(findElement(page, link, isImage)?.attributes));
  return images.every((image) => image === images[0]) ? links : links.filter((_, index) => images[index] === undefined);
}

/** The query as shown; if the text is cut, as in the link. */
function textIn(anchor: Element, queryOf: LinkInterpreter['queryOf']): string {
  const text = textOf(anchor, { skip: isSymbol });
  return endsWithEllipsis(text) ? queryOf(hrefOf(anchor)) : text;
}

/** Whether an element is a symbol that screen readers do not read, such as an arrow. */
function isSymbol(element: Element): boolean {
  return attribute(element, 'aria-hidden') === 'true' && normalised(textOf(element)) === '';
}

function endsWithEllipsis(text: string): boolean {
  return /(?:…|\.\.\.)$/.test(text);
}

/** Whether a link with a query has a parameter of links that suggest none. */
export function hasOtherPurpose(href: string, { otherPurposes }: Pick<LinkInterpreter, 'otherPurposes'>): boolean {
  return otherPurposes.some((name) => parameterIn(href, name) !== undefined);
}

/** Whether a link suggests a query. Links with other purposes do not. */
function isSuggestion(anchor: Element, links: LinkInterpreter): boolean {
  const href = hrefOf(anchor);
  if (isButtonOrLabel(anchor) || hasOtherPurpose(href, links)) return false;
  const query = links.queryOf(href);
  const text = textOf(anchor);
  if (text === query) return true; // as most are: needs no pattern
  return endsWithEllipsis(text)
    ? normalised(query).startsWith(normalised(text))
    : normalised(text) === normalised(query);
}

/**
 * The links of a list of short texts that all have the same target. Only a copy of a page with replaced targets shows
 * its suggestions like this.
 */
function listOfOneTarget(page: Page, part: Element): readonly Element[] {
  const links = linksOfOneTarget(anchorsWithin(page, part));
  const isItem = (anchor: Element): boolean => {
    const item = closest(anchor, isListItem);
    return (
      item !== undefined && item !== part && textOf(item) === textOf(anchor) && textOf(anchor).length <= maxQueryLength
    );
  };
  return links.length >= minOfOneTarget && links.every(isItem) ? links : [];
}

/** The links with text if all of them have the same target; empty if not. */
function linksOfOneTarget(anchors: readonly Element[]): readonly Element[] {
  const links: Element[] = [];
  for (const anchor of anchors) {
    if (!hasText(anchor)) continue;
    if (links.length > 0 && hrefOf(anchor) !== hrefOf(links[0]!)) return [];
    links.push(anchor);
  }
  return links;
}

const minOfOneTarget = 4;
const maxQueryLength = 80;

/** Whether the part has no more other links than these. */
function areMostLinks(page: Page, part: Element, links: readonly Element[]): boolean {
  const others = anchorsWithin(page, part).filter((anchor) => hasText(anchor) && !links.includes(anchor));
  return others.length <= links.length;
}

/** The text without case, white space and punctuation: what is shown of a query may differ in them. */
export function normalised(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]/gu, '');
}

/** Reads the links below the rows to other pages of the same site, or to other places on the row's page. */
export function readSitelinks({ page, rows, links }: PageParts): Located<RowSitelinks>[] {
  return sitelinksOf(rows, (row) => linksBelow(page, row, links));
}

/** The links below each row, without controls: links with a title that is the only one of several rows, as "Read more". */
export function sitelinksOf<Row extends { readonly position: number; readonly anchor: Element }>(
  rows: readonly Row[],
  linksOf: (row: Row) => readonly Source[],
): Located<RowSitelinks>[] {
  const found = rows.map(linksOf);
  const lone = countsOf(
    found.flatMap(([first, ...others]) =>
      first !== undefined && others.every(({ title }) => title === first.title) ? first.title : [],
    ),
  );
  return rows.flatMap(({ position, anchor }, index) => {
    const links = found[index]!.filter(({ title }) => (lone.get(title) ?? 0) < minRepeated);
    return links.length === 0 ? [] : [{ item: { position, links }, element: anchor }];
  });
}

/** A row that links to the same site may follow. */
interface RowWithLinks {
  readonly link: string;
  /** The title's link. */
  readonly anchor: Element;
  /** The whole row. */
  readonly element: Element;
}

/**
 * The links of a row after its title to other pages of the same site, or to other places on its page: alone in a line
 * or among other links, never within a sentence. Each title and target once.
 */
export function linksBelow(page: Page, row: RowWithLinks, { external, targetOf }: PageLinks): Source[] {
  const site = lastTwoHostLabels(row.link);
  const anchors = elementsWithin(external, row.element).filter(
    (anchor) =>
      anchor.order > row.anchor.last &&
      isOnSameSite(targetOf(hrefOf(anchor))!, row, site) &&
      isRendered(anchor) &&
      hasText(anchor),
  );
  if (anchors.length === 0) return [];
  const alone = linksAlone(row, new Set(anchors));
  const links = new Map<string, Source>();
  for (const anchor of anchors) {
    const isTitled = isInside(anchor, isHeading);
    if ((!alone.has(anchor) && !isTitled) || isInDataTable(page, row.element, anchor)) continue;
    const title = linesOf(anchor, { skip: isCite })[0]?.text ?? '';
    const target = targetOf(hrefOf(anchor))!;
    const key = `${target} ${title}`;
    if (title !== '' && !links.has(key)) links.set(key, { title, link: target });
  }
  return withoutGenericTitles([...links.values()], row);
}

/**
 * Removes the links whose title is also that of several others ("See more"), and the first if it leads to the first page
 * of the site of `row`: the name or the address of the site.
 */
export function withoutGenericTitles(links: readonly Source[], row: { readonly link: string }): Source[] {
  const counts = countsOf(links.map(({ title }) => title));
  return links.filter(({ title, link }, index) => {
    const namesSite = index === 0 && homePagePattern.test(link) && row.link.startsWith(link);
    return counts.get(title)! < minRepeated && !namesSite;
  });
}

const minRepeated = 3;

/** Whether a link is in a table with header cells, and so part of the content. */
function isInDataTable(page: Page, row: Element, anchor: Element): boolean {
  const table = closest(anchor, ({ name }) => name === 'table');
  return table !== undefined && contains(row, table) && holdsElement(page, table, ({ name }) => name === 'th');
}

/** Whether a target is on the site of a row without being the row's own. */
function isOnSameSite(target: string, { link }: RowWithLinks, site: string): boolean {
  return (
    lastTwoHostLabels(target) === site &&
    withoutSlash(target) !== withoutSlash(link) &&
    !isTranslationOrStoredCopy(target, link)
  );
}

function withoutSlash(link: string): string {
  return link.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}

/** Those of some links in lines that consist of links, or of links after a label, with only punctuation between them. */
function linksAlone({ element, anchor }: RowWithLinks, links: ReadonlySet<Element>): ReadonlySet<Element> {
  const found = new Set<Element>();
  for (const line of linesOf(element)) {
    if (!line.pieces.some(({ link }) => link !== undefined && links.has(link))) continue;
    if (line.pieces.some(({ parent }) => contains(anchor, parent))) continue;
    for (const link of standaloneLinks(line)) found.add(link);
  }
  return found;
}

function standaloneLinks({ pieces, block }: Line): Element[] {
  const written = pieces.filter(({ text, parent }) => letterOrDigit.test(text) && !isInside(parent, isButton));
  const links = new Set(written.flatMap(({ link }) => link ?? []));
  const other = written.filter(isUnlinkedText);
  if (other.length === 0) return [...links];
  const isItem = isInside(block, isListOrItem) && written[0]?.link !== undefined;
  return isItem && links.size === 1 ? [...links] : [];
}
