import { attribute, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/lists.js';
import { find } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { ElementType } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { isBlank } from '../../words/text.js';
import { isControl } from '../blocks/decoration.js';
import { disclosureControls } from '../blocks/disclosures.js';
import type { Layout, Section } from '../blocks/layout.js';
import { isOwnHost } from '../hosts.js';
import { isDescription, isEntityProperty, propertyOf } from '../knowledge-graph/property.js';
import { isInColumn, mainListOf } from '../landmarks.js';
import { isHelpLink, isSearchLink, outsideTarget, parameterOf } from '../links.js';

/** The type of a part with a heading that no block reader knows; undefined if it has no content of its own. */
export function typeOfSection(layout: Layout, section: Section): ElementType | undefined {
  const { page } = layout;
  const { heading, block } = section;
  const links = within(page.anchors, block).filter((anchor) => anchor.order > heading.order && isShown(anchor));
  if (links.some(isPager) || isAboutPanel(heading)) return undefined;
  const folding = within(disclosureControls(page), block);
  if (folding.length > 1 && find(page, block, isTopicTitle) !== undefined) return 'things_to_know';
  const lines = linesOf(block, { skip: (element) => element.last <= heading.last || isControl(element) });
  if (isEmpty(links, lines)) return isMessageAbove(layout, heading) ? 'notice' : undefined;
  if (links.some(showsOmittedResults)) return 'notice';
  const named = namedType(textOf(heading));
  if (named !== undefined) return named;
  if (isDisambiguation(heading)) return 'other';
  if (isInColumn(page, heading) && find(page, block, isAbout) !== undefined) return 'knowledge_graph';
  const queries = links.filter((link) => hasText(link) && isQueryLink(link));
  const outside = lines.flatMap(soleLinkOf).filter((link) => leadsOut(link) && !contains(heading, link));
  const entity = find(page, block, (element) => isEntityProperty(propertyOf(element))) ?? entityAround(section);
  if (queries.length > 1 && outside.length === 0)
    return areSuggestions(queries, entity) ? 'people_also_search' : 'other';
  return outside.length === 0 && queries.length === 0 && entity === undefined ? 'notice' : 'other';
}

/** Shorter texts beside a heading are labels of a control. */
const minTextLength = 12;

function isEmpty(links: readonly Element[], lines: readonly Line[]): boolean {
  return lines.length === 0 || (links.every(leadsNowhere) && lines.every(({ text }) => text.length < minTextLength));
}

/** Whether a heading is a message of its own above the rows; headings that name regions are headings by tag. */
function isMessageAbove({ page, rows }: Layout, heading: Element): boolean {
  const start = mainListOf(page) ?? rows[0]?.anchor;
  const isAbove = start === undefined || heading.order < start.order;
  return isAbove && attribute(heading, 'role') === 'heading' && !/^h\d$/.test(heading.name);
}

/** The paragraph about an entity has a heading for screen readers. */
function isAboutPanel(heading: Element): boolean {
  return closest(heading, isAbout) !== undefined;
}

function isAbout(element: Element): boolean {
  return isDescription(propertyOf(element));
}

/** Whether a heading begins a list of the query's meanings, which looks like a panel. */
function isDisambiguation(heading: Element): boolean {
  return propertyOf(heading) === 'title';
}

function isTopicTitle(element: Element): boolean {
  return propertyOf(element).startsWith('lab/');
}

/** Whether a link searches for another query of the same kind. */
function isQueryLink(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && Boolean(parameterOf(href, 'q'));
}

/** Whether queries are suggestions: neither paid for nor parts of an entity. */
function areSuggestions(links: readonly Element[], entity: Element | undefined): boolean {
  if (entity !== undefined && !relatedEntities.test(propertyOf(entity))) return false;
  return links.filter((link) => parameterOf(hrefOf(link), 'mrq') !== undefined).length * 2 < links.length;
}

/** Properties of related entities that others search for. */
const relatedEntities = /:sideways$|also[ _]search/;

/** The element around a section that is marked as a property of an entity. */
function entityAround({ block }: Section): Element | undefined {
  return closest(block, (outer) => isEntityProperty(propertyOf(outer)));
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

function leadsNowhere(anchor: Element): boolean {
  return (outsideTarget(anchor) === '' && !isSearchLink(hrefOf(anchor))) || isHelpLink(anchor);
}

function leadsOut(anchor: Element): boolean {
  const target = outsideTarget(anchor);
  return target !== '' && !isHelpLink(anchor) && !isOwnHost(hostOf(target));
}

/**
 * The link that a whole line consists of; empty if there are other words, because links in sentences lead to nothing
 * new.
 */
export function soleLinkOf({ pieces }: Line): Element[] {
  const written = pieces.filter(({ text }) => !isBlank(text));
  const link = written[0]?.link;
  return link !== undefined && written.every((piece) => piece.link === link) ? [link] : [];
}

/**
 * The type of a section that only its heading tells, because its content is like that of other sections. Knows the
 * headings in some languages; in others the structure decides, or the type is `other`.
 */
function namedType(heading: string): ElementType | undefined {
  return names.find(({ pattern }) => pattern.test(heading))?.type;
}

const names: readonly { readonly type: ElementType; readonly pattern: RegExp }[] = [
  {
    type: 'latest_from',
    pattern:
      /^(?:latest from|neueste[sr]? von|dernières? (?:infos|actualités) de|lo último de|últimas de|ultime da)\s/i,
  },
  {
    type: 'buying_guide',
    pattern:
      /^(?:buying guide|kaufberatung|guide d['’]achat|guía de compra|guia de compra|guida all['’]acquisto|koopgids)/i,
  },
  {
    type: 'things_to_know',
    pattern:
      /^(?:things to know|wissenswertes|à savoir|lo que (?:hay|debes) (?:que )?saber|o que saber|cose da sapere)$/i,
  },
  {
    type: 'refine',
    pattern:
      /^(?:refine (?:this|your) search|suche eingrenzen|affiner (?:la|cette) recherche|refinar (?:la |esta )?(?:búsqueda|pesquisa)|perfeziona la ricerca)/i,
  },
];
