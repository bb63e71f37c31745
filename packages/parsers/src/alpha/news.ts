import { closest, contains, type Element, hrefOf } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import { type Line, linesOf } from '../page/lines.js';
import { firstWithin, inOrder, outermost } from '../page/ordered.js';
import type { Page } from '../page/page.js';
import { partsOfLine } from '../page/parts.js';
import { isButton } from '../page/roles.js';
import { hasText, isLineBreaking } from '../page/visible.js';
import { type PageReader, parsePage } from '../reading/answer.js';
import { resultRows } from '../reading/found.js';
import type { AlphaNewsResult, OrganicResult } from '../results/responses.js';
import { isDateText } from '../words/dates.js';
import { isBlank } from '../words/text.js';
import { rowListsOf } from './landmarks.js';
import { targetOf } from './links.js';
import { listedRows } from './listed-rows/listed-row.js';
import { addTextLink, type FoundLinks, headedLinks, partedLinks, type TitleLink } from './listed-rows/title-links.js';
import { readNewsRow } from './news/news-row.js';
import { alphaPage } from './page.js';
import { readPagination } from './pagination.js';
import { mostPass, showRunningTimes } from './resemblance.js';

/**
 * Reads a page of Google's News tab, including the version for clients without scripts.
 *
 * @throws {PageError} for a page without readable results, unless it says that there are none
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseAlphaNews } from '@svc/parsers/alpha/news';
 * const { organic_results } = parseAlphaNews(body, { query: 'tea' });
 * ```
 */
export function parseAlphaNews(body: string | Uint8Array, options?: ParseOptions): AlphaNewsResult {
  return parsePage(reader, body, options);
}

const reader: PageReader<OrganicResult, AlphaNewsResult> = {
  ...alphaPage,
  kind: 'alpha.news',
  rowsOf: ({ page }) => listedRows(page, newsLinks(page), readNewsRow),
  identifies: isDated,
  resembles: (page, rows) => mostPass(rows, isDated) && !showRunningTimes(page, rows),
  resultOf: (reading, rows) => ({ pagination: readPagination(reading), organic_results: resultRows(rows) }),
};

function isDated({ date }: OrganicResult): boolean {
  return date !== undefined;
}

/**
 * The title links of a news page. Stories grouped under another one have no heading, and on pages for clients without
 * scripts no row has one.
 */
function newsLinks(page: Page): FoundLinks {
  const links = headedLinks(page, page.headings);
  if (links.length === 0) return plainLinks(page);
  const plain = links.length > fewRows || rowListsOf(page).length > 0 ? undefined : plainLinks(page);
  if (plain !== undefined && plain.links.length > links.length) return plain;
  const headed = new Set(links.map(({ anchor }) => anchor));
  const others = page.anchors.filter((anchor) => !headed.has(anchor));
  for (const link of linksBeforeDates(page, new Set(others))) addTextLink(links, link);
  return { layout: 'headed', links: links.sort((a, b) => a.anchor.order - b.anchor.order) };
}

/** A page without headings above its rows and without a named list may have this many headings elsewhere. */
const fewRows = 2;

/** Without headings, a title is a part of its link, or a line of its own above publisher and date. */
function plainLinks(page: Page): FoundLinks {
  const parted = partedLinks(page);
  const above: TitleLink[] = [];
  const lines = linesOf(page.document);
  for (let i = 1; i < lines.length; i++) {
    const link = mayBePublisherAndDate(lines[i]!) ? linkOfLine(lines[i - 1]!) : undefined;
    if (link !== undefined) addTextLink(above, link);
  }
  return { layout: 'plain', links: above.length > parted.length ? above : parted };
}

/** A date in unknown words is short and contains a number. */
function mayBePublisherAndDate(line: Line): boolean {
  const [, date = '', ...others] = partsOfLine(line);
  return others.length === 0 && (isDateText(date) || (date.length <= maxDateLength && /\p{N}/u.test(date)));
}

const maxDateLength = 40;

/** The link that a whole line consists of. */
function linkOfLine({ pieces }: Line): Element | undefined {
  const [first, ...others] = pieces.filter(({ text }) => !isBlank(text));
  return others.some(({ link }) => link !== first?.link) ? undefined : first?.link;
}

/** The links of stories under another one: the next line holds publisher and date. */
function linksBeforeDates(page: Page, anchors: ReadonlySet<Element>): ReadonlySet<Element> {
  const found = new Set<Element>();
  const isBeside = (element: Element): boolean => isButton(element) && firstWithin(page.anchors, element) === undefined;
  for (const block of blocksOf(page, anchors)) {
    const lines = linesOf(block, { skip: isBeside });
    for (let i = 1; i < lines.length; i++) {
      const line = lines[i - 1]!;
      const link = line.pieces.find((piece) => piece.link !== undefined)?.link;
      if (!anchors.has(link!)) continue;
      const next = isControl(lines[i]!) ? lines[i + 1] : lines[i];
      if (next !== undefined && isPublisherAndDate(next)) found.add(link!);
    }
  }
  return found;
}

/** Whether a line is the sign of a menu: symbols alone. */
function isControl({ text }: Line): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** The outermost blocks that contain one of these external links and more than one line. */
function blocksOf({ document, elements }: Page, anchors: ReadonlySet<Element>): Element[] {
  const blocks: Element[] = [];
  let next = 0;
  for (const anchor of anchors) {
    const known = blocks[blocks.length - 1];
    if (known !== undefined && contains(known, anchor)) continue;
    const block = closest(anchor, isLineBreaking) ?? document;
    next = Math.max(next, anchor.order + 1); // no line ends before this index
    while (next <= block.last && !isLineBreaking(elements[next]!)) next++;
    if (next <= block.last && hasText(anchor) && leadsOutside(anchor)) blocks.push(block);
  }
  return outermost(inOrder(blocks));
}

function leadsOutside(anchor: Element): boolean {
  return targetOf(hrefOf(anchor)) !== undefined;
}

function isPublisherAndDate(line: Line): boolean {
  const parts = partsOfLine(line);
  return parts.length === 2 && isDateText(parts[1]!);
}
