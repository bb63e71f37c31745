import { contains, type Element } from '../../html/tree.js';
import { find, type Page } from '../../page/page.js';
import { labelOf, textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import { columnOf } from '../landmarks.js';
import { isInLink, linesIn, type Panel } from './panel.js';
import { isDescription, isEntityProperty, isOfPlace, type Marked, markedElements } from './property.js';
import { unmarkedPanels } from './unmarked-panels.js';

/**
 * The places that may hold the panel of an entity or business, the surest first. Its title is marked as one since 2019;
 * before, it is the heading of the column beside the results; on pages without a script it is a heading of the list
 * that leads nowhere.
 */
export function* findPanels(page: Page): Generator<Panel> {
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
