import { attribute, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import { find } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { ElementType } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { isBlank } from '../../words/text.js';
import { isControl } from '../blocks/decoration.js';
import { foldingControls } from '../blocks/folded.js';
import type { Layout, Section } from '../blocks/layout.js';
import { isOwnHost } from '../hosts.js';
import { isDescription, isEntityProperty, propertyOf } from '../knowledge-graph/property.js';
import { isInColumn, mainListOf } from '../landmarks.js';
import { isHelp, isSearchLink, outsideTarget, parameterOf } from '../links.js';

/** What a headed part of the page that no block reader knows is; undefined for one that holds nothing of its own. */
export function typeOfSection(layout: Layout, section: Section): ElementType | undefined {
  const { page } = layout;
  const { heading, block } = section;
  const links = within(page.anchors, block).filter((anchor) => anchor.order > heading.order && isShown(anchor));
  if (links.some(isPager) || isAboutPanel(heading)) return undefined;
  const folding = within(foldingControls(page), block);
  if (folding.length > 1 && find(page, block, isTopicTitle) !== undefined) return 'things_to_know';
  const lines = linesOf(block, { skip: (element) => element.last <= heading.last || isControl(element) });
  if (isEmpty(links, lines)) return isStatement(layout, heading) ? 'notice' : undefined;
  if (links.some(asksForOmitted)) return 'notice';
  const named = namedType(textOf(heading));
  if (named !== undefined) return named;
  if (isChooser(heading)) return 'other';
  if (isInColumn(page, heading) && find(page, block, isAbout) !== undefined) return 'knowledge_graph';
  const queries = links.filter((link) => hasText(link) && isQueryLink(link));
  const outside = lines.flatMap(linkAlone).filter((link) => leadsOut(link) && !contains(heading, link));
  const entity = find(page, block, (element) => isEntityProperty(propertyOf(element))) ?? entityAround(section);
  if (queries.length > 1 && outside.length === 0) return isProposed(queries, entity) ? 'people_also_search' : 'other';
  return outside.length === 0 && queries.length === 0 && entity === undefined ? 'notice' : 'other';
}

/** Shorter texts beside a heading are labels of what opens and closes it. */
const shortestText = 12;

function isEmpty(links: readonly Element[], lines: readonly Line[]): boolean {
  return lines.length === 0 || (links.every(leadsNowhere) && lines.every(({ text }) => text.length < shortestText));
}

/** A line above the rows that says something alone; names of regions are headings by their tags. */
function isStatement({ page, rows }: Layout, heading: Element): boolean {
  const start = mainListOf(page) ?? rows[0]?.anchor;
  const isAbove = start === undefined || heading.order < start.order;
  return isAbove && attribute(heading, 'role') === 'heading' && !/^h\d$/.test(heading.name);
}

/** The paragraph about an entity is headed by a word for those who hear it. */
function isAboutPanel(heading: Element): boolean {
  return closest(heading, isAbout) !== undefined;
}

function isAbout(element: Element): boolean {
  return isDescription(propertyOf(element));
}

/** A list of the meanings of the query begins as a panel does. */
function isChooser(heading: Element): boolean {
  return propertyOf(heading) === 'title';
}

function isTopicTitle(element: Element): boolean {
  return propertyOf(element).startsWith('lab/');
}

/** Whether a link asks another query of the same kind. */
function isQueryLink(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && (parameterOf(href, 'q') ?? '') !== '';
}

/** Whether queries are proposed, and are neither paid for nor the parts of an entity. */
function isProposed(links: readonly Element[], entity: Element | undefined): boolean {
  if (entity !== undefined && !ofOthers.test(propertyOf(entity))) return false;
  return links.filter((link) => parameterOf(hrefOf(link), 'mrq') !== undefined).length * 2 < links.length;
}

/** What the page calls the entities that others search for too. */
const ofOthers = /:sideways$|also[ _]search/;

/** The element around a section that the page says shows a property of an entity, as far as that is the section's own. */
function entityAround({ block }: Section): Element | undefined {
  return closest(block, (outer) => isEntityProperty(propertyOf(outer)));
}

/** Results that are like others are left out until they are asked for. */
function asksForOmitted(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && parameterOf(href, 'filter') === '0';
}

function isPager(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return isSearchLink(href) && parameterOf(href, 'start') !== undefined;
}

function leadsNowhere(anchor: Element): boolean {
  return (outsideTarget(anchor) === '' && !isSearchLink(hrefOf(anchor))) || isHelp(anchor);
}

function leadsOut(anchor: Element): boolean {
  const target = outsideTarget(anchor);
  return target !== '' && !isHelp(anchor) && !isOwnHost(hostOf(target));
}

/** The link that a line is from end to end, none where there are other words in it: those of a sentence lead to nothing new. */
export function linkAlone({ pieces }: Line): Element[] {
  const written = pieces.filter(({ text }) => !isBlank(text));
  const link = written[0]?.link;
  return link !== undefined && written.every((piece) => piece.link === link) ? [link] : [];
}

/**
 * The type of a section that its heading alone can tell: what stands below is like that of other sections. In the languages
 * whose headings are known; elsewhere such a section has the type that its structure shows, or is `other`.
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
