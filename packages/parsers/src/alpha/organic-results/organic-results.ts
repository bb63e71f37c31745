import { closest, contains, type Element } from '../../html/tree.js';
import type { ResolvedOptions } from '../../options.js';
import { dateIn, hasExcerptLength, looksLikeAddress, withoutTrailingSeparator } from '../../page/line-parts.js';
import { joinedLines, type Line } from '../../page/lines.js';
import { lastBefore } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { type Found, type FoundRow, type FoundRows, foundValue, valueWithoutSource } from '../../reading/found.js';
import type { ParseContext } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, withoutWww } from '../../words/address.js';
import { letter } from '../../words/text.js';
import { isRowContainer } from '../landmarks.js';
import { isOpaqueRedirect } from '../links.js';
import { titleLinesIn } from '../titles.js';
import { type DisplayedLink, displayedLinkOrEmpty, readDisplayedLink } from './address.js';
import {
  candidatesByAddress,
  candidatesByExcerpt,
  candidatesByHeading,
  type RowCandidate,
  sectionHeadings,
} from './candidates.js';
import {
  belowAnswerReason,
  exclusionReasonByAncestors,
  exclusionReasonByLines,
  isNonRowBlock,
  isPackCard,
} from './exclude.js';
import { type AlphaRow, rowAt } from './row.js';
import { siteNamesOf } from './site-name.js';
import { readSnippet, type Snippet } from './snippet.js';

/** Reads the ordinary rows of a result page, in page order. */
export function readOrganicResults({ page, options }: ParseContext): FoundRows<OrganicResult> {
  const { layout, candidates, rows, dropped } = readLayout(page);
  return {
    layout,
    candidates: candidates.length,
    dropped: Array.from(dropped, ([element, reason]) => ({ reason, element })),
    rows: readAll(rows, options),
  };
}

function readAll(rows: readonly OrdinaryRow[], options: ResolvedOptions): FoundRow<OrganicResult>[] {
  const names = siteNamesOf(rows);
  return rows.map((row, index) => readRow(row, names[index], options));
}

/** The rows in the layout that the page has most of: titles in headings, with addresses, or with neither. */
function readLayout(page: Page): OrdinaryRows & { readonly layout: string } {
  const headed = { layout: 'headed', ...ordinaryRows(page, candidatesByHeading(page)) };
  if (headed.rows.length > fewRows) return headed;
  const plain = { layout: 'plain', ...ordinaryRows(page, candidatesByAddress(page)) };
  if (plain.rows.length > headed.rows.length) return plain;
  if (headed.rows.length > 0) return headed;
  const bare = { layout: 'bare', ...ordinaryRows(page, candidatesByExcerpt(page), displayedLinkOrEmpty) };
  return bare.rows.length > fewRows ? bare : headed;
}

/** A page without headings above its rows may have this many headings elsewhere. */
const fewRows = 2;

/** Why a candidate without an address was dropped. */
const noAddress = 'no address';

interface OrdinaryRow {
  readonly row: AlphaRow;
  readonly address: DisplayedLink;
  readonly snippet: Snippet;
}

/** The results of testing candidates. */
interface OrdinaryRows {
  readonly candidates: readonly RowCandidate[];
  readonly rows: readonly OrdinaryRow[];
  /** Links of the candidates that are not rows, and why. */
  readonly dropped: ReadonlyMap<Element, string>;
}

function ordinaryRows(page: Page, candidates: readonly RowCandidate[], addressOf = readDisplayedLink): OrdinaryRows {
  let read = readRows(page, candidates, addressOf);
  const isHeaded = candidates[0]?.heading !== undefined;
  if (isHeaded && countOf(read, noAddress) > Math.max(read.rows.length, fewRows))
    read = readRows(page, candidates, displayedLinkOrEmpty);
  if (showsExcerptsAbove(read)) read = readRows(page, candidates, readDisplayedLink, withExcerptAbove);
  const { rows, dropped } = read;
  const packed = packedRows(page, rows);
  for (const { row } of packed) dropped.set(row.anchor, 'pack');
  return { candidates, rows: rows.filter((row) => !packed.has(row)), dropped };
}

interface ReadRows {
  readonly rows: OrdinaryRow[];
  readonly dropped: Map<Element, string>;
}

function countOf({ dropped }: ReadRows, reason: string): number {
  let count = 0;
  for (const why of dropped.values()) if (why === reason) count += 1;
  return count;
}

/** Whether at least a third of the rows have their excerpt above the title, or were dropped because of it. */
function showsExcerptsAbove(read: ReadRows): boolean {
  const answers = countOf(read, belowAnswerReason);
  const above = answers + read.rows.filter(isBelowText).length;
  return above > fewRows && 3 * above > answers + read.rows.length;
}

/** Whether a row has no excerpt below its title, but a text as long above it. */
function isBelowText({ row: { before, host }, snippet }: OrdinaryRow): boolean {
  if (snippet.text !== '') return false;
  return before.some((line) => hasExcerptLength(line) && !looksLikeAddress(line.text, host));
}

/** A row of a page that shows excerpts above titles. */
function withExcerptAbove(row: AlphaRow): AlphaRow {
  return { ...row, before: [], after: [...row.before, ...row.after] };
}

/** Those of the candidates that are rows; `addressOf` reads their addresses. */
function readRows(
  page: Page,
  candidates: readonly RowCandidate[],
  addressOf: typeof readDisplayedLink,
  arranged: (row: AlphaRow) => AlphaRow = (row) => row,
): ReadRows {
  const dropped = new Map<Element, string>();
  const rows: OrdinaryRow[] = [];
  let keptCandidate: RowCandidate | undefined; // the last candidate that was not dropped by its ancestors
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index]!;
    const reason = exclusionReasonByAncestors(candidate, keptCandidate);
    if (reason === undefined) keptCandidate = candidate;
    const read = reason ?? readOrdinary(arranged(rowAt(page, candidates, index, isNonRowBlock)), addressOf);
    if (typeof read === 'string') dropped.set(candidate.anchor, read);
    else rows.push(read);
  }
  return { rows, dropped };
}

/** The row with the evidence that it is an ordinary one, or the reason why it is not. */
function readOrdinary(row: AlphaRow, addressOf: typeof readDisplayedLink): OrdinaryRow | string {
  const reason = exclusionReasonByLines(row);
  if (reason !== undefined) return reason;
  const address = addressOf(row);
  if (address === undefined) return noAddress;
  const snippet = readSnippet(row, address);
  return isPackCard(row, address, snippet) ? 'card' : { row, address, snippet };
}

function readRow(ordinary: OrdinaryRow, name: Line | undefined, options: ResolvedOptions): FoundRow<OrganicResult> {
  const { row, address, snippet } = ordinary;
  const { anchor, heading, link } = row;
  const isToken = isOpaqueRedirect(link);
  const domain = isToken ? hostOf(shownSite(address) ?? link) : row.host;
  const { block } = snippet;
  const inSnippet =
    block === undefined ? valueWithoutSource : <T>(value: T) => foundValue(value, 'weightiest line', block);
  const fields: FoundRow<OrganicResult>['fields'] = {
    title: foundValue(titleOf(row), heading === undefined ? 'link' : 'heading', heading ?? anchor),
    link: foundValue(link, isToken ? 'opaque redirect' : 'target', anchor),
    domain: valueWithoutSource(domain),
    source: sourceOf(name, address) ?? foundValue(withoutWww(domain), 'host', anchor),
    displayed_link:
      address.text === '' ? valueWithoutSource('') : foundValue(address.text, address.reader, address.line.block),
    snippet: inSnippet(snippet.text),
    snippet_matched: inSnippet(snippet.matched),
    date: valueWithoutSource(options.dates ? readDate(ordinary) : undefined),
  };
  return { anchor, fields };
}

/** The site that a row shows: the only hint at the target of an opaque link. A count in its place names none. */
function shownSite({ text }: DisplayedLink): string | undefined {
  const host = shownHost.exec(text)?.[1];
  return host === undefined ? undefined : `https://${host}`;
}

const shownHost = /^(?:https?:\/\/)?([^\s/›]+\.\p{L}[^\s/›]*)/u;

/** The lines of the heading from the first one on that is not a running time. */
function titleOf({ titleLines, host }: AlphaRow): string {
  const start = Math.max(
    titleLines.findIndex(({ text }) => letter.test(text)),
    0,
  );
  return joinedLines(titleLinesIn(titleLines.slice(start), host)).text;
}

/** The site's name: the line above the address, or the text before the address in its line. */
function sourceOf(name: Line | undefined, { before = '', line }: DisplayedLink): Found<string> | undefined {
  if (name !== undefined) return foundValue(name.text, 'above address', name.block);
  return before === '' ? undefined : foundValue(withoutTrailingSeparator(before), 'before address', line.block);
}

/** The date of a row: before or behind its excerpt, beside its address, or in a line beside the excerpt. */
function readDate({ row, snippet, address }: OrdinaryRow): string | undefined {
  const lines = snippet.lines.filter(({ text }) => !/\p{L}:/u.test(text)); // without facts
  return snippet.date ?? dateIn([address.line, ...row.addressLines, ...row.before, ...lines]);
}

/** A row with its excerpt. */
interface RowWithSnippet {
  readonly row: AlphaRow;
  readonly snippet: Snippet;
}

/**
 * The rows that are items of a pack (videos, discussions, places): at least two without an excerpt, in one block below
 * a section heading or in one table.
 */
function packedRows<R extends RowWithSnippet>(page: Page, rows: readonly R[]): ReadonlySet<R> {
  const sections = sectionHeadings(page);
  const seen = new Set<Element>();
  const packed = new Set<R>();
  for (const [index, { row, snippet }] of rows.entries()) {
    if (snippet.text !== '') continue;
    for (const block of [blockBelow(lastBefore(sections, row.anchor), row.anchor), tableAround(row.anchor)]) {
      if (block === undefined || seen.has(block)) continue;
      seen.add(block);
      const items = rowsInside(block, rows, index);
      if (items.length > 1 && items.every(hasNoSnippet)) for (const item of items) packed.add(item);
    }
  }
  return packed;
}

/** The smallest element that contains the link and the heading before it; undefined if it is the whole list. */
function blockBelow(heading: Element | undefined, anchor: Element): Element | undefined {
  const block = heading && closest(heading, (outer) => contains(outer, anchor));
  return block === undefined || isRowContainer(block) ? undefined : block;
}

/** The table around the link; undefined if it contains the whole list. */
function tableAround(anchor: Element): Element | undefined {
  const table = closest(anchor, (outer) => outer.name === 'table' || isRowContainer(outer));
  return table === undefined || isRowContainer(table) ? undefined : table;
}

function hasNoSnippet({ snippet }: RowWithSnippet): boolean {
  return snippet.text === '';
}

/** The rows in a block, including the one at `index`. */
function rowsInside<R extends RowWithSnippet>(block: Element, rows: readonly R[], index: number): readonly R[] {
  const isOutside = (other: R | undefined) => other === undefined || !contains(block, other.row.anchor);
  let start = index;
  let end = index + 1;
  while (!isOutside(rows[start - 1])) start--;
  while (!isOutside(rows[end])) end++;
  return rows.slice(start, end);
}
