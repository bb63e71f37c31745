import { contains } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { headingLevelOf } from '../page/roles.js';
import { type PageReader, parseResultPage } from '../reading/answer.js';
import { resultRows } from '../reading/found.js';
import type { AlphaVideosResult, VideoResult } from '../results/responses.js';
import { isClockDuration } from '../words/numbers.js';
import { type NewsOrVideoRow, newsOrVideoRows } from './listed-rows/listed-row.js';
import { type FoundTitleLinks, titleLinksByHeading, titleLinksWithoutHeading } from './listed-rows/title-links.js';
import { alphaReaderBase, createRowKindCheck, mostRowsPass } from './page.js';
import { hasDateOrDuration } from './titles.js';
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
  return parseResultPage(reader, body, options);
}

const reader: PageReader<VideoResult, AlphaVideosResult> = {
  ...alphaReaderBase,
  kind: 'alpha.videos',
  rowsOf: ({ page }) => {
    const found = videoLinks(page);
    const fewest = found.layout === 'headed' || found.layout === 'cards' ? 3 : 2;
    return newsOrVideoRows(page, found, readVideoRow, (rows) => cardsOfOtherBlocks(rows, fewest));
  },
  rowShowsKind: isVideo,
  checkRows: createRowKindCheck('alpha.videos', (_, rows) => mostRowsPass(rows, isVideo)),
  resultOf: (_, rows) => ({ organic_results: resultRows(rows) }),
};

function isVideo({ duration, video_id }: VideoResult): boolean {
  return duration !== '' || video_id !== null;
}

/**
 * Headings of rows have a level, most by their tag. Those of a carousel's cards, which may be among them, have none.
 */
function videoLinks(page: Page): FoundTitleLinks {
  const levelled = page.headings.filter((heading) => headingLevelOf(heading) > 0);
  const named = levelled.filter(({ name }) => /^h\d$/.test(name));
  const layouts = { headed: named, levelled, cards: page.headings };
  for (const [layout, headings] of Object.entries(layouts)) {
    const links = titleLinksByHeading(page, headings);
    if (links.length > 0) return { layout, links };
  }
  return titleLinksWithoutHeading(page, (own) => own.some(hasDateOrDuration));
}

/**
 * Cards come several at a time and have all their text in the link; rows have more text below. `fewest` is the least
 * number of cards side by side: rows with headings like those of other rows may have no text either.
 */
function cardsOfOtherBlocks(rows: readonly NewsOrVideoRow[], fewest: number): readonly NewsOrVideoRow[] {
  const cards: NewsOrVideoRow[] = [];
  let side: NewsOrVideoRow[] = [];
  for (const row of rows) {
    if (hasTextBelow(row)) side = [];
    else side.push(row);
    if (side.length === fewest) cards.push(...side);
    else if (side.length > fewest) cards.push(row);
  }
  return cards.length < rows.length ? cards : [];
}

function hasTextBelow({ anchor, below }: NewsOrVideoRow): boolean {
  return below.some(({ pieces, text }) => {
    return !isClockDuration(text) && pieces.some(({ parent }) => !contains(anchor, parent));
  });
}
