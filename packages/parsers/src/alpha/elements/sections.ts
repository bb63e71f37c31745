import { attribute, closest, contains, type Element, hrefOf, isInside } from '../../html/tree.js';
import { type Line, linesOf, textOfPieces } from '../../page/lines.js';
import {
  anchorsWithin,
  elementsWithin,
  firstWithin,
  headingsWithin,
  lastBefore,
  mergeInDocumentOrder,
} from '../../page/lists.js';
import { findElement, holdsElement, type Page } from '../../page/page.js';
import { headingLevelOf, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isRendered } from '../../page/visible.js';
import type { ElementType } from '../../results/blocks.js';
import { isBlank } from '../../words/text.js';
import { isGeneratedAnswer } from '../blocks/answer-text.js';
import { disclosureControls, isClickControl, isInCollapsedAnswer } from '../blocks/controls.js';
import { linksToImagesTab } from '../blocks/images.js';
import { endOfTopBar, type RowTitleLink, type Section, type SectionedPage, sectionBlock } from '../blocks/layout.js';
import { leadsToOtherSite } from '../blocks/title-levels.js';
import { isDescriptionProperty, isEntityProperty, knowledgePropertyOf } from '../knowledge-graph/facts.js';
import { isAdRegion, isBelowRows, isDialog, isInSideColumn, rowListOfScriptedPage } from '../landmarks.js';
import { externalTargetOf, isHelpLink, isSearchLink, parameterOf } from '../links.js';

/**
 * The parts of the whole page that begin with a heading, including those in the column beside the rows
 * and above them. Headings of level 1 only name regions, but no part contains one.
 *
 * @param others the starts of other elements, which no section contains
 */
export function pageSections({ page, rows, allSections }: SectionedPage, others: readonly Element[]): Section[] {
  const start = endOfTopBar(page, rows);
  const shown = page.headings.filter(
    (heading) =>
      isSectionHeading(heading) &&
      isRendered(heading) &&
      textOf(heading) !== '' &&
      !isInside(heading, isDialog) &&
      heading.order > start,
  );
  const asking = shown.filter((heading) => asksForFeedback(page, heading.parent!, anchorsWithin(page, heading)));
  const feedback = new Set(asking.map(({ parent }) => parent));
  const headings = shown.filter(
    (heading) => !isInCollapsedAnswer(page, heading) && !isPartOfAnswer(page, heading) && !feedback.has(heading.parent),
  );
  const known = new Set(shown);
  const further = allSections.filter(({ heading }) => !known.has(heading));
  const low = lowHeadings(page, rows);
  const bounds = mergeInDocumentOrder(
    headings,
    low,
    further.map(({ heading }) => heading),
    rows.map(({ anchor }) => anchor),
    others,
  );
  const own = [...headings.filter((heading) => headingLevelOf(heading) === 2), ...low].map((heading) => ({
    heading,
    block: sectionBlock(page, heading, bounds),
  }));
  const apart = further.filter(({ heading }) => !own.some(({ block }) => contains(block, heading)));
  return [...own, ...apart];
}

/** Whether a heading follows another one in a generated answer, which is one section. */
function isPartOfAnswer(page: Page, heading: Element): boolean {
  const answer = closest(heading, isGeneratedAnswer);
  return answer !== undefined && headingsWithin(page, answer).find(isTitleOfAnswer) !== heading;
}

function isTitleOfAnswer(heading: Element): boolean {
  return headingLevelOf(heading) === 2 && isRendered(heading);
}

/**
 * Below the rows, sections may have headings of the titles' level, followed by groups. These headings are not links.
 */
function lowHeadings(page: Page, rows: readonly RowTitleLink[]): Element[] {
  const last = rows.at(-1)?.anchor;
  if (last === undefined) return [];
  return page.headings.filter(
    (heading) =>
      heading.order > last.last &&
      headingLevelOf(heading) === 3 &&
      isBelowRows(page, heading) &&
      isRendered(heading) &&
      textOf(heading) !== '' &&
      !isInside(heading, (outer) => isDialog(outer) || outer.name === 'a') &&
      firstWithin(page.anchors, heading) === undefined,
  );
}

/** Whether a part is a bar that appears for feedback: its links open a form, and a button without words closes it. */
export function asksForFeedback(page: Page, block: Element, links: readonly Element[]): boolean {
  if (links.length === 0 || !links.every(opensForm)) return false;
  return holdsElement(page, block, (element) => isClickControl(element) && !hasText(element));
}

/** Whether an element is a link that a script follows. */
export function opensForm(element: Element): boolean {
  return element.name === 'a' && /^javascript:|#$/.test(hrefOf(element));
}

/** The type of a part with a heading that no block reader knows; undefined if it has no content of its own. */
export function typeOfSection(layout: SectionedPage, section: Section): ElementType | undefined {
  const { page } = layout;
  const { heading, block } = section;
  const links = anchorsWithin(page, block).filter((anchor) => anchor.order > heading.order && isRendered(anchor));
  if (links.some(isPager) || isAboutPanel(heading) || isInside(heading, holdsOnlyItems)) return undefined;
  if (links.length > 0 && links.every(isFilterLink)) return undefined;
  const folding = elementsWithin(disclosureControls(page), block);
  if (folding.length > 1 && holdsElement(page, block, isTopicTitle)) return 'things_to_know';
  const lines = linesOf(block, { skip: (element) => element.last <= heading.last || isClickControl(element) });
  if (isEmpty(links, lines)) return isMessageAbove(layout, heading) ? 'notice' : undefined;
  if (links.some(showsOmittedResults)) return 'notice';
  const named = namedType(textOf(heading));
  if (named !== undefined) return named;
  if (isDisambiguationHeading(heading)) return 'other';
  if (holdsElement(page, block, isDisambiguationHeading)) return 'knowledge_graph';
  if (isInSideColumn(page, heading) && holdsElement(page, block, isAbout))
    return isDisambiguationHeading(lastBefore(page.headings, heading) ?? heading) ? undefined : 'knowledge_graph';
  const queries = links.filter((link) => hasName(link) && isQueryLink(link));
  const outside = lines.flatMap(wholeLineLinks).filter((link) => leadsToOtherSite(link) && !contains(heading, link));
  const entity =
    findElement(page, block, (element) => isEntityProperty(knowledgePropertyOf(element))) ?? entityAround(section);
  if (queries.length > 1 && outside.length === 0) {
    if (queries.every((link) => linksToImagesTab(page).has(link))) return 'images';
    return areSuggestions(queries, entity) ? 'people_also_search' : 'other';
  }
  return outside.length === 0 && queries.length === 0 && entity === undefined ? 'notice' : 'other';
}

/** Whether an element is a list of questions or of advertisements, whose headings begin no other part. */
function holdsOnlyItems(element: Element): boolean {
  return element.hasAttribute('data-initq') || isAdRegion(element);
}

/** Shorter texts beside a heading are labels of a control. */
const minTextLength = 12;

function isEmpty(links: readonly Element[], lines: readonly Line[]): boolean {
  return lines.length === 0 || (links.every(leadsNowhere) && lines.every(({ text }) => text.length < minTextLength));
}

/** Whether a heading is a message of its own above the rows; headings that name regions are headings by tag. */
function isMessageAbove({ page, rows }: SectionedPage, heading: Element): boolean {
  const start = rowListOfScriptedPage(page) ?? rows[0]?.anchor;
  const isAbove = start === undefined || heading.order < start.order;
  return isAbove && attribute(heading, 'role') === 'heading' && !/^h\d$/.test(heading.name);
}

/** The paragraph about an entity has a heading for screen readers. */
function isAboutPanel(heading: Element): boolean {
  return isInside(heading, isAbout);
}

function isAbout(element: Element): boolean {
  return isDescriptionProperty(knowledgePropertyOf(element));
}

/** Whether a heading begins a list of the query's meanings, which looks like a panel. */
export function isDisambiguationHeading(heading: Element): boolean {
  return knowledgePropertyOf(heading) === 'title';
}

function isTopicTitle(element: Element): boolean {
  return knowledgePropertyOf(element).startsWith('lab/');
}

/** Whether a link has text, or is stretched over a tile whose title is its name. */
function hasName(link: Element): boolean {
  return hasText(link) || link.hasAttribute('aria-labelledby');
}

/** Whether a link searches for another query of the same kind. */
function isQueryLink(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && Boolean(parameterOf(href, 'q'));
}

/** Whether queries are suggestions: neither paid for nor parts of an entity. */
function areSuggestions(links: readonly Element[], entity: Element | undefined): boolean {
  if (entity !== undefined && !relatedEntitiesProperty.test(knowledgePropertyOf(entity))) return false;
  return links.filter((link) => parameterOf(hrefOf(link), 'mrq') !== undefined).length * 2 < links.length;
}

/** Properties of related entities that others search for. */
export const relatedEntitiesProperty: RegExp = /:sideways$|also[ _]search/;

/** The element around a section that is marked as a property of an entity. */
function entityAround({ block }: Section): Element | undefined {
  return closest(block, (outer) => isEntityProperty(knowledgePropertyOf(outer)));
}

/** Whether a link shows the similar results that were left out. */
function showsOmittedResults(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && parameterOf(href, 'filter') === '0';
}

/** Whether a link leads to another page of the list. */
export function isPager(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && parameterOf(href, 'start') !== undefined;
}

/** Tabs and chips search for the same query in another way. */
export function isTabLink(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && tabParameters.some((name) => parameterOf(href, name) !== undefined);
}

const tabParameters = ['tbm', 'udm', 'uds'];

/** Filters narrow the search within its tab. */
function isFilterLink(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && parameterOf(href, 'tbs') !== undefined;
}

function leadsNowhere(anchor: Element): boolean {
  return (externalTargetOf(anchor) === '' && !isSearchLink(hrefOf(anchor))) || isHelpLink(anchor);
}

/**
 * The link that a whole line consists of, in a list; empty if there are other words, because links in sentences lead to
 * nothing new.
 */
export function wholeLineLinks({ pieces }: Line): Element[] {
  const written = pieces.filter(({ text }) => !isBlank(text));
  const link = written[0]?.link;
  return link !== undefined && written.every((piece) => piece.link === link) ? [link] : [];
}

/** A slash in an element of its own, as in "Pears / Trees", has space around it only by a style. */
export function spacedText({ pieces }: Line): string {
  return textOfPieces(pieces.map((piece) => (piece.text === '/' ? { ...piece, text: ' / ' } : piece)));
}

/**
 * The type of a section that only its heading tells, because its content is like that of other sections. Knows the
 * headings in some languages; in others the structure decides, or the type is `other`.
 */
function namedType(heading: string): ElementType | undefined {
  return names.find(([, pattern]) => pattern.test(heading))?.[0];
}

const names: readonly (readonly [ElementType, RegExp])[] = [
  [
    'latest_from',
    /^(?:latest from|neueste[sr]? von|dernières? (?:infos|actualités) de|lo último de|últimas de|ultime da)\s/i,
  ],
  [
    'buying_guide',
    /^(?:buying guide|kaufberatung|guide d['’]achat|guía de compra|guia de compra|guida all['’]acquisto|koopgids)/i,
  ],
  [
    'things_to_know',
    /^(?:things to know|wissenswertes|à savoir|lo que (?:hay|debes) (?:que )?saber|o que saber|cose da sapere)$/i,
  ],
  [
    'refine',
    /^(?:refine (?:this|your) search|suche eingrenzen|affiner (?:la|cette) recherche|refinar (?:la |esta )?(?:búsqueda|pesquisa)|perfeziona la ricerca)/i,
  ],
];
