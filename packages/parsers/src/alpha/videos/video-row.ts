import { closest, contains, type Element } from '../../html/tree.js';
import { isCite, looksLikeAddress } from '../../page/address-shape.js';
import { highlightsOfPieces, type Line, piecesOf } from '../../page/lines.js';
import { partsOfLine, partsOfText } from '../../page/parts.js';
import { titleText } from '../../page/text.js';
import { type Found, type FoundRow, found, given } from '../../reading/found.js';
import type { VideoResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import { isDateText, splitLeadingDate } from '../../words/dates.js';
import { durationIn } from '../../words/durations.js';
import { collapse, isBlank } from '../../words/text.js';
import type { ListedRow } from '../listed-rows/listed-row.js';

/** Reads the fields of a video row: of the Videos tab, or of a single one on a web result page. */
export function readVideoRow(row: ListedRow): FoundRow<VideoResult> {
  const { anchor, link, title } = row;
  const host = hostOf(link);
  const { site, address, meta, date: dateLine, snippet } = sortLines(row, host);
  const head = partsOfText(site?.text ?? '');
  const tail = readMeta(meta);
  const { date = tail.date ?? dateBeside(address, host) ?? dateLine?.text, rest } = excerptOfLines(snippet);
  const fields: FoundRow<VideoResult>['fields'] = {
    title: found(titleText(title, anchor), 'line', title),
    link: found(link, 'target', anchor),
    domain: given(host),
    source: sourceOf(tail.site, head[0], { site, meta }) ?? found(siteNameOf(link), 'host', anchor),
    displayed_link: address ? found(address.text, 'line', address.block) : given(''),
    snippet: inFirst(rest, snippet),
    snippet_matched: inFirst(highlightsOfPieces(piecesOf(snippet)), snippet),
    date: given(date),
    channel: tail.channel === '' ? channelBeside(head, site) : found(tail.channel, 'line', meta?.line.block),
    duration: given(readDuration(row) ?? ''),
    video_id: given(videoIdOf(link, host)),
  };
  return { anchor, fields };
}

/** The site as named in the line below the excerpt, else in the line beside the title. */
function sourceOf(
  below: string | undefined,
  beside: string | undefined,
  { site, meta }: Pick<VideoLines, 'site' | 'meta'>,
): Found<string> | undefined {
  if (below !== undefined) return found(below, 'line below', meta?.line.block);
  return beside === undefined ? undefined : found(beside, 'line', site?.block);
}

function channelBeside(parts: readonly string[], site: Line | undefined): Found<string> {
  const channel = parts.slice(1).join(' · ');
  return channel === '' ? given('') : found(channel, 'line', site?.block);
}

/** A value from the given lines, found in the block of the first one. */
function inFirst<T>(value: T, [first]: readonly Line[]): Found<T> {
  return first === undefined ? given(value) : found(value, 'line', first.block);
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

/** The part after the count in place of the address; a single part is the date only if it reads like one. */
function dateBeside(address: Line | undefined, host: string): string | undefined {
  if (address === undefined || looksLikeAddress(address.text, host)) return undefined;
  const parts = partsOfText(address.text);
  return parts.length > 1 ? parts[parts.length - 1] : parts.find(isDateText);
}

/** The running time that the row shows, `m:ss` or `h:mm:ss` as written; undefined if none. */
function readDuration({ lines, title }: ListedRow): string | undefined {
  const timed = lines.filter(({ text, block }) => text.includes(':') && !contains(title, block));
  return (
    firstOf(timed, ({ text }) => durationIn(text)) ??
    firstOf(timed, ({ pieces }) => firstOf(pieces, ({ text, mark }) => (mark ? undefined : durationIn(collapse(text)))))
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
export function videoIdOf(link: string, host: string = hostOf(link)): string | null {
  if (host === 'youtu.be') return idIn(/^[^?#]*\/([\w-]{11})(?:[?#/]|$)/, link);
  if (!/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(host)) return null;
  return idIn(/[?&]v=([\w-]{11})(?:[&#]|$)/, link) ?? idIn(/\/(?:shorts|live|embed|v)\/([\w-]{11})(?:[?#/&]|$)/, link);
}

function idIn(pattern: RegExp, link: string): string | null {
  return pattern.exec(link)?.[1] ?? null;
}

/** The lines of a video row by their meaning. No layout has all of them. */
interface VideoLines {
  /** In the title's link: `YouTube`, or `YouTube · Channel`. */
  readonly site: Line | undefined;
  /** In the place of the address: an address, or `300+ views · 2 years ago`. */
  readonly address: Line | undefined;
  readonly meta: MetaLine | undefined;
  /** A line that is only a date. */
  readonly date: Line | undefined;
  /** The lines of the excerpt. */
  readonly snippet: readonly Line[];
}

/** Below the snippet: `YouTube · Channel · 2 years ago`, `Site · 2 years ago`, or `2 years ago · Channel`. */
interface MetaLine {
  readonly line: Line;
  readonly parts: readonly string[];
}

/** Sorts the lines of a row by their meaning; `host` is that of the row's link. */
function sortLines({ anchor, above, below }: ListedRow, host: string): VideoLines {
  const head: Line[] = [];
  const body: Line[] = [];
  for (const line of [...above, ...below]) {
    if (durationIn(line.text) === undefined) (isWithin(line, anchor) ? head : body).push(line);
  }
  const address = head.find(isCited) ?? body.find(isCited) ?? writtenAddress(head, body, host);
  const site = head.find((line) => line !== address);
  const rest = (body.length > 0 ? body : head).filter(({ text }) => text !== address?.text && text !== site?.text);
  const meta = findMeta(rest, site?.text ?? host);
  const date = rest.find(({ text }) => isDateText(text));
  return { site, address, meta, date, snippet: firstBlock(rest, [meta?.line, date]) };
}

/** The lines in the same block as the first one, except `others`. */
function firstBlock(lines: readonly Line[], others: readonly (Line | undefined)[]): Line[] {
  const first = lines.find((line) => !others.includes(line));
  return first === undefined ? [] : lines.filter((line) => line.block === first.block && !others.includes(line));
}

/** A line break in a link separates lines without an element of their own. */
function isWithin({ block, pieces }: Line, anchor: Element): boolean {
  return contains(anchor, block) || pieces.every(({ text, parent }) => contains(anchor, parent) || isBlank(text));
}

/** Whether a `cite` holds the whole line. In a card it only holds the site, and the channel follows. */
function isCited({ pieces }: Line): boolean {
  return pieces.every(({ text, parent }) => isBlank(text) || closest(parent, isCite) !== undefined);
}

/** The address if nothing marks it, or the view count with a date in its place, above the excerpt. */
function writtenAddress(head: readonly Line[], body: readonly Line[], host: string): Line | undefined {
  const [first, second] = body;
  const isCountAbove = first !== undefined && second !== undefined && isDatedCount(first);
  return head.find(({ text }) => looksLikeAddress(text, host)) ?? (isCountAbove ? first : head.find(isDatedCount));
}

/** `300+ views · 2 years ago` */
function isDatedCount({ text }: Line): boolean {
  const [count = '', date = '', ...others] = partsOfText(text);
  return others.length === 0 && digit.test(count) && isDateText(date);
}

const digit = /\p{Nd}/u;

function findMeta(lines: readonly Line[], site: string): MetaLine | undefined {
  return (
    findLast(lines, 0, (parts) => beginsWithSite(parts, site) || endsWithDate(parts)) ??
    findLast(lines, 1, beginsWithDate) // a first line that begins with a date is the snippet itself
  );
}

/** The last line from index `first` on that has several parts and passes the test. */
function findLast(
  lines: readonly Line[],
  first: number,
  test: (parts: readonly string[]) => boolean,
): MetaLine | undefined {
  for (let i = lines.length - 1; i >= first; i--) {
    const line = lines[i]!;
    const parts = partsOfLine(line);
    if (parts.length > 1 && test(parts)) return { line, parts };
  }
  return undefined;
}

function endsWithDate(parts: readonly string[]): boolean {
  return isDateText(parts[parts.length - 1]!);
}

/** The first part may be only a part of the site's name or host. */
function beginsWithSite([first]: readonly string[], site: string): boolean {
  return site.toLowerCase().includes(first!.toLowerCase());
}

function beginsWithDate([first]: readonly string[]): boolean {
  return isDateText(first!);
}
