import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { answer, type PageReader } from '../reading/answer.js';
import { listOf } from '../reading/found.js';
import type { AlphaVideosResult, VideoResult } from '../results/responses.js';
import { listedRows } from './listed-rows/listed-row.js';
import { type FoundLinks, headedLinks, partedLinks } from './listed-rows/title-links.js';
import { alphaPage } from './page.js';
import { readVideoRow } from './videos/video-row.js';

/**
 * Reads a page of Google's Videos tab, also as served to clients without scripts.
 *
 * @throws {PageError} for a page without readable results that does not say that there are none
 */
export function parseAlphaVideos(body: string | Uint8Array, options?: ParseOptions): AlphaVideosResult {
  return answer(reader, body, options);
}

const reader: PageReader<VideoResult, AlphaVideosResult> = {
  ...alphaPage,
  rowsOf: ({ page }) => listedRows(page, videoLinks(page), readVideoRow),
  identifies: ({ duration, video_id }) => duration !== '' || video_id !== null,
  resultOf: (_, rows) => ({ organic_results: listOf(rows) }),
};

/** Rows are headed by `h3`; the cards of a carousel, which some pages have among them, by `role=heading` alone. */
function videoLinks(page: Page): FoundLinks {
  const headings = page.headings.filter(({ name }) => /^h\d$/.test(name));
  const rows = headedLinks(page, headings);
  if (rows.length > 0) return { layout: 'headed', links: rows };
  const cards = headedLinks(page, page.headings);
  if (cards.length > 0) return { layout: 'cards', links: cards };
  return { layout: 'plain', links: partedLinks(page) };
}
