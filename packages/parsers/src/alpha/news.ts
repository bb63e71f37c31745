import { closest, contains } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import type { Line } from '../page/lines.js';
import type { Page } from '../page/page.js';
import { partsOfLine } from '../page/parts.js';
import { isLineBreaking } from '../page/visible.js';
import { type PageReader, parsePage } from '../reading/answer.js';
import { resultRows } from '../reading/found.js';
import type { AlphaNewsResult, OrganicResult } from '../results/responses.js';
import { isDateText } from '../words/dates.js';
import { rowListsOf } from './landmarks.js';
import { linesBesideLinks, tellsWhen } from './linked-lines.js';
import { listedRows } from './listed-rows/listed-row.js';
import { addTextLink, type FoundLinks, headedLinks, plainLinks } from './listed-rows/title-links.js';
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
  if (links.length === 0) return plainLinks(page, isOfStory);
  const plain = links.length > fewRows || rowListsOf(page).length > 0 ? undefined : plainLinks(page, isOfStory);
  if (plain !== undefined && plain.links.length > links.length) return plain;
  const headed = new Set(links.map(({ anchor }) => anchor));
  for (const [anchor, { own }] of linesBesideLinks(page)) {
    const [next] = own.filter(isNoControl);
    if (next === undefined || headed.has(anchor) || !isPublisherAndDate(next)) continue;
    if (contains(closest(anchor, isLineBreaking)!, next.block)) addTextLink(links, anchor);
  }
  return { layout: 'headed', links: links.sort((a, b) => a.anchor.order - b.anchor.order) };
}

/** A page without headings above its rows and without a named list may have this many headings elsewhere. */
const fewRows = 2;

function isOfStory(own: readonly Line[]): boolean {
  const [next] = own;
  return next !== undefined && (mayBePublisherAndDate(next) || own.some(tellsWhen));
}

/** A date in unknown words is short and contains a number. */
function mayBePublisherAndDate(line: Line): boolean {
  const [, date = '', ...others] = partsOfLine(line);
  return others.length === 0 && (isDateText(date) || (date.length <= maxDateLength && /\p{N}/u.test(date)));
}

const maxDateLength = 40;

/** Whether a line is more than the sign of a menu: symbols alone. */
function isNoControl({ text }: Line): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function isPublisherAndDate(line: Line): boolean {
  const parts = partsOfLine(line);
  return parts.length === 2 && isDateText(parts[1]!);
}
