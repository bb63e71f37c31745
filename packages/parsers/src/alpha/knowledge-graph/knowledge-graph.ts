import { closest, contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { lowerBound, within } from '../../page/ordered.js';
import { find, type Page } from '../../page/page.js';
import { hasRole, isHeading, isListPart } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isHidden } from '../../page/visible.js';
import { type Dropped, type Found, found } from '../../reading/found.js';
import type { KnowledgeGraph } from '../../results/page.js';
import { hostOf, withoutWww } from '../../words/address.js';
import { isOwnHost } from '../hosts.js';
import { isDialog } from '../landmarks.js';
import { targetOf } from '../links.js';
import { findParagraph, readDescription } from './description.js';
import { type Fact, factsIn } from './facts.js';
import { findPanels } from './find-panels.js';
import type { Panel } from './panel.js';
import { isDescription, isOfPlace, markedElements } from './property.js';

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
