import { hostOf, siteNameOf } from '../html/address.js';
import type { Line } from '../html/lines.js';
import type { Reading } from '../reading.js';
import type { OrganicResult } from '../types.js';
import { type Address, readAddress } from './rows/address.js';
import { type Candidate, headedCandidates, plainCandidates } from './rows/candidates.js';
import { isCard, isForeignBlock, reasonAgainst } from './rows/exclude.js';
import { packedRows } from './rows/packs.js';
import { type Row, rowsOf } from './rows/row.js';
import { readSnippet, type Snippet } from './rows/snippet.js';

/** Reads the ordinary rows of a result page, in page order. */
export function readOrganicResults(reading: Reading): OrganicResult[] {
  const headed = ordinaryRows(reading, headedCandidates(reading.page));
  const rows = headed.length > 0 ? headed : ordinaryRows(reading, plainCandidates(reading.page));
  reading.trace.layout(headed.length > 0 ? 'headed' : 'plain');
  return rows.map((row, index) => readRow(reading, row, index + 1));
}

interface OrdinaryRow extends Row {
  readonly address: Address;
  readonly snippet: Snippet;
}

function ordinaryRows({ page, trace }: Reading, candidates: readonly Candidate[]): OrdinaryRow[] {
  trace.candidates(candidates.length);
  const rows: OrdinaryRow[] = [];
  for (const row of rowsOf(page, candidates, isForeignBlock)) {
    const read = readOrdinary(row);
    if (typeof read === 'string') trace.drop(read, row.anchor);
    else rows.push(read);
  }
  const packed = packedRows(page, rows);
  for (const row of packed) trace.drop('pack', row.anchor);
  return rows.filter((row) => !packed.has(row));
}

/** The row with what tells that it is an ordinary one, or the reason why it is none. */
function readOrdinary(row: Row): OrdinaryRow | string {
  const reason = reasonAgainst(row);
  if (reason !== undefined) return reason;
  const address = readAddress(row);
  if (address === undefined) return 'no address';
  const snippet = readSnippet(row, address);
  return isCard(row, address, snippet) ? 'card' : { ...row, address, snippet };
}

function readRow({ options, trace }: Reading, row: OrdinaryRow, position: number): OrganicResult {
  const { address, anchor, heading, link, snippet } = row;
  const name = siteNameIn(row);
  trace.field(position, 'title', heading === undefined ? 'link' : 'heading', heading ?? anchor);
  trace.field(position, 'source', name === undefined ? 'host' : 'above address', name?.block ?? anchor);
  trace.field(position, 'displayed_link', address.reader, address.line.block);
  if (snippet.block !== undefined) trace.field(position, 'snippet', 'weightiest line', snippet.block);
  return {
    position,
    title: titleOf(row),
    link,
    domain: hostOf(link),
    source: name?.text ?? siteNameOf(link),
    displayed_link: address.text,
    snippet: snippet.text,
    snippet_matched: snippet.matched,
    ...(options.dates && snippet.date !== undefined && { date: snippet.date }),
  };
}

/** The first line of the heading that is no running time. */
function titleOf({ titleLines }: Row): string {
  return titleLines.find(({ text }) => /\p{L}/u.test(text))?.text ?? titleLines[0]?.text ?? '';
}

/** The site's name is the line of the link right above its address, in an element of its own. */
function siteNameIn({ anchor, linkLines, address }: OrdinaryRow): Line | undefined {
  const line = linkLines[linkLines.indexOf(address.line) - 1];
  const isName = line?.pieces.every(({ text, parent }) => parent !== anchor || !/\S/.test(text));
  return isName ? line : undefined;
}
