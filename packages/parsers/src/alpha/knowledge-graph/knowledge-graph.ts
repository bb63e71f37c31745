import { closest, contains, type Element } from '../../html/tree.js';
import { isListPart } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { type Dropped, type Found, found } from '../../reading/found.js';
import type { KnowledgeGraph } from '../../results/page.js';
import { findParagraph, readDescription } from './description.js';
import { type Fact, factsIn } from './facts.js';
import { findPanels } from './find-panels.js';
import type { Panel } from './panel.js';
import { isDescription } from './property.js';
import { readWebsite } from './website.js';

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
