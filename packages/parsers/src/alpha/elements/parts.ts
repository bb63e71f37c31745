import { ancestors, childElements, contains, type Element } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import {
  anchorsWithin,
  countsOf,
  elementsWithin,
  firstWithin,
  isInAny,
  lastBefore,
  outermostElements,
} from '../../page/lists.js';
import { findElements, holdsElement, type Page } from '../../page/page.js';
import { hasRole, isImage } from '../../page/roles.js';
import { hasRenderedText, hasText, isRendered, isSelfHiddenInAnyWay } from '../../page/visible.js';
import type { ElementType } from '../../results/blocks.js';
import { isClickControl } from '../blocks/controls.js';
import { linksToImagesTab } from '../blocks/images.js';
import type { Section, SectionedPage } from '../blocks/layout.js';
import { isEntityProperty, knowledgePropertyOf, propertyElements } from '../knowledge-graph/facts.js';
import { isDialog, isInSideColumn, isMainColumn, mainColumnOf, rowListOfScriptedPage } from '../landmarks.js';
import { externalTargetOf, isHelpLink, searchAnchors } from '../links.js';
import {
  asksForFeedback,
  isDisambiguationHeading,
  isPager,
  isTabLink,
  relatedEntitiesProperty,
  spacedText,
  wholeLineLinks,
} from './sections.js';

/** A part of the page without a heading. */
interface UnheadedPart {
  readonly type: ElementType;
  readonly title: string;
  readonly block: Element;
}

/** The parts above, between and below the rows that nothing else was read from, so that nothing is left out. */
export function unheadedParts(
  { page, rows, partsBetween }: SectionedPage,
  sections: readonly Section[],
  starts: readonly Element[],
): UnheadedPart[] {
  const list = rowListOfScriptedPage(page);
  if (list === undefined) return [];
  const known = [...starts].sort((one, other) => one.order - other.order);
  const entities = entityTitles(page);
  const firstRow = rows[0]?.anchor.order ?? 0;
  const parts = [...propertiesAbove(page), ...partsBeside(list), ...partsBetween].flatMap((block) => {
    if (!mayBePart(page, block) || firstWithin(known, block) !== undefined) return [];
    if (sections.some((section) => contains(section.block, block) || contains(block, section.heading))) return [];
    if (entities.length > 0 && holdsFacts(page, block)) return []; // the rest of the panel
    const isOfPanel = block.order < firstRow && lastBefore(entities, block) !== undefined;
    return (isOfPanel ? undefined : stripOfPictures(page, block)) ?? partAt(page, block) ?? [];
  });
  const notices = countsOf(parts.map(({ type, title }) => `${type} ${title}`));
  return parts.filter(({ type, title }) => type !== 'notice' || notices.get(`${type} ${title}`)! < minRepeated);
}

function mayBePart(page: Page, block: Element): boolean {
  return isRendered(block) && !isSelfHiddenInAnyWay(block) && !isInSideColumn(page, block) && !isDialog(block);
}

/** The elements marked as the title of an entity, in document order. */
function entityTitles(page: Page): Element[] {
  return propertyElements(page).flatMap(({ element }) => (isDisambiguationHeading(element) ? [element] : []));
}

/** Whether an element without a property of its own contains several facts of an entity. */
function holdsFacts(page: Page, block: Element): boolean {
  if (knowledgePropertyOf(block) !== '') return false;
  const inside = propertyElements(page).filter(({ element }) => contains(block, element));
  return new Set(inside.map(({ property }) => property).filter(isEntityProperty)).size > 1;
}

/** A notice in so many places is a control: "Was this result helpful?" */
const minRepeated = 3;

function partAt(page: Page, block: Element): UnheadedPart | undefined {
  const links = anchorsWithin(page, block).filter(hasRenderedText);
  if (links.some(isPager) || (links.length > 0 && links.every(isTabLink)) || asksForFeedback(page, block, links))
    return undefined;
  const lines = linesOf(block, { skip: isControlTabOrForm });
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  const [first] = lines;
  if (first === undefined || length < minPartLength) return undefined;
  return { type: typeOfPart(page, block, lines), title: spacedText(first), block };
}

/** An element with a link to the tab with pictures and several pictures beside the chips of its filters. */
function stripOfPictures(page: Page, block: Element): UnheadedPart | undefined {
  if (![...linksToImagesTab(page)].some((link) => contains(block, link) && isRendered(link))) return undefined;
  const chips = anchorsWithin(page, block).filter(hasText);
  const pictures = findElements(page, block, isImage).filter((image) => !isInAny(chips, image));
  return pictures.length > 1 ? { type: 'images', title: '', block } : undefined;
}

function typeOfPart(page: Page, block: Element, lines: readonly Line[]): ElementType {
  if (holdsElement(page, block, isDisambiguationHeading)) return 'knowledge_graph';
  const property = knowledgePropertyOf(block);
  if (property !== '') return relatedEntitiesProperty.test(property) ? 'people_also_search' : 'other';
  return lines.flatMap(wholeLineLinks).every((link) => leadsNowhereNew(page, link)) ? 'notice' : 'other';
}

const minPartLength = 20;

/** Whether a link leads to no other page or topic. A picture shows a topic. */
function leadsNowhereNew(page: Page, link: Element): boolean {
  return isHelpLink(link) || (externalTargetOf(link) === '' && !holdsElement(page, link, isImage));
}

function isControlTabOrForm(element: Element): boolean {
  return isClickControl(element) || element.name === 'form' || hasRole(element, 'tab');
}

/** The elements above all columns that are marked as a property: of the entity, such as a list of its works, or of many. */
function propertiesAbove(page: Page): Element[] {
  const main = mainColumnOf(page);
  const properties = propertyElements(page).filter(
    ({ property, element }) =>
      isEntityProperty(property) || elementsWithin(searchAnchors(page), element).length > maxTileLinks,
  );
  return outermostElements(properties.map(({ element }) => element)).filter(({ last }) => last < (main?.order ?? 0));
}

/** More links are those of several entities. */
const maxTileLinks = 3;

/** The elements beside the list within the column of the rows. */
function partsBeside(list: Element): Element[] {
  const column = [...ancestors(list)].find(isMainColumn);
  const parts: Element[] = [];
  if (column === undefined) return parts;
  for (let inner = list; inner !== column; inner = inner.parent!)
    parts.push(...childElements(inner.parent).filter((child) => child !== inner));
  return parts;
}
