import { linesOf } from '../../html/lines.js';
import { firstWithin, isHeading, levelOf, type Page, within } from '../../html/page.js';
import { isHidden, isMark, textOf } from '../../html/text.js';
import { attribute, closest, contains, type Element, isElement, type Node } from '../../html/tree.js';
import { targetOf } from '../links.js';

/** A link that stands for a row of the news or the video list. */
export interface TitleLink {
  readonly anchor: Element;
  /** Where it leads. */
  readonly link: string;
  /** What holds the title and nothing else. */
  readonly title: Element;
}

/** The title links of a page, in document order, and by what they were told from other links. */
export interface FoundLinks {
  readonly layout: string;
  readonly links: readonly TitleLink[];
}

/** Every visible link outside that holds one of the headings or is the first in it, in document order. */
export function headedLinks(page: Page, headings: readonly Element[]): TitleLink[] {
  return page.anchors.flatMap((anchor) => {
    const heading = headingIn(anchor, headings) ?? headingAround(page, anchor, headings);
    return heading === undefined ? [] : titleLinkOf(anchor, firstBlock(heading));
  });
}

/** Every visible link outside that has text, in document order; for rows without headings. */
export function textLinks(page: Page): TitleLink[] {
  return page.anchors.flatMap((anchor) => titleLinkOf(anchor, firstPart(anchor)));
}

/** A section may be announced in the link of its first row, by a heading of a higher level. */
function headingIn(anchor: Element, headings: readonly Element[]): Element | undefined {
  const inside = within(headings, anchor);
  return inside.find((heading) => levelOf(heading) >= 3) ?? inside[0];
}

function headingAround(page: Page, anchor: Element, headings: readonly Element[]): Element | undefined {
  const heading = closest(anchor, isHeading);
  const isTitle = heading !== undefined && headings.includes(heading) && firstWithin(page.anchors, heading) === anchor;
  return isTitle ? heading : undefined;
}

function titleLinkOf(anchor: Element, title: Element): TitleLink[] {
  const link = targetOf(attribute(anchor, 'href') ?? '');
  if (link === undefined || textOf(title) === '' || closest(anchor, isHidden) !== undefined) return [];
  return [{ anchor, link, title }];
}

/** The first of a heading's blocks: what follows is about the title. A line break in a title parts no blocks. */
function firstBlock(heading: Element): Element {
  const [first, ...others] = linesOf(heading);
  if (first === undefined || !contains(heading, first.block)) return heading;
  return others.some(({ block }) => block !== first.block) ? first.block : heading;
}

/** Clients without scripts get links made of parts: `<a><span>title</span><span>site</span></a>`. */
function firstPart(anchor: Element): Element {
  let part = anchor;
  for (;;) {
    const inner = part.children.filter((child) => textOf(child) !== '');
    const [first] = inner;
    if (first === undefined || !isElement(first) || !inner.every(isPart)) return part;
    if (inner.length > 1) return first;
    part = first;
  }
}

function isPart(node: Node): boolean {
  return isElement(node) && !isMark(node);
}
