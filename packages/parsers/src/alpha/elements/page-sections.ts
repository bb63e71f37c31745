import { closest, contains, type Element } from '../../html/tree.js';
import { firstWithin, inOrder } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { isSectionHeading, levelOf } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import { isCollapsedAnswer } from '../blocks/disclosures.js';
import { type Layout, type RowLink, type Section, sectionBlock } from '../blocks/layout.js';
import { isBelowRows, isDialog } from '../landmarks.js';

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
