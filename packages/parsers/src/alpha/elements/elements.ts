import { contains, type Element } from '../../html/tree.js';
import { firstLines, linesOf, type Piece } from '../../page/lines.js';
import { anchorsWithin, countsOf, headingsWithin, lastBefore, mergeInDocumentOrder } from '../../page/lists.js';
import { findElement, type Page } from '../../page/page.js';
import { headingLevelOf, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText, isInSight, isRendered } from '../../page/visible.js';
import {
  itemsOf,
  type LocatedBlocks,
  type RankedElements,
  rankElements,
  type UnrankedElement,
} from '../../reading/blocks/located.js';
import type { Found, NumberedRow } from '../../reading/found.js';
import type { KnowledgeGraph, RelatedSearch } from '../../results/block-items.js';
import { type AlphaBlocks, type ElementType, elementTypes, type PageColumn } from '../../results/blocks.js';
import type { OrganicResult } from '../../results/responses.js';
import { isClickControl } from '../blocks/controls.js';
import { type Section, type SectionedPage, widestBlockAround } from '../blocks/layout.js';
import { isInSideColumn, mainColumnOf } from '../landmarks.js';
import { unheadedParts } from './parts.js';
import {
  isDisambiguationHeading,
  isPager,
  isTabLink,
  opensForm,
  pageSections,
  spacedText,
  typeOfSection,
  wholeLineLinks,
} from './sections.js';

/** Everything that was read from the page, from which elements are made. */
interface ReadPage {
  readonly layout: SectionedPage;
  readonly located: LocatedBlocks<AlphaBlocks>;
  readonly rows: readonly NumberedRow<OrganicResult>[];
  readonly panel: Found<KnowledgeGraph | undefined>;
  readonly related: Found<RelatedSearch[]>;
}

/** An item of a block, with the type of the block. */
interface TypedPlace {
  readonly type: ElementType;
  readonly place: Element;
  /** Title of the element if it has no heading. */
  readonly title: string;
}

/** Lists the whole page in order: every row, every advertisement, every block, and everything else. */
export function listPageElements(read: ReadPage): RankedElements {
  const { layout, located, rows } = read;
  const columnOf = columnsOf(layout);
  const own = [...rows.map(rowPart), ...located.ads.map(adPart)];
  const places = typedPlaces(read);
  const sections = pageSections(
    layout,
    located.ads.map(({ element }) => element),
  );
  const sorted = bySection(places, sections);
  const headed = sections.flatMap((section) => {
    const inside = sorted.get(section) ?? [];
    const type = mainType(inside) ?? typeOfSection(layout, section);
    if (type === undefined) return [];
    const title = type === 'featured_snippet' ? inside[0]!.title : titleOfSection(read, section, type, inside);
    return [partOf(type, title, section.heading, inside.map(placeOf))];
  });
  const starts = mergeInDocumentOrder([...own, ...headed].map(({ start }) => start));
  const unheaded = groupsOf(sorted.get(undefined) ?? [], [...own, ...headed]).map((group) => {
    const [first] = group as [TypedPlace];
    const title = first.title || headlineOf(layout.page, first.place, starts, sections);
    return partOf(first.type, title, first.place, group.map(placeOf));
  });
  const known = [...own, ...headed, ...unheaded];
  const rest = unheadedParts(
    layout,
    sections,
    known.map(({ start }) => start),
  );
  return rankElements([...known, ...rest.map(({ type, title, block }) => partOf(type, title, block, []))]);

  function partOf(type: ElementType, title: string, start: Element, places: readonly Element[]): UnrankedElement {
    return { type, title, start, column: columnOf(start, type), members: places };
  }

  function rowPart({ anchor, row: { position, title, link } }: NumberedRow<OrganicResult>): UnrankedElement {
    return { ...partOf('organic', title, anchor, [anchor]), link, position };
  }

  function adPart({ item: { title, link }, element }: LocatedBlocks<AlphaBlocks>['ads'][number]): UnrankedElement {
    return { ...partOf('ad', title, element, [element]), link };
  }
}

function placeOf({ place }: TypedPlace): Element {
  return place;
}

/** The items of all blocks with their types, in page order. Sitelinks are part of their rows. */
function typedPlaces({ layout, located, panel, related }: ReadPage): TypedPlace[] {
  const places: TypedPlace[] = [];
  for (const type of elementTypes) {
    const block = type in located ? located[type as keyof typeof located] : undefined;
    const items = itemsOf(block);
    for (const { item, element } of items)
      places.push({ type, place: element, title: titleOf(type, item, element, layout.page) });
  }
  if (panel.value !== undefined && panel.element !== undefined)
    places.push({ type: 'knowledge_graph', place: panel.element, title: panel.value.title });
  if (related.element !== undefined) places.push({ type: 'related_searches', place: related.element, title: '' });
  return places.sort((one, other) => one.place.order - other.place.order);
}

function titleOf(type: ElementType, item: object, place: Element, page: Page): string {
  if (type === 'ai_overview' && 'text' in item) return titleOfAnswer(page, place, String(item.text));
  if ('query' in item) return String(item.query);
  return 'text' in item && 'title' in item ? String(item.title) : '';
}

/** The heading of a generated answer, else the line before its text. */
function titleOfAnswer(page: Page, place: Element, text: string): string {
  const heading = headingsWithin(page, place).find((inner) => isSectionHeading(inner) && isRendered(inner));
  const title = heading === undefined ? (firstLines(place, 1)[0]?.text ?? '') : textOf(heading);
  return text.startsWith(title) ? '' : title;
}

/**
 * The heading; the one before it if it is a query. If it is out of sight, it may only name a region: then the title is
 * that of an item, of the panel, the line above the names of places, or the next visible heading.
 */
function titleOfSection(
  { layout, panel, related }: ReadPage,
  { heading, block }: Section,
  type: ElementType,
  inside: readonly TypedPlace[],
): string {
  const before = lastBefore(layout.page.headings, heading);
  if (before !== undefined && related.value?.some(({ query }) => query === textOf(heading))) return textOf(before);
  const entity = type === 'knowledge_graph' ? findElement(layout.page, block, isDisambiguationHeading) : undefined;
  if (entity === undefined && isInSight(heading)) return titleIn(heading);
  const named = inside.find(({ title }) => title !== '')?.title;
  const panelTitle = type === 'knowledge_graph' ? panel.value?.title : undefined;
  const next = headingsWithin(layout.page, block).find((other) => isInSight(other) && hasRenderedText(other));
  if (type === 'local_results' && next !== undefined)
    return headlineOf(layout.page, next, [heading], []) || textOf(next);
  return named ?? (entity && textOf(entity)) ?? panelTitle ?? textOf(next ?? heading);
}

/** The text of a heading, without links to forms, and lines that are links to a tab, such as "Show all". */
function titleIn(heading: Element): string {
  const lines = linesOf(heading, { skip: opensForm });
  const own = lines.filter((line) => !wholeLineLinks(line).some(isTabLink));
  return (own.length > 0 ? own : lines).map(spacedText).join(' ') || textOf(heading);
}

/**
 * In the widest element around an item that contains none of the others, which are in document order: the last heading
 * before the item, else the first line, if it can be a heading.
 */
function headlineOf(page: Page, place: Element, others: readonly Element[], sections: readonly Section[]): string {
  const block = widestBlockAround(place, others);
  const headed = sections.findLast(
    ({ heading }) => heading.order < place.order && headingLevelOf(heading) === 2 && contains(block, heading),
  );
  if (headed !== undefined) return textOf(headed.heading);
  const headings = headingsWithin(page, block).filter(
    (inner) => isInSight(inner) && hasRenderedText(inner) && !anchorsWithin(page, inner).some(isPager),
  );
  const own = lastBefore(headings, place);
  if (own !== undefined && headings.filter((other) => areOfOneLevel(own, other)).length === 1) return titleIn(own);
  const [first] = firstLines(block, 1, { skip: isClickControl });
  if (first === undefined || first.text.length > maxHeadlineLength) return '';
  const isOfItem = ({ link, parent }: Piece): boolean =>
    (link !== undefined && !isTabLink(link)) || parent.order >= place.order;
  return first.pieces.some(isOfItem) ? '' : first.text;
}

/** Titles of items are of one level. */
function areOfOneLevel(one: Element, other: Element): boolean {
  return headingLevelOf(one) === headingLevelOf(other);
}

const maxHeadlineLength = 80;

/** The items by section; those outside all sections are under `undefined`. */
function bySection(
  places: readonly TypedPlace[],
  sections: readonly Section[],
): Map<Section | undefined, TypedPlace[]> {
  const sorted = new Map<Section | undefined, TypedPlace[]>();
  for (const typed of places) {
    const section = sectionOf(typed.place, sections);
    sorted.set(section, [...(sorted.get(section) ?? []), typed]);
  }
  return sorted;
}

function sectionOf(place: Element, sections: readonly Section[]): Section | undefined {
  return sections.findLast(({ heading, block }) => contains(block, place) && heading.order <= place.last);
}

/** The type that most items of a section have, unless one of them is of a type that decides alone. */
function mainType(places: readonly TypedPlace[]): ElementType | undefined {
  const counts = countsOf(places.map(({ type }) => type));
  for (const type of deciding) if (counts.has(type)) return type;
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Types of which one item decides the section's type. */
const deciding: readonly ElementType[] = [
  'ai_overview',
  'featured_snippet',
  'knowledge_graph',
  'people_also_ask',
  'hotels',
  'events',
  'perspectives',
];

/** Groups consecutive items of a type with nothing in between. */
function groupsOf(places: readonly TypedPlace[], others: readonly UnrankedElement[]): TypedPlace[][] {
  const groups: TypedPlace[][] = [];
  const starts = mergeInDocumentOrder(others.map(({ start }) => start));
  for (const typed of places) {
    const last = groups.at(-1)?.at(-1);
    const between = last && lastBefore(starts, typed.place);
    const isParted = between !== undefined && between.order > last!.place.order;
    if (last?.type === typed.type && !isParted) groups.at(-1)!.push(typed);
    else groups.push([typed]);
  }
  return groups;
}

/** Returns a function that finds the column of an element. */
function columnsOf({ page, rows }: SectionedPage): (start: Element, type: ElementType) => PageColumn {
  const main = mainColumnOf(page);
  const last = rows.at(-1)?.anchor;
  return (start, type) => {
    if (isInSideColumn(page, start)) return 'side';
    if (main !== undefined && start.order < main.order) return 'top';
    return last !== undefined && start.order > last.order && endsPage.has(type) ? 'bottom' : 'main';
  };
}

/** Types that are below all columns if they follow the last row. */
const endsPage: ReadonlySet<ElementType> = new Set(['ad', 'related_searches', 'people_also_search', 'notice']);
