import type { ParseOptions } from '../options.js';
import { answer, type PageReader } from '../reading/answer.js';
import { listOf } from '../reading/found.js';
import type { AlphaNewsResult, OrganicResult } from '../results/responses.js';
import { listedRows } from './listed-rows/listed-row.js';
import { newsLinks } from './news/news-links.js';
import { readNewsRow } from './news/news-row.js';
import { alphaPage } from './page.js';
import { readPagination } from './pagination.js';

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
  return answer(reader, body, options);
}

const reader: PageReader<OrganicResult, AlphaNewsResult> = {
  ...alphaPage,
  kind: 'alpha.news',
  rowsOf: ({ page }) => listedRows(page, newsLinks(page), readNewsRow),
  identifies: ({ date }) => date !== undefined,
  resultOf: (reading, rows) => ({ pagination: readPagination(reading), organic_results: listOf(rows) }),
};
