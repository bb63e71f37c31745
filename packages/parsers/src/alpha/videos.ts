import { contains } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { levelOf } from '../page/roles.js';
import { answer, type PageReader } from '../reading/answer.js';
import { listOf } from '../reading/found.js';
import type { AlphaVideosResult, VideoResult } from '../results/responses.js';
import { durationIn } from '../words/durations.js';
import { type ListedRow, listedRows } from './listed-rows/listed-row.js';
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
  kind: 'alpha.videos',
  rowsOf: ({ page }) => {
    const found = videoLinks(page);
    return listedRows(
      page,
      found,
      readVideoRow,
      found.layout === 'levelled' || found.layout === 'plain' ? cardsAmong : undefined,
    );
  },
  identifies: ({ duration, video_id }) => duration !== '' || video_id !== null,
  resultOf: (_, rows) => ({ organic_results: listOf(rows) }),
};

/** Headings of rows state their level, most by their tag; those of a carousel's cards, which may be among them, do not. */
function videoLinks(page: Page): FoundLinks {
  const levelled = page.headings.filter((heading) => levelOf(heading) > 0);
  const named = levelled.filter(({ name }) => /^h\d$/.test(name));
  const layouts = { headed: named, levelled, cards: page.headings };
  for (const [layout, headings] of Object.entries(layouts)) {
    const links = headedLinks(page, headings);
    if (links.length > 0) return { layout, links };
  }
  return { layout: 'plain', links: partedLinks(page) };
}

/** Cards are several in a row, and say all that they say in their links; rows say more below. */
function cardsAmong(rows: readonly ListedRow[]): readonly ListedRow[] {
  const isCard = rows.map((row) => !saysMore(row));
  if (!isCard.includes(false)) return [];
  return rows.filter((_, index) => isCard[index] && (isCard[index - 1] || isCard[index + 1]));
}

function saysMore({ anchor, below }: ListedRow): boolean {
  return below.some(({ pieces, text }) => {
    return durationIn(text) === undefined && pieces.some(({ parent }) => !contains(anchor, parent));
  });
}
