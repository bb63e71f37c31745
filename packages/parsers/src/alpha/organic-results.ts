import { hostOf, siteNameOf } from '../html/address.js';
import type { Reading } from '../reading.js';
import type { OrganicResult } from '../types.js';
import { type Address, readAddress } from './rows/address.js';
import { type Candidate, headedCandidates, plainCandidates } from './rows/candidates.js';
import { isForeignBlock, reasonAgainst } from './rows/exclude.js';
import { type Row, rowsOf } from './rows/row.js';
import { readSnippet } from './rows/snippet.js';

/** Reads the ordinary rows of a result page, in page order. */
export function readOrganicResults(reading: Reading): OrganicResult[] {
  const headed = ordinaryRows(reading, headedCandidates(reading.page));
  const rows = headed.length > 0 ? headed : ordinaryRows(reading, plainCandidates(reading.page));
  return rows.map(({ row, address }, index) => readRow(reading, row, address, index + 1));
}

interface OrdinaryRow {
  row: Row;
  address: Address;
}

function ordinaryRows({ page, trace }: Reading, candidates: readonly Candidate[]): OrdinaryRow[] {
  trace.candidates(candidates.length);
  return rowsOf(page, candidates, isForeignBlock).flatMap((row) => {
    const reason = reasonAgainst(row);
    const address = reason === undefined ? readAddress(row) : undefined;
    if (address !== undefined) return [{ row, address }];
    trace.drop(reason ?? 'no address', row.anchor);
    return [];
  });
}

function readRow({ options, trace }: Reading, row: Row, address: Address, position: number): OrganicResult {
  const snippet = readSnippet(row, address.line);
  trace.field(position, 'displayed_link', address.reader, address.line.block);
  return {
    position,
    title: row.titleLines[0]?.text ?? '',
    link: row.link,
    domain: hostOf(row.link),
    source: readSource(row, address),
    displayed_link: address.text,
    snippet: snippet.text,
    snippet_matched: snippet.matched,
    ...(options.dates && snippet.date !== undefined && { date: snippet.date }),
  };
}

/** The site's name is the line of the link right above its address. */
function readSource({ link, linkLines }: Row, address: Address): string {
  return linkLines[linkLines.indexOf(address.line) - 1]?.text ?? siteNameOf(link);
}
