import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { detached } from '../reading/detach.js';
import { diagnosticsOf, type Reading, startReading } from '../reading/reading.js';
import type { AlphaVideosResult, VideoResult } from '../results/responses.js';
import { readAnswer } from './answer.js';
import { listedRows } from './listed-rows/listed-row.js';
import { type FoundLinks, headedLinks, partedLinks } from './listed-rows/title-links.js';
import { unwrapPage } from './stream.js';
import { readVideoRow } from './videos/video-row.js';

/**
 * Reads a page of Google's Videos tab, also as served to clients without scripts.
 *
 * @throws {PageError} for a page without readable results that does not say that there are none
 */
export function parseAlphaVideos(body: string | Uint8Array, options?: ParseOptions): AlphaVideosResult {
  const reading = startReading(body, options, unwrapPage);
  const { state, info, rows } = readAnswer(reading, () => readRows(reading), isVideo);
  return detached({ organic_results: rows, ...diagnosticsOf(reading, state, info, rows) });
}

function readRows(reading: Reading): VideoResult[] {
  const { layout, links } = videoLinks(reading.page);
  reading.trace.layout(layout);
  return listedRows(reading, links).map((card, index) => readVideoRow(reading, card, index + 1));
}

/** Rows are headed by `h3`; the cards of a carousel, which stand among them on some pages, by a heading of role alone. */
function videoLinks(page: Page): FoundLinks {
  const headings = page.headings.filter(({ name }) => /^h\d$/.test(name));
  const rows = headedLinks(page, headings);
  if (rows.length > 0) return { layout: 'headed', links: rows };
  const cards = headedLinks(page, page.headings);
  if (cards.length > 0) return { layout: 'cards', links: cards };
  return { layout: 'plain', links: partedLinks(page) };
}

function isVideo({ duration, video_id }: VideoResult): boolean {
  return duration !== '' || video_id !== null;
}
