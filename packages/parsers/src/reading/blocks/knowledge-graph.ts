import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isNonBlank, isUnlinkedText, type Line, linesOf, textOfPieces } from '../../page/lines.js';
import { elementsWithin, firstWithin, headingsWithin } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { isButtonOrLabel } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText, isLineBreaking, widestWithoutOtherText } from '../../page/visible.js';
import type { KnowledgeGraph } from '../../results/block-items.js';
import { hostOf } from '../../words/address.js';
import { isBlank, letter } from '../../words/text.js';
import { withoutUndefined } from '../found.js';
import type { Located } from './located.js';
import type { LinkInterpreter, PageLinks, PageParts } from './page-parts.js';
import { panelFactsOf } from './panel-facts.js';

/** Reads the panel of an entity in the column beside the rows: a title above a paragraph or facts. */
export function readKnowledgeGraph({ page, parts, links }: PageParts): Located<KnowledgeGraph> | undefined {
  for (const { element, column } of parts) {
    const mayBePanel = column === 'side' && firstWithin(links.ads, element) === undefined;
    const panel = mayBePanel ? readPanel(page, element, links) : undefined;
    if (panel !== undefined) return panel;
  }
  return undefined;
}

function readPanel(page: Page, part: Element, links: PageLinks): Located<KnowledgeGraph> | undefined {
  const { targetOf } = links;
  const lines = linesOf(part, { skip: isButtonOrLabel }).filter(({ text }) => !entityId.test(text));
  const heading = headingOf(page, part, lines);
  const headline = heading && textOf(heading);
  const start = headline === undefined ? 0 : lines.findIndex(({ text }) => headline.startsWith(text));
  const first = lines[start];
  if (first === undefined) return undefined;
  const title = headline ?? first.text;
  const below = lines.slice(start).filter((line, index) => !isInTitle(line, index, heading));
  const end = endOfPanel(page, below, heading, part);
  const own = below.slice(0, end);
  const facts = panelFactsOf(own, title, links);
  const [next] = own;
  const subtitle = next && isSubtitle(next, links) && !facts.lines.has(next) ? next : undefined;
  const paragraph = own.find((line) => line !== subtitle && isParagraph(line, links) && !facts.lines.has(line));
  if (paragraph === undefined && facts.values.size === 0) return undefined;
  const type = subtitle && textOfSubtitle(subtitle);
  const outside = elementsWithin(links.external, part);
  const source = paragraph && sourceOf(paragraph, outside, links);
  const cited = paragraph && linkIn(paragraph, links);
  const website = siteAmong(outside, cited && targetOf(hrefOf(cited)), links);
  const attributes = Object.fromEntries(facts.values);
  const graph: KnowledgeGraph = {
    ...(type !== undefined && type !== '' && { type }),
    title,
    ...withoutUndefined({ website }),
    ...(facts.values.size > 0 && { attributes }),
    ...(paragraph && { description: withoutSource(paragraph) }),
    ...withoutUndefined({ description_link: source }),
  };
  return { item: graph, element: heading ?? first.block };
}

/** A title may span two lines; without a heading it is the first line. */
function isInTitle({ pieces }: Line, index: number, heading: Element | undefined): boolean {
  if (heading === undefined) return index === 0;
  return pieces.every(({ parent, text }) => isBlank(text) || contains(heading, parent));
}

/** The first heading of the part, unless other lines precede it. */
function headingOf(page: Page, part: Element, lines: readonly Line[]): Element | undefined {
  const heading = headingsWithin(page, part).find(hasRenderedText);
  const [first] = lines;
  return heading !== undefined && first !== undefined && first.block.last >= heading.order ? heading : undefined;
}

/** The engine's id of an entity, which is in the page too. */
const entityId = /^[\da-f]{8}-[\da-f]{4}-/;

/** Index of the line after the panel: the next section begins with a heading of its own. */
function endOfPanel(page: Page, lines: readonly Line[], heading: Element | undefined, part: Element): number {
  const next = headingsWithin(page, part).find(
    (inner) => heading !== undefined && inner.order > heading.last && hasRenderedText(inner),
  );
  const end = lines.findIndex(({ block }) => next !== undefined && block.order >= next.order);
  return end < 0 ? lines.length : end;
}

function isParagraph({ text, pieces }: Line, { queryOf }: LinkInterpreter): boolean {
  return (
    text.length >= minParagraphLength &&
    pieces.some(({ link, text: own }) => !isBlank(own) && (link === undefined || queryOf(hrefOf(link)) === ''))
  );
}

const minParagraphLength = 60;

/** The text without the link to its source at the end. */
function withoutSource({ pieces }: Line): string {
  const written = pieces.filter(isNonBlank);
  const last = written.at(-1);
  const isSource = last?.link !== undefined && last.text.length <= maxSourceLength;
  const own = textOfPieces(isSource ? pieces.slice(0, pieces.indexOf(last)) : pieces);
  return firstCopy(own);
}

/** The text may be there twice: first cut, then complete. */
function firstCopy(text: string): string {
  const cut = text.indexOf('…');
  return cut > minParagraphLength &&
    text
      .slice(cut + 1)
      .trim()
      .startsWith(text.slice(0, 20))
    ? text.slice(0, cut + 1)
    : text;
}

const maxSourceLength = 40;

function sourceOf(paragraph: Line, outside: readonly Element[], links: LinkInterpreter): string | undefined {
  const isBox = (outer: Element): boolean => isLineBreaking(outer) && isLineBreaking(outer.parent!); // not in a line
  const { parent } = widestWithoutOtherText(closest(paragraph.block, isBox) ?? paragraph.block);
  const link = linkIn(paragraph, links) ?? (parent === null ? undefined : firstWithin(outside, parent));
  return link && links.targetOf(hrefOf(link));
}

/** The first external link of a line. */
function linkIn({ pieces }: Line, { targetOf }: LinkInterpreter): Element | undefined {
  return pieces.find(({ link }) => link !== undefined && targetOf(hrefOf(link)) !== undefined)?.link;
}

function isSubtitle(line: Line, { queryOf }: LinkInterpreter): boolean {
  return (
    line.text.length <= maxSubtitleLength &&
    !/[.…]$/.test(line.text.replace(/(?:Inc|Ltd|Co|Corp)\.$/, '')) &&
    !line.pieces.some(({ link }) => link !== undefined && queryOf(hrefOf(link)) !== '')
  );
}

const maxSubtitleLength = 90;

function textOfSubtitle({ text, pieces }: Line): string {
  return pieces.some(isUnlinkedText) && letter.test(text) ? text : ''; // not a number of reviews
}

/**
 * The first target that is a whole site, else the first of all, unless it is a profile or a quoted text; if there is no
 * other than `cited`, `cited` itself.
 */
function siteAmong(
  outside: readonly Element[],
  cited: string | undefined,
  { targetOf }: LinkInterpreter,
): string | undefined {
  const targets = outside.flatMap((anchor) => targetOf(hrefOf(anchor)) ?? []);
  const others = targets.filter((target) => target !== cited && !target.includes(':~:text='));
  const site = others.find((target) => !isProfile(target) && wholeSite.test(target)) ?? others[0] ?? cited;
  return site === undefined || isProfile(site) ? undefined : site;
}

const wholeSite = /^https?:\/\/[^/?#]+\/?$/;

/** Whether an address is on a site where many entities have a page, or a licence: not the entity's own site. */
function isProfile(target: string): boolean {
  return profiles.test(hostOf(target));
}

const profiles =
  /(?:^|\.)(?:wikipedia|wikidata|facebook|twitter|x|youtube|instagram|linkedin|imdb|spotify|tiktok|pinterest|britannica|rottentomatoes|metacritic|netflix|reddit|whosay|soundcloud|crunchbase|last|quora|freebase|creativecommons)\.[a-z]{2,3}$/;
