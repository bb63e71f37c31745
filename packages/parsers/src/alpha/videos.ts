import type { ParseOptions } from '../options.js';
import { levelOf } from '../page/headings.js';
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

/** Headings of rows state their level; those of a carousel's cards, which some pages have among them, state none. */
function videoLinks(page: Page): FoundLinks {
  const levelled = page.headings.filter((heading) => levelOf(heading) > 0);
  const named = levelled.filter(({ name }) => /^h\d$/.test(name));
  for (const headings of [named, levelled, page.headings]) {
    const links = headedLinks(page, headings);
    if (links.length > 0) return { layout: headings === page.headings ? 'cards' : 'headed', links };
  }
  return { layout: 'plain', links: partedLinks(page) };
}
