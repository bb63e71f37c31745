import { contains } from '../../html/tree.js';
import { isPartOfHost, looksLikeAddress, splitTextAtMiddleDots } from '../../page/line-parts.js';
import { highlightsOfPieces, type Line, piecesOf, textsOf } from '../../page/lines.js';
import { titleText } from '../../page/text.js';
import { type Found, type FoundRow, foundValue, valueWithoutSource, withoutUndefined } from '../../reading/found.js';
import type { VideoResult } from '../../results/responses.js';
import { defaultSiteName, hostOf } from '../../words/address.js';
import { isDateText, splitLeadingDate } from '../../words/dates.js';
import { parseClockDuration } from '../../words/numbers.js';
import { collapseWhitespace } from '../../words/text.js';
import type { NewsOrVideoRow } from '../listed-rows/listed-row.js';
import { classifyVideoLines, type MetadataLine, type VideoLines } from './video-lines.js';

/** Reads the fields of a video row: of the Videos tab, or of a single one on a web result page. */
export function readVideoRow(row: NewsOrVideoRow): FoundRow<VideoResult> {
  const { anchor, link, title } = row;
  const host = hostOf(link);
  const { site, address, meta, date: dateLine, snippet } = classifyVideoLines(row, host);
  const head = splitTextAtMiddleDots(site?.text ?? '');
  const isSiteBeside = isPartOfHost(head[0] ?? '', host);
  const tail = readMeta(meta, isSiteBeside ? host : undefined, dateLine !== undefined);
  const { date = tail.date ?? dateBeside(address, host) ?? dateLine?.text, rest } = excerptOfLines(snippet);
  const fields: FoundRow<VideoResult>['fields'] = {
    title: foundValue(titleText(title, anchor), 'line', title),
    link: foundValue(link, 'target', anchor),
    domain: valueWithoutSource(host),
    source: sourceOf(tail.site, head[0], { site, meta }) ?? foundValue(defaultSiteName(link), 'host', anchor),
    displayed_link: address ? foundValue(address.text, 'line', address.block) : valueWithoutSource(''),
    snippet: inFirst(rest, snippet),
    snippet_matched: inFirst(highlightsOfPieces(piecesOf(snippet)), snippet),
    date: valueWithoutSource(date),
    channel: tail.channel === '' ? channelBeside(head, site) : foundValue(tail.channel, 'line', meta?.line.block),
    duration: valueWithoutSource(readDuration(row) ?? ''),
    video_id: valueWithoutSource(youTubeVideoId(link, host)),
  };
  return { anchor, fields };
}

/** The site as named in the line below the excerpt, else in the line beside the title. */
function sourceOf(
  below: string | undefined,
  beside: string | undefined,
  { site, meta }: Pick<VideoLines, 'site' | 'meta'>,
): Found<string> | undefined {
  if (below !== undefined) return foundValue(below, 'line below', meta?.line.block);
  return beside === undefined ? undefined : foundValue(beside, 'line', site?.block);
}

function channelBeside(parts: readonly string[], site: Line | undefined): Found<string> {
  const channel = parts.slice(1).join(' · ');
  return channel === '' ? valueWithoutSource('') : foundValue(channel, 'line', site?.block);
}

/** A value from the given lines, found in the block of the first one. */
function inFirst<T>(value: T, [first]: readonly Line[]): Found<T> {
  return first === undefined ? valueWithoutSource(value) : foundValue(value, 'line', first.block);
}

function excerptOfLines(lines: readonly Line[]): ReturnType<typeof splitLeadingDate> {
  return splitLeadingDate(textsOf(lines).join(' '));
}

/** `host` is that of a site that the row names elsewhere; `isDated` tells whether a line of its own is the date. */
function readMeta(
  meta: MetadataLine | undefined,
  host: string | undefined,
  isDated: boolean,
): { site?: string; channel: string; date?: string } {
  if (meta === undefined) return { channel: '' };
  const [first = '', ...others] = meta.parts;
  if (isDateText(first)) return { channel: others.join(' · '), date: first };
  const date = isDated && !isDateText(others.at(-1) ?? '') ? undefined : others.pop();
  const isSite = host === undefined || isPartOfHost(first, host);
  const channel = (isSite ? others : [first, ...others]).join(' · ');
  return { ...(isSite && { site: first }), channel, ...withoutUndefined({ date }) };
}

/** The part after the count in place of the address; a single part is the date only if it reads like one. */
function dateBeside(address: Line | undefined, host: string): string | undefined {
  if (address === undefined || looksLikeAddress(address.text, host)) return undefined;
  const parts = splitTextAtMiddleDots(address.text);
  return parts.length > 1 ? parts[parts.length - 1] : parts.find(isDateText);
}

/** The running time that the row shows, `m:ss` or `h:mm:ss` as written; undefined if none. */
function readDuration({ lines, title }: NewsOrVideoRow): string | undefined {
  const timed = lines.filter(({ text, block }) => text.includes(':') && !contains(title, block));
  return (
    firstOf(timed, ({ text }) => parseClockDuration(text)) ??
    firstOf(timed, ({ pieces }) =>
      firstOf(pieces, ({ text, mark }) => (mark ? undefined : parseClockDuration(collapseWhitespace(text)))),
    )
  );
}

function firstOf<T>(list: readonly T[], read: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const found = read(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** YouTube's id of the video that a link leads to; null for any other link. */
export function youTubeVideoId(link: string, host: string = hostOf(link)): string | null {
  if (host === 'youtu.be') return idIn(/^[^?#]*\/([\w-]{11})(?:[?#/]|$)/, link);
  if (!/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(host)) return null;
  return idIn(/[?&]v=([\w-]{11})(?:[&#]|$)/, link) ?? idIn(/\/(?:shorts|live|embed|v)\/([\w-]{11})(?:[?#/&]|$)/, link);
}

function idIn(pattern: RegExp, link: string): string | null {
  return pattern.exec(link)?.[1] ?? null;
}
