import { closest, contains, type Element } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import { splitLineAtSeparators, withoutPart } from '../page/line-parts.js';
import { hasWord, highlightsOfPieces, type Line } from '../page/lines.js';
import type { Page } from '../page/page.js';
import { titleText } from '../page/text.js';
import { isLineBreaking } from '../page/visible.js';
import { type PageReader, parseResultPage } from '../reading/answer.js';
import { type FoundRow, foundValue, resultRows, valueWithoutSource } from '../reading/found.js';
import type { AlphaNewsResult, OrganicResult } from '../results/responses.js';
import { defaultSiteName, hostOf } from '../words/address.js';
import { isDateText, splitLeadingDate } from '../words/dates.js';
import { rowContainersOf } from './landmarks.js';
import { type NewsOrVideoRow, newsOrVideoRows } from './listed-rows/listed-row.js';
import {
  addTitleLink,
  type FoundTitleLinks,
  titleLinksByHeading,
  titleLinksWithoutHeading,
} from './listed-rows/title-links.js';
import { alphaReaderBase, createRowKindCheck, mostRowsPass, rowsHaveDurations } from './page.js';
import { readPagination } from './pagination.js';
import { hasDateOrDuration, linesBesideLinks } from './titles.js';

/**
 * Reads a page of Google's News tab, including the version for clients without scripts.
 *
 * @throws {PageError} for a page without readable results, unless it says that there are none
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseAlphaNews } from '@svc/parsers/alpha/news';
 * const { organic_results } = parseAlphaNews(body, { query: 'tea' });
 * ```
 */
export function parseAlphaNews(body: string | Uint8Array, options?: ParseOptions): AlphaNewsResult {
  return parseResultPage(reader, body, options);
}

const reader: PageReader<OrganicResult, AlphaNewsResult> = {
  ...alphaReaderBase,
  kind: 'alpha.news',
  rowsOf: ({ page }) => newsOrVideoRows(page, newsLinks(page), readNewsRow),
  rowShowsKind: isDated,
  checkRows: createRowKindCheck(
    'alpha.news',
    (page, rows) => mostRowsPass(rows, isDated) && !rowsHaveDurations(page, rows),
  ),
  resultOf: (reading, rows) => ({ pagination: readPagination(reading), organic_results: resultRows(rows) }),
};

function isDated({ date }: OrganicResult): boolean {
  return date !== undefined;
}

/**
 * The title links of a news page. Stories grouped under another one have no heading, and on pages for clients without
 * scripts no row has one.
 */
function newsLinks(page: Page): FoundTitleLinks {
  const links = titleLinksByHeading(page, page.headings);
  if (links.length === 0) return titleLinksWithoutHeading(page, isOfStory);
  const plain =
    links.length > fewRows || rowContainersOf(page).length > 0 ? undefined : titleLinksWithoutHeading(page, isOfStory);
  if (plain !== undefined && plain.links.length > links.length) return plain;
  const headed = new Set(links.map(({ anchor }) => anchor));
  for (const [anchor, { own }] of linesBesideLinks(page)) {
    const [next] = own.filter(hasWord);
    if (next === undefined || headed.has(anchor) || !isPublisherAndDate(next)) continue;
    if (contains(closest(anchor, isBox)!, next.block)) addTitleLink(links, anchor);
  }
  return { layout: 'headed', links: links.sort((a, b) => a.anchor.order - b.anchor.order) };
}

/** Whether an element is a box by its name or style: an unknown one around a link may be inline. */
function isBox(element: Element): boolean {
  return isLineBreaking(element) && !element.name.includes('-');
}

/** A page without headings above its rows and without a named list may have this many headings elsewhere. */
const fewRows = 2;

function isOfStory(own: readonly Line[]): boolean {
  const [next] = own;
  return next !== undefined && (mayBePublisherAndDate(next) || own.some(hasDateOrDuration));
}

/** A date in unknown words is short and contains a number. */
function mayBePublisherAndDate(line: Line): boolean {
  const [, date = '', ...others] = splitLineAtSeparators(line);
  return others.length === 0 && (isDateText(date) || (date.length <= maxDateLength && /\p{N}/u.test(date)));
}

/** Longer than "12 minutes ago" or a full date in any language. */
const maxDateLength = 40;

function isPublisherAndDate(line: Line): boolean {
  const parts = splitLineAtSeparators(line);
  return parts.length === 2 && isDateText(parts[1]!);
}

/** Reads the fields of one row. News rows show a publisher, but never an address. */
function readNewsRow(listed: NewsOrVideoRow): FoundRow<OrganicResult> {
  const row = withExcerptBelow(listed);
  const { anchor, link, title } = row;
  const dated = readDatedLine(row.below, row.above.length > 0) ?? dateAbove(row.above);
  const source = readSource(row, dated);
  const snippet = readSnippet(row, dated, source);
  const fields: FoundRow<OrganicResult>['fields'] = {
    title: foundValue(titleText(title, anchor), 'title link', title),
    link: foundValue(link, 'target', anchor),
    domain: valueWithoutSource(hostOf(link)),
    source: source ? foundValue(source.text, 'line', source.block) : foundValue(defaultSiteName(link), 'host', anchor),
    displayed_link: valueWithoutSource(''),
    snippet: snippet ? foundValue(snippet.text, 'line', snippet.block) : valueWithoutSource(''),
    snippet_matched: snippet
      ? foundValue(highlightsOfPieces(snippet.pieces), 'line', snippet.block)
      : valueWithoutSource([]),
    date: dated ? foundValue(dated.date, dated.reader, dated.line.block) : valueWithoutSource(undefined),
  };
  return { anchor, fields };
}

/** A line above the title that is longer than a name, and than all lines below, is the snippet. */
function withExcerptBelow(row: NewsOrVideoRow): NewsOrVideoRow {
  const { above, below } = row;
  const isLong = ({ text }: Line): boolean => text.length > maxNameLength;
  if (below.some(isLong)) return row;
  return { ...row, above: above.filter((line) => !isLong(line)), below: [...above.filter(isLong), ...below] };
}

/** The publisher: the last line above the title, the text beside the date, or the first short line below the title. */
function readSource({ above, below, anchor }: NewsOrVideoRow, dated: DatedLine | undefined): Line | undefined {
  const beside = above.findLast((line) => line !== dated?.line) ?? dated?.source;
  if (beside !== undefined) return beside;
  const [first, second] = below;
  if (first === undefined) return undefined;
  const name = below.find((line) => line !== dated?.line && line.text.length <= maxNameLength);
  if (name !== undefined) return name;
  if (first === dated?.line) return undefined;
  const isOnlyLine = second === undefined && !contains(anchor, first.block);
  return isOnlyLine ? undefined : first;
}

/** A single line that is longer is the snippet of a row without a publisher. */
const maxNameLength = 60;

/** The longest line that is neither publisher nor date. */
function readSnippet(
  { below }: NewsOrVideoRow,
  dated: DatedLine | undefined,
  source: Line | undefined,
): Line | undefined {
  let longest: Line | undefined;
  for (const whole of below) {
    const line = whole === dated?.line ? dated.rest : whole;
    if (line !== source && (line?.text.length ?? 0) > (longest?.text.length ?? 0)) longest = line;
  }
  return longest;
}

/** The date of a row, and the rest of its line. */
interface DatedLine {
  /** The date as shown. */
  readonly date: string;
  readonly line: Line;
  /** The publisher, if it precedes the date. */
  readonly source?: Line;
  /** The snippet, if it follows the date. */
  readonly rest?: Line;
  /** Name of the reader that found it. */
  readonly reader: string;
}

/** Finds the line with the date below a title: by its words, then, for unknown words, by its place. */
function readDatedLine(below: readonly Line[], hasSourceAbove: boolean): DatedLine | undefined {
  return (
    find(below, afterSource) ??
    alone(below.findLast(({ text }) => isDateText(text))) ??
    find(below, beforeSnippet) ??
    (hasSourceAbove ? lastLine(below) : find(below.slice(0, 2), shortPart))
  );
}

/** The date alone or beside the publisher, if both are above the title. */
function dateAbove(above: readonly Line[]): DatedLine | undefined {
  return find(above, afterSource) ?? find(above, beforeSource) ?? alone(above.findLast(({ text }) => isDateText(text)));
}

/** `2 hours ago · Publisher` */
function beforeSource(line: Line): DatedLine | undefined {
  const [date = '', ...others] = splitLineAtSeparators(line);
  if (others.length === 0 || !isDateText(date)) return undefined;
  return { date, line, source: withoutPart(line, date), reader: 'before source' };
}

function find(lines: readonly Line[], read: (line: Line) => DatedLine | undefined): DatedLine | undefined {
  for (const line of lines) {
    const found = read(line);
    if (found) return found;
  }
  return undefined;
}

function alone(line: Line | undefined): DatedLine | undefined {
  return line && { date: line.text, line, reader: 'line' };
}

/** `Publisher - 2 hours ago` */
function afterSource(line: Line): DatedLine | undefined {
  const parts = splitLineAtSeparators(line);
  const date = parts[parts.length - 1];
  if (parts.length < 2 || date === undefined || !isDateText(date)) return undefined;
  return { date, line, source: withoutPart(line, date), reader: 'after source' };
}

/** `2 hours ago · The snippet …` */
function beforeSnippet(line: Line): DatedLine | undefined {
  const { date, rest } = splitLeadingDate(line.text);
  if (date === undefined) return undefined;
  return { date, line, rest: { ...line, text: rest }, reader: 'before snippet' };
}

/** Only the date comes below a snippet. */
function lastLine(below: readonly Line[]): DatedLine | undefined {
  const line = below[below.length - 1];
  if (line === undefined || below.length < 2 || line.text.length > maxDateLength || !hasNumber(line)) return undefined;
  return { date: line.text, line, reader: 'last line' };
}

/** The line of the publisher or the snippet, with a separate part in the date's place. */
function shortPart(line: Line): DatedLine | undefined {
  const parts = splitLineAtSeparators(line);
  const [first, second] = parts;
  if (first === undefined || second === undefined || !hasNumber(line)) return undefined;
  if (parts.length === 2 && second.length <= maxDateLength) {
    return { date: second, line, source: { ...line, text: first }, reader: 'second part' };
  }
  if (first.length > maxDateLength) return undefined;
  return { date: first, line, rest: withoutPart(line, first), reader: 'first part' };
}

function hasNumber({ text }: Line): boolean {
  return /\p{N}/u.test(text);
}
