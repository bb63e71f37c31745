import { closest, contains, type Element } from '../../html/tree.js';
import { isHeading } from '../../page/headings.js';
import { type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import type { RowSitelinks, Source } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { outsideTarget } from '../links.js';
import { isForeignBlock } from '../organic-results/exclude.js';
import { withoutPlace } from './card-links.js';
import { blockAround, inOrder, type Layout, type RowLink } from './layout.js';

/** Reads the links below the rows to other pages, or other places on a page, of the same site. */
export function readSitelinks(layout: Layout): RowSitelinks[] {
  const anchors = layout.rows.map(({ anchor }) => anchor);
  const bounds = inOrder(
    anchors,
    layout.sections.map(({ heading }) => heading),
  );
  return layout.rows.flatMap((row) => {
    const links = linksBelow(layout, row, blockAround(row.anchor, bounds));
    return links.length === 0 ? [] : [{ position: row.position, links }];
  });
}

function linksBelow({ page }: Layout, row: RowLink, block: Element): Source[] {
  const siblings = within(page.anchors, block).filter(
    (anchor) => anchor.order > row.anchor.last && isSibling(anchor, row),
  );
  const alone = siblings.every(isInHeading) ? new Set<Element>() : linksAlone(row, block);
  const links = siblings.filter((anchor) => alone.has(anchor) || isInHeading(anchor));
  const targets = new Map(links.map((anchor) => [outsideTarget(anchor), textOf(anchor)]));
  return [...targets].filter(([, title]) => title !== '').map(([link, title]) => ({ title, link }));
}

function linksAlone(row: RowLink, block: Element): ReadonlySet<Element> {
  const lines = linesOf(block, { skip: (element) => isForeignBlock(element) && !contains(element, row.anchor) });
  return new Set(lines.flatMap(linkRun));
}

/** A link to the same site, elsewhere than the row's own; not to a moment of its video. */
function isSibling(anchor: Element, row: RowLink): boolean {
  const target = outsideTarget(anchor);
  if (siteOf(target) !== siteOf(row.link) || target === row.link) return false;
  return withoutPlace(target) !== withoutPlace(row.link) || target.includes('#');
}

/** The last two labels of a host are enough to tell sites of one result apart from its sources. */
function siteOf(link: string): string {
  return hostOf(link).split('.').slice(-2).join('.');
}

/** Tables of links have headings of their own; a link within a sentence, or after it, leads on in the text. */
function isInHeading(anchor: Element): boolean {
  return closest(anchor, isHeading) !== undefined;
}

/**
 * The links at the end of a line with nothing but signs between them; one alone only where it is all of the line. Links
 * after a label are the values of a fact.
 */
function linkRun({ pieces }: Line): Element[] {
  const words = pieces.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const lastText = words.findLastIndex(({ link }) => link === undefined);
  const links = new Set(words.slice(lastText + 1).flatMap(({ link }) => (link === undefined ? [] : [link])));
  const isFact = /[:：]\s*$/.test(words[lastText]?.text ?? '');
  return isFact || (lastText >= 0 && links.size < 2) ? [] : [...links];
}
