import { detached } from '../html/detach.js';
import type { ParseOptions } from '../options.js';
import { diagnosticsOf, type Reading, startReading } from '../reading.js';
import type { AlphaNewsResult, OrganicResult } from '../types.js';
import { readAnswer } from './answer.js';
import { cardsOf } from './cards/cards.js';
import { readNewsRow } from './news/row.js';
import { newsLinks } from './news/title-links.js';
import { readPagination } from './pagination.js';
import { unwrapPage } from './tch.js';

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
  const cards = cardsOf(reading, links);
  reading.trace.layout(layout);
  return cards.map((card, index) => readNewsRow(reading, card, index + 1));
}

function hasDate({ date }: OrganicResult): boolean {
  return date !== undefined;
}
