import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isCite } from '../../page/address-shape.js';
import { isUnlinked, type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/lists.js';
import { find, type Page } from '../../page/page.js';
import { isHeading, isListPart } from '../../page/roles.js';
import { hasText, isShown } from '../../page/visible.js';
import type { RowSitelinks, Source } from '../../results/block-items.js';
import { siteOf } from '../../words/address.js';
import { word } from '../../words/text.js';
import type { Located } from './located.js';
import type { PageLinks } from './page-links.js';
import type { PageParts } from './parts.js';

/** Reads the links below the rows to other pages of the same site, or to other places on the row's page. */
export function readSitelinks({ page, rows, links }: PageParts): Located<RowSitelinks>[] {
  return rows.flatMap((row) => {
    const below = linksBelow(page, row, links);
    return below.length === 0 ? [] : [{ item: { position: row.position, links: below }, element: row.anchor }];
  });
}

/** A row that links to the same site may follow. */
interface RowWithLinks {
  readonly link: string;
  /** The title's link. */
  readonly anchor: Element;
  /** The whole row. */
  readonly element: Element;
}

/**
 * The links of a row after its title to other pages of the same site, or to other places on its page: alone in a line
 * or among other links, never within a sentence. Each title and target once.
 */
export function linksBelow(page: Page, row: RowWithLinks, { outside, targetOf }: PageLinks): Source[] {
  const site = siteOf(row.link);
  const anchors = within(outside, row.element).filter(
    (anchor) =>
      anchor.order > row.anchor.last &&
      isOnSameSite(targetOf(hrefOf(anchor)) ?? '', row, site) &&
      isShown(anchor) &&
      hasText(anchor),
  );
  if (anchors.length === 0) return [];
  const alone = linksAlone(row, new Set(anchors));
  const links = new Map<string, Source>();
  for (const anchor of anchors) {
    const isTitled = closest(anchor, isHeading) !== undefined;
    if ((!alone.has(anchor) && !isTitled) || isInDataTable(page, row.element, anchor)) continue;
    const title = linesOf(anchor, { skip: isCite })[0]?.text ?? '';
    const target = targetOf(hrefOf(anchor)) ?? '';
    const key = `${target} ${title}`;
    if (title !== '' && !links.has(key)) links.set(key, { title, link: target });
  }
  return [...links.values()];
}

/** Whether a link is in a table with header cells, and so part of the content. */
function isInDataTable(page: Page, row: Element, anchor: Element): boolean {
  const table = closest(anchor, ({ name }) => name === 'table');
  return table !== undefined && contains(row, table) && find(page, table, ({ name }) => name === 'th') !== undefined;
}

/** Whether a target is on the site of a row without being the row's own. */
function isOnSameSite(target: string, { link }: RowWithLinks, site: string): boolean {
  if (target === '' || siteOf(target) !== site) return false;
  return withoutSlash(target) !== withoutSlash(link);
}

function withoutSlash(link: string): string {
  return link.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}

/** Those of some links in lines that consist of links, or of links after a label, with only punctuation between them. */
function linksAlone({ element, anchor }: RowWithLinks, links: ReadonlySet<Element>): ReadonlySet<Element> {
  const found = new Set<Element>();
  for (const line of linesOf(element)) {
    if (!line.pieces.some(({ link }) => link !== undefined && links.has(link))) continue;
    if (line.pieces.some(({ parent }) => contains(anchor, parent))) continue;
    for (const link of standaloneLinks(line)) found.add(link);
  }
  return found;
}

function standaloneLinks({ pieces, block }: Line): Element[] {
  const written = pieces.filter(({ text }) => word.test(text));
  const links = new Set(written.flatMap(({ link }) => link ?? []));
  const other = written.filter(isUnlinked);
  if (other.length === 0) return [...links];
  const isItem = closest(block, isListPart) !== undefined && written[0]?.link !== undefined;
  return isItem && links.size === 1 ? [...links] : [];
}
