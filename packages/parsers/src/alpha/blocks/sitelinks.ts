import { contains, type Element } from '../../html/tree.js';
import { hasWord, isLinked, type Line, linesOf, type Piece, textsOf } from '../../page/lines.js';
import { anchorsWithin } from '../../page/lists.js';
import { headingAround } from '../../page/page.js';
import { isButton } from '../../page/roles.js';
import { sitelinksOf, withoutGenericTitles } from '../../reading/blocks/link-lists.js';
import type { Located } from '../../reading/blocks/located.js';
import type { RowSitelinks, Source } from '../../results/block-items.js';
import { lastTwoHostLabels } from '../../words/address.js';
import { letterOrDigit } from '../../words/text.js';
import { externalTargetOf, hasTextFragment, isSearchHelpLink, leadsToPage, targetWithTextFragment } from '../links.js';
import { isNonRowBlock } from '../organic-results/exclude.js';
import { withoutFragmentAndTime } from './card-links.js';
import { type RowTitleLink, type SectionedPage, widestBlockAround } from './layout.js';

/** Reads the links below the rows to other pages, or other places on a page, of the same site. */
export function readSitelinks(layout: SectionedPage): Located<RowSitelinks>[] {
  const headings = new Set(layout.sections.map(({ heading }) => heading));
  return sitelinksOf(layout.rows, (row) => {
    const isAbove = (bound: Element) => bound.order < row.anchor.order && headings.has(bound); // it may be its own
    return linksBelow(layout, row, widestBlockAround(row.anchor, layout.bounds, isAbove));
  });
}

/**
 * The links of a row to its own site. Links in a table have headings of their own; a link in or after a sentence
 * belongs to the text.
 */
function linksBelow({ page }: SectionedPage, row: RowTitleLink, block: Element): Source[] {
  const site = lastTwoHostLabels(row.link);
  const siblings = anchorsWithin(page, block).filter(
    (anchor) => anchor.order > row.anchor.last && isOnSameSite(anchor, row, site),
  );
  if (siblings.length === 0) return [];
  const alone = siblings.every((anchor) => headingAround(page, anchor) !== undefined)
    ? new Set<Element>()
    : linksAlone(row, block, new Set(siblings));
  const links = siblings.filter((anchor) => alone.has(anchor) || headingAround(page, anchor) !== undefined);
  const targets = new Map(links.map((anchor) => [targetWithTextFragment(anchor), titleOf(anchor)]));
  const quoted = links.filter((anchor) => hasTextFragment(anchor) && leadsToPage(anchor, row.link)).map(titleOf);
  const more = quoted.every((title) => title === quoted[0]) ? quoted[0] : undefined; // of the excerpt
  const named = [...targets].flatMap(([link, title]) => {
    return title === '' || title === more || countsReplies(title, link, row) ? [] : [{ title, link }];
  });
  return withoutGenericTitles(named, row);
}

/** Whether a link is a number of answers, "32 answers", to the question that the row's page is about. */
function countsReplies(title: string, target: string, { link }: RowTitleLink): boolean {
  return /^\p{Nd}(?:[\p{Nd}.,]{0,8}\p{Nd})?\+?\s\p{L}{1,20}$/u.test(title) && isBelowPage(target, link);
}

/** Whether a target is below a page, or the page with parameters; not a part of it, nor below a whole site. */
function isBelowPage(target: string, page: string): boolean {
  return target.startsWith(page) && !target.includes('#') && /^https?:\/\/[^/]+\/./.test(page);
}

/** The title of a thread, without forum, answers and age, which are separated by dots. */
function titleOf(anchor: Element): string {
  const texts = textsOf(linesOf(anchor));
  const end = texts.findIndex((text) => text.includes('·'));
  return texts.slice(0, end > 0 ? end : texts.length).join(' ');
}

/** The links of the lines with one of the siblings. */
function linksAlone(row: RowTitleLink, block: Element, siblings: ReadonlySet<Element>): ReadonlySet<Element> {
  const lines = linesOf(block, {
    skip: (element) => isButton(element) || (isOtherBlock(element) && !contains(element, row.anchor)),
  });
  const own = lines.filter(({ pieces }) => pieces.some(({ link }) => link !== undefined && siblings.has(link)));
  return new Set(own.flatMap(linkRun));
}

/** Whether the element is another block; sitelinks may be in a carousel. */
function isOtherBlock(element: Element): boolean {
  return isNonRowBlock(element) && element.name !== 'g-scrolling-carousel';
}

/** Whether a link leads to the same site, but not to the row's own page or to a time in its video. */
function isOnSameSite(anchor: Element, row: RowTitleLink, site: string): boolean {
  const outside = externalTargetOf(anchor);
  if (lastTwoHostLabels(outside) !== site) return false;
  const target = targetWithTextFragment(anchor);
  if (target === row.link || isSearchHelpLink(anchor)) return false;
  return withoutFragmentAndTime(target) !== withoutFragmentAndTime(row.link) || target.includes('#');
}

/**
 * The links of a line with only punctuation between them: the whole line, or two or more that end it or that dots
 * separate. Links in a line that begins with a label are the values of a fact.
 */
function linkRun({ pieces, text: whole }: Line): Element[] {
  const words = pieces.filter(hasWord);
  const runs = runsOfLinks(pieces.filter(({ text }) => text.trim() !== ''));
  if (words.every(isLinked)) return runs.flatMap(({ links }) => links);
  const isFact = labelAtStart.test(whole);
  return runs.flatMap(({ links, isAtEnd, isDotted }) => {
    return links.length > 1 && (isDotted || (isAtEnd && !isFact)) ? links : [];
  });
}

/** "Key people: ", with invisible marks around it. */
const labelAtStart = /^[^:：]{1,40}[:：]\P{L}/u;

/** Consecutive links of a line. */
interface LinkRun {
  readonly links: Element[];
  /** Whether no text follows. */
  readonly isAtEnd: boolean;
  /** Whether dots separate them. */
  readonly isDotted: boolean;
}

function runsOfLinks(pieces: readonly Piece[]): LinkRun[] {
  const runs: LinkRun[] = [];
  let links: Element[] = [];
  let signs: string[] = [];
  for (const { text, link } of pieces) {
    if (link !== undefined) {
      if (links.at(-1) !== link) links.push(link);
    } else if (letterOrDigit.test(text)) endRun(false);
    else if (links.length > 0) signs.push(text);
  }
  endRun(true);
  return runs;

  function endRun(isAtEnd: boolean): void {
    const isDotted = signs.filter((sign) => sign.includes('·')).length >= links.length - 1;
    runs.push({ links, isAtEnd, isDotted });
    links = [];
    signs = [];
  }
}
