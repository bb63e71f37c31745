import { type Line, marksOfPieces, piecesOf } from '../../page/lines.js';
import { partsOfText } from '../../page/parts.js';
import { textOf } from '../../page/text.js';
import type { Reading } from '../../reading/reading.js';
import type { VideoResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import { isDateText, splitLeadingDate } from '../../words/dates.js';
import type { ListedRow } from '../listed-rows/listed-row.js';
import { looksLikeAddress } from '../organic-results/address.js';
import { readDuration } from './duration.js';
import { videoIdOf } from './video-id.js';
import { type MetaLine, sortLines } from './video-lines.js';

/** Reads the fields of one video row: of the Videos tab, or one that stands alone in a web result page. */
export function readVideoRow({ trace }: Reading, card: ListedRow, position: number): VideoResult {
  const host = hostOf(card.link);
  const { site, address, meta, date: dateLine, snippet } = sortLines(card, host);
  const head = partsOfText(site?.text ?? '');
  const tail = readMeta(meta);
  const { date = tail.date ?? dateBeside(address, host) ?? dateLine?.text, rest } = excerptOfLines(snippet);
  trace.field(position, 'title', 'line', card.title);
  if (site) trace.field(position, 'source', 'line', site.block);
  if (address) trace.field(position, 'displayed_link', 'line', address.block);
  if (meta) trace.field(position, 'channel', 'line', meta.line.block);
  if (snippet[0]) trace.field(position, 'snippet', 'line', snippet[0].block);
  return {
    position,
    title: textOf(card.title),
    link: card.link,
    domain: host,
    source: tail.site ?? head[0] ?? siteNameOf(card.link),
    displayed_link: address?.text ?? '',
    snippet: rest,
    snippet_matched: marksOfPieces(piecesOf(snippet)),
    ...(date !== undefined && { date }),
    channel: tail.channel || head.slice(1).join(' · '),
    duration: readDuration(card) ?? '',
    video_id: videoIdOf(card.link, host),
  };
}

function excerptOfLines(lines: readonly Line[]): ReturnType<typeof splitLeadingDate> {
  return splitLeadingDate(lines.map(({ text }) => text).join(' '));
}

function readMeta(meta: MetaLine | undefined): { site?: string; channel: string; date?: string } {
  if (meta === undefined) return { channel: '' };
  const [first = '', ...others] = meta.parts;
  if (isDateText(first)) return { channel: others.join(' · '), date: first };
  const date = others.pop();
  return { site: first, channel: others.join(' · '), ...(date !== undefined && { date }) };
}

/** What follows the count in the place of the address; a lone part there is one or the other. */
function dateBeside(address: Line | undefined, host: string): string | undefined {
  if (address === undefined || looksLikeAddress(address.text, host)) return undefined;
  const parts = partsOfText(address.text);
  return parts.length > 1 ? parts[parts.length - 1] : parts.find(isDateText);
}
