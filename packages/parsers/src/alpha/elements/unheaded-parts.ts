import { ancestors, contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { firstWithin, within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { hasText, isShown, isWithheldItself } from '../../page/visible.js';
import type { ElementType } from '../../results/blocks.js';
import { isControl } from '../blocks/decoration.js';
import { type Layout, partsBetween, type Section } from '../blocks/layout.js';
import { isDialog, isInColumn, isMainColumn, mainListOf } from '../landmarks.js';
import { isHelp, isSearchLink, outsideTarget, parameterOf } from '../links.js';
import { isPager, linkAlone } from './section-types.js';

/** A part of the page without a heading. */
export interface UnheadedPart {
  readonly type: ElementType;
  readonly title: string;
  readonly block: Element;
}

/** The parts above, between and below the rows that nothing else was read from, so that nothing is left out. */
export function unheadedParts(
  { page, rows }: Layout,
  sections: readonly Section[],
  starts: readonly Element[],
): UnheadedPart[] {
  const list = mainListOf(page);
  if (list === undefined) return [];
  const anchors = rows.map(({ anchor }) => anchor);
  const known = [...starts].sort((one, other) => one.order - other.order);
  return [...partsBeside(list), ...partsBetween(list, anchors)].flatMap((block) => {
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
  const lines = linesOf(block, { skip: (element) => isControl(element) || element.name === 'form' });
  const links = within(page.anchors, block).filter((link) => isShown(link) && hasText(link));
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  const [first] = lines;
  if (
    first === undefined ||
    length < shortestText ||
    links.some(isPager) ||
    (links.length > 0 && links.every(isTabLink))
  )
    return undefined;
  const isNotice = lines.flatMap(linkAlone).every((link) => outsideTarget(link) === '' || isHelp(link));
  return { type: isNotice ? 'notice' : 'other', title: first.text, block };
}

const shortestText = 20;

/** The elements beside the list within the column of the rows. */
function partsBeside(list: Element): Element[] {
  const column = [...ancestors(list)].find(isMainColumn);
  const parts: Element[] = [];
  if (column === undefined) return parts;
  for (let inner = list; inner !== column && inner.parent !== null; inner = inner.parent)
    parts.push(...inner.parent.children.filter(isElement).filter((child) => child !== inner));
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
