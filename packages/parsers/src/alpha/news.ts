import type { ParseOptions } from '../options.js';
import { detached } from '../reading/detach.js';
import { diagnosticsOf, type Reading, startReading } from '../reading/reading.js';
import type { AlphaNewsResult, OrganicResult } from '../results/responses.js';
import { readAnswer } from './answer.js';
import { listedRows } from './listed-rows/listed-row.js';
import { newsLinks } from './news/news-links.js';
import { readNewsRow } from './news/news-row.js';
import { readPagination } from './pagination.js';
import { unwrapPage } from './stream.js';

/**
 * Reads a page of Google's News tab, also as served to clients without scripts.
 *
 * @throws {PageError} for a page without readable results that does not say that there are none
 */
export function parseAlphaNews(body: string | Uint8Array, options?: ParseOptions): AlphaNewsResult {
  const reading = startReading(body, options, unwrapPage);
  const { state, info, rows } = readAnswer(reading, () => readRows(reading), hasDate);
  return detached({
    pagination: readPagination(reading),
    organic_results: rows,
    ...diagnosticsOf(reading, state, info, rows),
  });
}

function readRows(reading: Reading): OrganicResult[] {
  const { layout, links } = newsLinks(reading.page);
  const cards = listedRows(reading, links);
  reading.trace.layout(layout);
  return cards.map((card, index) => readNewsRow(reading, card, index + 1));
}

function hasDate({ date }: OrganicResult): boolean {
  return date !== undefined;
}
