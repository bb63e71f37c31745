import { replaceFile } from '../files/replace.js';
import { readIfExists } from './batch-journal.js';
import { UsageError } from './command.js';
import type { Row } from './result-table.js';
import { csvOf, rowsOfCsv } from './terminal/csv.js';

/** The rank of a domain for a search on a day. */
export interface DayRank {
  /** `2026-01-31`. */
  date: string;
  operation: string;
  query: string;
  domain: string;
  /** Undefined if the domain was not found or the search was not answered. */
  rank: number | undefined;
  status: string;
}

/** Adds the ranks of a day to a file, replacing those that it has for that day. @returns all ranks, by day */
export async function addToHistory(file: string, date: string, rows: readonly Row[]): Promise<DayRank[]> {
  const earlier = rowsOfCsv((await readIfExists(file)) ?? '').map((row) => dayRankIn(row, file));
  const now = rows.map((row) => dayRankIn({ ...row, date }, file));
  const known = new Set(now.map(keyOf));
  const all = [...earlier.filter((one) => !known.has(keyOf(one))), ...now];
  all.sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
  await replaceFile(file, `${csvOf(all.map((one) => ({ ...one, rank: one.rank ?? '' })))}\r\n`);
  return all;
}

function dayRankIn(row: Row, file: string): DayRank {
  const text = (name: string) => String(row[name] ?? '');
  const date = text('date');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw new UsageError(`${file} is not a history of ranks: it has no column "date"`);
  const rank = /^\d+$/.test(text('rank')) ? Number(text('rank')) : undefined;
  return {
    date,
    ...{ operation: text('operation'), query: text('query'), domain: text('domain') },
    rank,
    status: text('status'),
  };
}

function keyOf({ date, operation, query, domain }: DayRank): string {
  return JSON.stringify([date, operation, query, domain]);
}
