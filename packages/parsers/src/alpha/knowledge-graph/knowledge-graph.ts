import { contains, type Element, hrefOf, isElement, isInside } from '../../html/tree.js';
import { elementsWithin, lowerBound } from '../../page/lists.js';
import { holdsElement, type Page } from '../../page/page.js';
import { hasRole, isHeading, isImage, isListOrItem } from '../../page/roles.js';
import { ariaLabelOf, textOf } from '../../page/text.js';
import { hasText, isRendered, isSelfHidden } from '../../page/visible.js';
import { type DroppedElement, type Found, foundValue, withoutUndefined } from '../../reading/found.js';
import type { KnowledgeGraph } from '../../results/block-items.js';
import { hostOf, withoutWww } from '../../words/address.js';
import { letter } from '../../words/text.js';
import { isAlphaHost } from '../hosts.js';
import { isDialog, isInSideColumn, sideColumnOf } from '../landmarks.js';
import { externalTargetOf, targetOfLink } from '../links.js';
import { findLongestParagraph, readPanelDescription } from './description.js';
import {
  isDescriptionProperty,
  isEntityProperty,
  isPlaceProperty,
  type PanelFact,
  type PropertyElement,
  panelFactsIn,
  propertyElements,
} from './facts.js';
import { childTextsBelowWrappers, isInLink, type PanelCandidate, unmarkedPanelCandidates } from './panels.js';

/**
 * Reads the panel about the entity or business that the query names; undefined if the page has none with any content.
 */
export function readKnowledgeGraph(page: Page): Found<KnowledgeGraph | undefined> {
  const dropped: DroppedElement[] = [];
  for (const panel of findPanels(page)) {
    const graph = readPanel(page, panel);
    const reader = panel.marked.length > 0 ? 'marked' : 'heading';
    if (hasContent(panel, graph)) return { ...foundValue(graph, reader, panel.head), dropped };
    dropped.push({ reason: 'empty panel', element: panel.head });
  }
  return { value: undefined, dropped };
}

/**
 * An unmarked heading is the title of a panel only if facts or a paragraph with a source follow: one of them in a
 * column, two among the rows, because answers have them too.
 */
function hasContent({ minFacts }: PanelCandidate, graph: KnowledgeGraph): boolean {
  const { title, type, website, attributes = {}, description, description_link } = graph;
  if (title === '') return false;
  const found = Object.keys(attributes).length + Number(description_link !== undefined);
  return found >= Math.max(minFacts, 1) || (minFacts === 0 && (type ?? website ?? description) !== undefined);
}

function readPanel(page: Page, panel: PanelCandidate): KnowledgeGraph {
  const isSeparate = panel.marked.length > 0 || panel.minFacts === 1;
  const all = panel.parts.flatMap((part) => factsAfterHead(page, panel, part));
  const facts = isSeparate ? all : factsOfEntity(all);
  const block = descriptionBlock(page, panel, facts);
  const description = block && readPanelDescription(page, block);
  const end = block?.order ?? facts[0]?.row.order ?? page.elements.length;
  const website = readWebsite(page, panel, end);
  const attributes = attributesOf(facts.filter(({ row }) => block === undefined || !contains(block, row)));
  return {
    ...withoutUndefined({ type: panel.type }),
    title: panel.title,
    ...withoutUndefined({ website }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...description,
  };
}

function descriptionBlock(page: Page, panel: PanelCandidate, facts: readonly PanelFact[]): Element | undefined {
  if (panel.marked.length > 0) return panel.marked.find(({ property }) => isDescriptionProperty(property))?.element;
  const rows = facts.map(({ row }) => row);
  for (const part of panel.parts) {
    const block = findLongestParagraph(page, part, rows);
    if (block !== undefined) return block;
  }
  return undefined;
}

/** If the part also contains the head, rows before the head belong to another panel. */
function factsAfterHead(page: Page, { head }: PanelCandidate, part: Element): PanelFact[] {
  const facts = panelFactsIn(page, part);
  return contains(part, head) ? facts.filter(({ row }) => row.order > head.order) : facts;
}

/** A dictionary lists the forms of a word in one line: none of its facts belongs to an entity. */
function factsOfEntity(facts: readonly PanelFact[]): readonly PanelFact[] {
  return facts.some(({ label }) => label.startsWith(';')) ? [] : facts.filter(isOfEntity);
}

/** Among rows, answers list what they explain, and places show how busy they are by the hour. */
function isOfEntity({ row, label }: PanelFact): boolean {
  return !isInside(row, isListOrItem) && !/\p{Nd}/u.test(label);
}

/** The first value of a label wins. Goes by way of a `Map`, because any word may be a label, including `__proto__`. */
function attributesOf(facts: readonly PanelFact[]): Record<string, string> {
  const attributes = new Map<string, string>();
  for (const { label, value } of facts) if (!attributes.has(label)) attributes.set(label, value);
  return Object.fromEntries(attributes);
}

/**
 * The entity's own site: the link that is marked as such or shows its own host as text; for a business, the first
 * external link among the buttons below its name. Only links before `end` count, because later ones have other
 * purposes.
 */
function readWebsite(page: Page, panel: PanelCandidate, end: number): string | undefined {
  const from = lowerBound(page.anchors, panel.head.order + 1);
  const buttons = page.anchors.slice(from, lowerBound(page.anchors, end)).filter((link) => isButton(page, link));
  const official =
    officialLink(page, buttons) ?? buttons.find((link) => showsItsHost(link) && !isHiddenOrInDialog(link));
  const isPlace = panel.marked.some(isPlaceProperty) || buttons.some(leadsToDirections);
  const isOfPhone = panel.minFacts === 0 && panel.marked.length === 0;
  const mayBeSite = (link: Element): boolean => isPlace || (isOfPhone && isAmongControls(link));
  const link = official ?? buttons.find((link) => mayBeSite(link) && leavesEngine(link) && !isHiddenOrInDialog(link));
  return link && targetOfLink(link);
}

/** A link with an image or a heading shows a page and is not a button. */
function isButton(page: Page, link: Element): boolean {
  return hasText(link) && !holdsElement(page, link, (element) => isImage(element) || isHeading(element));
}

function officialLink(page: Page, buttons: readonly Element[]): Element | undefined {
  for (const { element, property } of propertyElements(page)) {
    if (property !== 'visit_official_site') continue;
    const link = elementsWithin(buttons, element).find(
      (button) => targetHost(button) !== '' && !isHiddenOrInDialog(button),
    );
    if (link !== undefined) return link;
  }
  return undefined;
}

function targetHost(link: Element): string {
  return hostOf(externalTargetOf(link));
}

/** Directions and reviews lead to other services of the engine. */
function leavesEngine(link: Element): boolean {
  const host = targetHost(link);
  return host !== '' && !isAlphaHost(host);
}

/** Whether the link is beside buttons: to call, to save. */
function isAmongControls({ parent }: Element): boolean {
  return parent?.children.some((child) => isElement(child) && child.name === 'a' && hasRole(child, 'button')) === true;
}

/** Whether the link is in a hidden element or a dialog. */
function isHiddenOrInDialog(link: Element): boolean {
  return isInside(link, (element) => isSelfHidden(element) || isDialog(element));
}

function showsItsHost(link: Element): boolean {
  const text = textOf(link);
  return text.includes('.') && withoutWww(text.toLowerCase()) === withoutWww(targetHost(link));
}

/** Whether a link leads to directions on the engine's map. */
function leadsToDirections(link: Element): boolean {
  return hrefOf(link).includes('/maps/dir/');
}

/**
 * The places that may hold the panel, the most certain first. Since 2019 its title is marked. Before that, it is the
 * heading of the column beside the results; on pages without scripts, a heading in the list that is not a link.
 */
function* findPanels(page: Page): Generator<PanelCandidate> {
  yield* markedPanels(page);
  yield* unmarkedPanelCandidates(page);
}

function* markedPanels(page: Page): Generator<PanelCandidate> {
  const isBeside = ({ element }: PropertyElement): boolean => isInSideColumn(page, element);
  const marked = propertyElements(page).toSorted((one, other) => Number(isBeside(one)) - Number(isBeside(other)));
  const heads = marked.filter(isPanelTitle);
  const panels = heads.map((head, index) => {
    const next = heads[index + 1];
    const own = marked.slice(marked.indexOf(head) + 1, next && marked.indexOf(next));
    return markedPanel(page, head.element, own, next?.element.order ?? page.elements.length);
  });
  yield* panels.filter((panel) => !isCardOfPlace(panel));
  yield* panels.filter(isCardOfPlace);
}

/** A card of a place may be beside the panel of an entity, which has a paragraph about it. */
function isCardOfPlace({ marked }: PanelCandidate): boolean {
  return marked.some(isPlaceProperty) && !marked.some(({ property }) => isDescriptionProperty(property));
}

function isPanelTitle({ element, property }: PropertyElement): boolean {
  return property === 'title' && isRendered(element) && !isInLink(element);
}

function markedPanel(page: Page, head: Element, marked: readonly PropertyElement[], end: number): PanelCandidate {
  const column = sideColumnOf(page);
  const isBeside = column !== undefined && column.last > head.order && column.order < end;
  const about = marked.filter(isAbout).map(({ element }) => element);
  const subtitle = marked.find(({ property }) => subtitleProperty.test(property));
  const type = subtitle && !holdsRating(page, subtitle.element) && typeIn(subtitle);
  return {
    head,
    title: textOf(head),
    ...(type && { type }),
    parts: isBeside ? [...about.filter((element) => !contains(column, element)), column] : about,
    marked,
    minFacts: 0,
  };
}

const subtitleProperty = /^subtitle$|:one line summary$/;

/** The summary of a place ends with whether it is open, in an element of its own or after a special dot. */
function typeIn({ element, property }: PropertyElement): string | undefined {
  const text =
    property === 'subtitle'
      ? singleText(textOf(element))
      : childTextsBelowWrappers(element).find((line) => letter.test(line));
  return text?.split(stateDot, 1)[0]?.trim();
}

/** The other parts of a summary are separated by another dot. */
const stateDot = '⋅';

function isAbout({ property }: PropertyElement): boolean {
  return isDescriptionProperty(property) || isEntityProperty(property);
}

/** Undoes a text that is written twice, once for screen readers. */
function singleText(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

/** Stars are drawn: only their label holds the rating as text. */
function holdsRating(page: Page, element: Element): boolean {
  return holdsElement(page, element, (inner) => /\p{Nd}/u.test(ariaLabelOf(inner)) && !hasText(inner));
}
