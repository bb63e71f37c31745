import { closest, contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { lowerBound, within } from '../../page/ordered.js';
import { find, type Page } from '../../page/page.js';
import { hasRole, isHeading, isListPart } from '../../page/roles.js';
import { labelOf, textOf } from '../../page/text.js';
import { hasText, isHidden, isShown } from '../../page/visible.js';
import { type Dropped, type Found, found } from '../../reading/found.js';
import type { KnowledgeGraph } from '../../results/page.js';
import { hostOf, withoutWww } from '../../words/address.js';
import { isOwnHost } from '../hosts.js';
import { columnOf, isDialog } from '../landmarks.js';
import { targetOf } from '../links.js';
import { findParagraph, readDescription } from './description.js';
import { type Fact, factsIn } from './facts.js';
import { isInLink, linesIn, type Panel } from './panel.js';
import { isDescription, isEntityProperty, isOfPlace, type Marked, markedElements } from './property.js';
import { unmarkedPanels } from './unmarked-panels.js';

/** The panel about the entity or business that the query names; undefined where the page has none that says anything. */
export function readKnowledgeGraph(page: Page): Found<KnowledgeGraph | undefined> {
  const dropped: Dropped[] = [];
  for (const panel of findPanels(page)) {
    const graph = readPanel(page, panel);
    const reader = panel.marked.length > 0 ? 'marked' : 'heading';
    if (saysAnything(panel, graph)) return { ...found(graph, reader, panel.head), dropped };
    dropped.push({ reason: 'empty panel', element: panel.head });
  }
  return { value: undefined, dropped };
}

/**
 * A heading that the page does not mark as an entity's title is one only above facts or a sourced paragraph; among rows,
 * where answers have those too, above two of them.
 */
function saysAnything({ evidence: needed }: Panel, graph: KnowledgeGraph): boolean {
  const { title, type, website, attributes = {}, description, description_link } = graph;
  if (title === '') return false;
  const evidence = Object.keys(attributes).length + Number(description_link !== undefined);
  return evidence >= Math.max(needed, 1) || (needed === 0 && (type ?? website ?? description) !== undefined);
}

function readPanel(page: Page, panel: Panel): KnowledgeGraph {
  const isApart = panel.marked.length > 0 || panel.evidence === 1;
  const all = panel.parts.flatMap((part) => factsBehind(page, panel, part));
  const facts = isApart ? all : factsOfEntity(all);
  const block = descriptionBlock(page, panel, facts);
  const description = block && readDescription(page, block);
  const end = block?.order ?? facts[0]?.row.order ?? page.elements.length;
  const website = readWebsite(page, panel, end);
  const attributes = attributesOf(facts.filter(({ row }) => block === undefined || !contains(block, row)));
  return {
    ...(panel.type !== undefined && { type: panel.type }),
    title: panel.title,
    ...(website !== undefined && { website }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...description,
  };
}

function descriptionBlock(page: Page, panel: Panel, facts: readonly Fact[]): Element | undefined {
  if (panel.marked.length > 0) return panel.marked.find(({ property }) => isDescription(property))?.element;
  const rows = facts.map(({ row }) => row);
  for (const part of panel.parts) {
    const block = findParagraph(page, part, rows);
    if (block !== undefined) return block;
  }
  return undefined;
}

/** A part that holds the head too may hold another panel before it. */
function factsBehind(page: Page, { head }: Panel, part: Element): Fact[] {
  const facts = factsIn(page, part);
  return contains(part, head) ? facts.filter(({ row }) => row.order > head.order) : facts;
}

/** A dictionary goes on from one form of a word to the next in one line: none of its facts is of an entity. */
function factsOfEntity(facts: readonly Fact[]): readonly Fact[] {
  return facts.some(({ label }) => label.startsWith(';')) ? [] : facts.filter(isOfEntity);
}

/** Among rows, answers list what they explain, and places show how busy they are by the hour. */
function isOfEntity({ row, label }: Fact): boolean {
  return closest(row, isListPart) === undefined && !/\p{Nd}/u.test(label);
}

/** A label that comes twice keeps its first value. Any word may be a label: those that objects know too. */
function attributesOf(facts: readonly Fact[]): Record<string, string> {
  const attributes = new Map<string, string>();
  for (const { label, value } of facts) if (!attributes.has(label)) attributes.set(label, value);
  return Object.fromEntries(attributes);
}

/**
 * The entity's own site: the link that is marked as such or shows its own host as text; for a business, the first
 * external link among the buttons below its name. Only links before `end` count: those after it have other purposes.
 */
function readWebsite(page: Page, panel: Panel, end: number): string | undefined {
  const from = lowerBound(page.anchors, panel.head.order + 1);
  const buttons = page.anchors.slice(from, lowerBound(page.anchors, end)).filter((link) => isButton(page, link));
  const official = officialLink(page, buttons) ?? buttons.find((link) => saysItsHost(link) && !isApart(link));
  const isPlace = panel.marked.some(isOfPlace) || buttons.some(leadsThere);
  const isOfPhone = panel.evidence === 0 && panel.marked.length === 0;
  const mayBeSite = (link: Element): boolean => isPlace || (isOfPhone && isAmongControls(link));
  const link = official ?? buttons.find((link) => mayBeSite(link) && leavesEngine(link) && !isApart(link));
  return link && targetOf(hrefOf(link));
}

/** Links with a picture or a heading show a page; the entity's site they do not. */
function isButton(page: Page, link: Element): boolean {
  return hasText(link) && find(page, link, (element) => element.name === 'img' || isHeading(element)) === undefined;
}

function officialLink(page: Page, buttons: readonly Element[]): Element | undefined {
  for (const { element, property } of markedElements(page)) {
    if (property !== 'visit_official_site') continue;
    const link = within(buttons, element).find((button) => targetHost(button) !== '' && !isApart(button));
    if (link !== undefined) return link;
  }
  return undefined;
}

function targetHost(link: Element): string {
  return hostOf(targetOf(hrefOf(link)) ?? '');
}

/** Directions and reviews lead to other services of the engine. */
function leavesEngine(link: Element): boolean {
  const host = targetHost(link);
  return host !== '' && !isOwnHost(host);
}

/** Whether the link is beside links that are there to be pressed: to call, to save. */
function isAmongControls({ parent }: Element): boolean {
  return parent?.children.some((child) => isElement(child) && child.name === 'a' && hasRole(child, 'button')) === true;
}

/** Whether an ancestor of the link is hidden, or a dialog. */
function isApart(link: Element): boolean {
  return closest(link, (element) => isHidden(element) || isDialog(element)) !== undefined;
}

function saysItsHost(link: Element): boolean {
  const text = textOf(link);
  return text.includes('.') && withoutWww(text.toLowerCase()) === withoutWww(targetHost(link));
}

/** Whether a link shows the way to a place on the engine's map. */
function leadsThere(link: Element): boolean {
  return hrefOf(link).includes('/maps/dir/');
}

/**
 * The places that may hold the panel of an entity or business, the surest first. Its title is marked as one since 2019;
 * before, it is the heading of the column beside the results; on pages without a script it is a heading of the list
 * that leads nowhere.
 */
function* findPanels(page: Page): Generator<Panel> {
  yield* markedPanels(page);
  yield* unmarkedPanels(page);
}

function* markedPanels(page: Page): Generator<Panel> {
  const marked = markedElements(page);
  const heads = marked.filter(isPanelTitle);
  const panels = heads.map((head, index) => {
    const next = heads[index + 1];
    const own = marked.slice(marked.indexOf(head) + 1, next && marked.indexOf(next));
    return markedPanel(page, head.element, own, next?.element.order ?? page.elements.length);
  });
  yield* panels.filter((panel) => !isCardOfPlace(panel));
  yield* panels.filter(isCardOfPlace);
}

/** A card of a place may stand beside the panel of an entity, which has a paragraph about it. */
function isCardOfPlace({ marked }: Panel): boolean {
  return marked.some(isOfPlace) && !marked.some(({ property }) => isDescription(property));
}

function isPanelTitle({ element, property }: Marked): boolean {
  return property === 'title' && isShown(element) && !isInLink(element);
}

function markedPanel(page: Page, head: Element, marked: readonly Marked[], end: number): Panel {
  const column = columnOf(page);
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
    evidence: 0,
  };
}

const subtitleProperty = /^subtitle$|:one line summary$/;

/** The summary of a place goes on with whether it is open, in an element of its own or behind a dot of its own kind. */
function typeIn({ element, property }: Marked): string {
  const text =
    property === 'subtitle' ? singleText(textOf(element)) : linesIn(element).find((line) => letter.test(line));
  return text?.split(stateDot, 1)[0]?.trim() ?? '';
}

/** Other parts of a summary have other dots between them. */
const stateDot = '⋅';

const letter = /\p{L}/u;

function isAbout({ property }: Marked): boolean {
  return isDescription(property) || isEntityProperty(property);
}

/** A text that is written twice, once for those who hear it. */
function singleText(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half.length > 0 && half + half === text ? half : text;
}

/** Stars are drawn; only their label has the rating as text. */
function holdsRating(page: Page, element: Element): boolean {
  return find(page, element, (inner) => /\p{Nd}/u.test(labelOf(inner)) && !hasText(inner)) !== undefined;
}
