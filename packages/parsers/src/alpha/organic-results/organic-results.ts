import type { Element } from '../../html/tree.js';
import type { Line } from '../../page/lines.js';
import type { Page } from '../../page/page.js';
import type { Reading } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, withoutWww } from '../../words/address.js';
import { isBlank } from '../../words/text.js';
import { isOpaque } from '../links.js';
import { type Address, readAddress } from './address.js';
import { type Candidate, headedCandidates, plainCandidates } from './candidates.js';
import { readDate } from './dates.js';
import { isCard, isForeignBlock, reasonAgainst, reasonUnread } from './exclude.js';
import { packedRows } from './packs.js';
import { type AlphaRow, rowAt } from './row.js';
import { readSnippet, type Snippet } from './snippet.js';

/** Reads the ordinary rows of a result page, in page order. */
export function readOrganicResults(reading: Reading): OrganicResult[] {
  const { page, trace } = reading;
  const headed = ordinaryRows(page, headedCandidates(page));
  const plain = headed.rows.length > fewRows ? undefined : ordinaryRows(page, plainCandidates(page));
  const isPlain = plain !== undefined && plain.rows.length > headed.rows.length;
  const { candidates, rows, dropped } = isPlain ? plain : headed;
  trace.layout(isPlain ? 'plain' : 'headed');
  trace.candidates(candidates.length);
  for (const [anchor, reason] of dropped) trace.drop(reason, anchor);
  return rows.map((row, index) => readRow(reading, row, index + 1));
}

/** A page without headings over its rows may have some that are links elsewhere. */
const fewRows = 2;

interface OrdinaryRow {
  readonly row: AlphaRow;
  readonly address: Address;
  readonly snippet: Snippet;
}

/** What became of candidates. */
interface OrdinaryRows {
  readonly candidates: readonly Candidate[];
  readonly rows: readonly OrdinaryRow[];
  /** Links of those that are no rows, and why. */
  readonly dropped: ReadonlyMap<Element, string>;
}

function ordinaryRows(page: Page, candidates: readonly Candidate[]): OrdinaryRows {
  const dropped = new Map<Element, string>();
  const rows: OrdinaryRow[] = [];
  let readable: Candidate | undefined; // the last candidate that need not be dropped unread
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index]!;
    const reason = reasonUnread(candidate, readable);
    if (reason === undefined) readable = candidate;
    const read = reason ?? readOrdinary(rowAt(page, candidates, index, isForeignBlock));
    if (typeof read === 'string') dropped.set(candidate.anchor, read);
    else rows.push(read);
  }
  const packed = packedRows(page, rows);
  for (const { row } of packed) dropped.set(row.anchor, 'pack');
  return { candidates, rows: packed.size === 0 ? rows : rows.filter((row) => !packed.has(row)), dropped };
}

/** The row with what tells that it is an ordinary one, or the reason why it is none. */
function readOrdinary(row: AlphaRow): OrdinaryRow | string {
  const reason = reasonAgainst(row);
  if (reason !== undefined) return reason;
  const address = readAddress(row);
  if (address === undefined) return 'no address';
  const snippet = readSnippet(row, address);
  return isCard(row, address, snippet) ? 'card' : { row, address, snippet };
}

function readRow({ options, trace }: Reading, { row, address, snippet }: OrdinaryRow, position: number): OrganicResult {
  const { anchor, heading, link } = row;
  const name = siteNameIn(row, address);
  const isToken = isOpaque(link);
  const domain = isToken ? hostOf(shownSite(address) ?? link) : row.host;
  const date = options.dates ? readDate(snippet, address) : undefined;
  trace.field(position, 'link', isToken ? 'opaque redirect' : 'target', anchor);
  trace.field(position, 'title', heading === undefined ? 'link' : 'heading', heading ?? anchor);
  trace.field(position, 'source', name === undefined ? 'host' : 'above address', name?.block ?? anchor);
  trace.field(position, 'displayed_link', address.reader, address.line.block);
  if (snippet.block !== undefined) trace.field(position, 'snippet', 'weightiest line', snippet.block);
  const result: OrganicResult = {
    position,
    title: titleOf(row),
    link,
    domain,
    source: name?.text ?? withoutWww(domain),
    displayed_link: address.text,
    snippet: snippet.text,
    snippet_matched: snippet.matched,
  };
  return date === undefined ? result : { ...result, date };
}

/** The site that a row shows: all there is to know of where an opaque link leads. A count in its place names none. */
function shownSite({ text }: Address): string | undefined {
  const host = shownHost.exec(text)?.[1];
  return host === undefined ? undefined : `https://${host}`;
}

const shownHost = /^(?:https?:\/\/)?([^\s/›]+\.\p{L}[^\s/›]*)/u;

/** The first line of the heading that is no running time. */
function titleOf({ titleLines }: AlphaRow): string {
  return titleLines.find(({ text }) => letter.test(text))?.text ?? titleLines[0]?.text ?? '';
}

const letter = /\p{L}/u;

/** The site's name is the line of the link right above its address, in an element of its own. */
function siteNameIn({ anchor, linkLines }: AlphaRow, address: Address): Line | undefined {
  const line = linkLines[linkLines.indexOf(address.line) - 1];
  const isName = line?.pieces.every(({ text, parent }) => parent !== anchor || isBlank(text));
  return isName ? line : undefined;
}
