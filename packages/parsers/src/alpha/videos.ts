import { contains } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { levelOf } from '../page/roles.js';
import { type PageReader, parsePage } from '../reading/answer.js';
import { resultRows } from '../reading/found.js';
import type { AlphaVideosResult, VideoResult } from '../results/responses.js';
import { durationIn } from '../words/numbers.js';
import { type ListedRow, listedRows } from './listed-rows/listed-row.js';
import { type FoundLinks, headedLinks, plainLinks } from './listed-rows/title-links.js';
import { alphaPage, mostPass } from './page.js';
import { tellsWhen } from './titles.js';
import { readVideoRow } from './videos/video-row.js';

/**
 * Reads a page of Google's Videos tab, including the version for clients without scripts.
 *
 * @throws {PageError} for a page without readable results, unless it says that there are none
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseAlphaVideos } from '@svc/parsers/alpha/videos';
 * const { organic_results } = parseAlphaVideos(body, { query: 'tea' });
 * ```
 */
export function parseAlphaVideos(body: string | Uint8Array, options?: ParseOptions): AlphaVideosResult {
  return parsePage(reader, body, options);
}

const reader: PageReader<VideoResult, AlphaVideosResult> = {
  ...alphaPage,
  kind: 'alpha.videos',
  rowsOf: ({ page }) => {
    const found = videoLinks(page);
    const fewest = found.layout === 'headed' || found.layout === 'cards' ? 3 : 2;
    return listedRows(page, found, readVideoRow, (rows) => cardsAmong(rows, fewest));
  },
  identifies: isVideo,
  resembles: (_, rows) => mostPass(rows, isVideo),
  resultOf: (_, rows) => ({ organic_results: resultRows(rows) }),
};

function isVideo({ duration, video_id }: VideoResult): boolean {
  return duration !== '' || video_id !== null;
}

/**
 * Headings of rows have a level, most by their tag. Those of a carousel's cards, which may be among them, have none.
 */
function videoLinks(page: Page): FoundLinks {
  const levelled = page.headings.filter((heading) => levelOf(heading) > 0);
  const named = levelled.filter(({ name }) => /^h\d$/.test(name));
  const layouts = { headed: named, levelled, cards: page.headings };
  for (const [layout, headings] of Object.entries(layouts)) {
    const links = headedLinks(page, headings);
    if (links.length > 0) return { layout, links };
  }
  return plainLinks(page, (own) => own.some(tellsWhen));
}

/**
 * Cards come several at a time and have all their text in the link; rows have more text below. `fewest` is the least
 * number of cards side by side: rows with headings like those of other rows may have no text either.
 */
function cardsAmong(rows: readonly ListedRow[], fewest: number): readonly ListedRow[] {
  const cards: ListedRow[] = [];
  let side: ListedRow[] = [];
  for (const row of rows) {
    if (hasTextBelow(row)) side = [];
    else side.push(row);
    if (side.length === fewest) cards.push(...side);
    else if (side.length > fewest) cards.push(row);
  }
  return cards.length < rows.length ? cards : [];
}

function hasTextBelow({ anchor, below }: ListedRow): boolean {
  return below.some(({ pieces, text }) => {
    return durationIn(text) === undefined && pieces.some(({ parent }) => !contains(anchor, parent));
  });
}
