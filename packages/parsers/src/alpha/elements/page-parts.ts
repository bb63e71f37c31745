import { ancestors, closest, contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { firstWithin, inOrder, within } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { isSectionHeading, levelOf } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown, isWithheldItself } from '../../page/visible.js';
import type { ElementType } from '../../results/blocks.js';
import { isControl } from '../blocks/decoration.js';
import { isCollapsedAnswer } from '../blocks/disclosures.js';
import { type Layout, type RowLink, type Section, sectionBlock } from '../blocks/layout.js';
import { isBelowRows, isDialog, isInColumn, isMainColumn, mainListOf } from '../landmarks.js';
import { isHelpLink, isSearchLink, outsideTarget, parameterOf } from '../links.js';
import { isPager, soleLinkOf } from './section-types.js';

/**
 * The parts of the whole page that begin with a heading, in page order, including those in the column beside the rows
 * and above them. Headings of level 1 only name regions, but no part contains one.
 *
 * @param others the starts of other elements, which no section contains
 */
export function pageSections({ page, rows, allSections }: Layout, others: readonly Element[]): Section[] {
  const shown = page.headings.filter(
    (heading) =>
      isSectionHeading(heading) && isShown(heading) && textOf(heading) !== '' && !isInside(heading, isDialog),
  );
  const headings = shown.filter((heading) => !isCollapsedAnswer(page, heading));
  const known = new Set(headings);
  const further = allSections.filter(({ heading }) => !known.has(heading));
  const low = lowHeadings(page, rows);
  const bounds = inOrder(
    headings,
    low,
    further.map(({ heading }) => heading),
    rows.map(({ anchor }) => anchor),
    others,
  );
  const own = [...headings.filter((heading) => levelOf(heading) === 2), ...low].map((heading) => ({
    heading,
    block: sectionBlock(page, heading, bounds),
  }));
  const apart = further.filter(({ heading }) => !own.some(({ block }) => contains(block, heading)));
  return [...own, ...apart].sort((one, other) => one.heading.order - other.heading.order);
}

/**
 * Below the rows, sections may have headings of the titles' level, followed by groups. These headings are not links.
 */
function lowHeadings(page: Page, rows: readonly RowLink[]): Element[] {
  const last = rows.at(-1)?.anchor;
  if (last === undefined) return [];
  return page.headings.filter(
    (heading) =>
      heading.order > last.last &&
      levelOf(heading) === 3 &&
      isBelowRows(page, heading) &&
      isShown(heading) &&
      textOf(heading) !== '' &&
      !isInside(heading, (outer) => isDialog(outer) || outer.name === 'a') &&
      firstWithin(page.anchors, heading) === undefined,
  );
}

function isInside(element: Element, test: (outer: Element) => boolean): boolean {
  return closest(element, test) !== undefined;
}

/** A part of the page without a heading. */
interface UnheadedPart {
  readonly type: ElementType;
  readonly title: string;
  readonly block: Element;
}

/** The parts above, between and below the rows that nothing else was read from, so that nothing is left out. */
export function unheadedParts(
  { page, partsBetween }: Layout,
  sections: readonly Section[],
  starts: readonly Element[],
): UnheadedPart[] {
  const list = mainListOf(page);
  if (list === undefined) return [];
  const known = [...starts].sort((one, other) => one.order - other.order);
  return [...partsBeside(list), ...partsBetween].flatMap((block) => {
    if (
      !isShown(block) ||
      isWithheldItself(block) ||
      isInColumn(page, block) ||
      isDialog(block) ||
      firstWithin(known, block) !== undefined
    )
      return [];
    if (sections.some((section) => contains(section.block, block) || contains(block, section.heading))) return [];
    return partAt(page, block) ?? [];
  });
}

function partAt(page: Page, block: Element): UnheadedPart | undefined {
  const links = within(page.anchors, block).filter((link) => isShown(link) && hasText(link));
  if (links.some(isPager) || (links.length > 0 && links.every(isTabLink))) return undefined;
  const lines = linesOf(block, { skip: (element) => isControl(element) || element.name === 'form' });
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  const [first] = lines;
  if (first === undefined || length < minTextLength) return undefined;
  const isNotice = lines.flatMap(soleLinkOf).every((link) => outsideTarget(link) === '' || isHelpLink(link));
  return { type: isNotice ? 'notice' : 'other', title: first.text, block };
}

const minTextLength = 20;

/** The elements beside the list within the column of the rows. */
function partsBeside(list: Element): Element[] {
  const column = [...ancestors(list)].find(isMainColumn);
  const parts: Element[] = [];
  if (column === undefined) return parts;
  for (let inner = list; inner !== column; inner = inner.parent!)
    parts.push(...inner.parent!.children.filter(isElement).filter((child) => child !== inner));
  return parts;
}

/** Tabs and chips search for the same query in another way. */
function isTabLink(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return (
    isSearchLink(href) &&
    (parameterOf(href, 'tbm') ?? parameterOf(href, 'udm') ?? parameterOf(href, 'uds')) !== undefined
  );
}
