import { writeFileAtomically } from '../files/small-files.js';
import type { ExtractedPage } from '../operations/schema/extracted.js';
import type { BatchSearch } from './batch-input.js';
import { type JournalLine, readFileIfExists } from './batch-journal.js';
import { UsageError } from './command.js';
import type { JsonRecord } from './output.js';
import { parameterNames } from './parameter-flags.js';
import { formatCsv, parseCsv } from './terminal/tables.js';

interface Result {
  position: number;
  link: string;
  domain: string;
  title: string;
  date?: string;
  snippet?: string;
}

/** Results per page of an engine. */
const pageSize = 10;

/** One row per result of each search that was answered. */
export function resultRows(searches: readonly BatchSearch[], lines: ReadonlyMap<string, JournalLine>): JsonRecord[] {
  return searches.flatMap((search) =>
    resultsOf(lines.get(search.id)).map((result) => ({
      ...headOf(search),
      ...result,
      ...textOf(lines.get(search.id), result),
    })),
  );
}

/**
 * One row per search and domain: its best rank, the address and page of that result, and the change of the rank. A search
 * that was not answered has no rank, and `status` says why; neither has one in which the domain was not found.
 */
export function rankRows(
  searches: readonly BatchSearch[],
  lines: ReadonlyMap<string, JournalLine>,
  { domains, previous }: { domains: readonly string[]; previous: ReadonlyMap<string, number> },
): JsonRecord[] {
  return searches.flatMap((search) =>
    domains.map((domain) => {
      const line = lines.get(search.id);
      const found = resultsOf(line).find((result) => isOf(domain, result.domain));
      const before = previous.get(rankKey(headOf(search), domain));
      const status = line === undefined || line.status !== 200 ? String(line?.body.code ?? 'not_answered') : 'answered';
      return {
        ...headOf(search),
        ...search.extra,
        domain,
        rank: found?.position ?? '',
        page: found ? Math.ceil(found.position / pageSize) : '',
        url: found?.link ?? '',
        title: found?.title ?? '',
        change: changeOf(found?.position, before, status),
        previous_rank: before ?? '',
        status,
      };
    }),
  );
}

function headOf({ id, body, endpoint }: BatchSearch): JsonRecord {
  return { id, operation: endpoint.name, query: body.query, ...contextIn(body) };
}

/** Parameters that make searches for one query different: its place, language, device … but not how many rows are read. */
const contextNames = parameterNames.filter((name) => !['query', 'page', 'num'].includes(name));

/** The context in the parameters of a search, or in a row of CSV. */
function contextIn(row: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = contextNames.filter((name) => row[name] !== undefined && row[name] !== null && row[name] !== '');
  return Object.fromEntries(given.map((name) => [name, String(row[name])]));
}

function resultsOf(line: JournalLine | undefined): Result[] {
  const rows = line?.status === 200 ? line.body.organic_results : undefined;
  return Array.isArray(rows)
    ? rows.map(({ position, title, link, domain, date, snippet }: Result) => ({
        ...{ position, title, link, domain },
        date: date ?? '',
        snippet: snippet ?? '',
      }))
    : [];
}

/** The text of a result's page, if pages were read; if it is empty, its state says why. */
function textOf(line: JournalLine | undefined, { position }: Result): object {
  const pages = line?.body.extracted;
  if (!Array.isArray(pages)) return {};
  const page = pages.find((read: ExtractedPage) => read.position === position);
  return { page_state: page?.state ?? '', page_text: page?.text ?? '' };
}

/** Whether a host is the domain or a subdomain of it. */
function isOf(domain: string, host: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** `+3` is three places better, `-3` worse; `new` or `lost` if one of the ranks is missing. */
function changeOf(now: number | undefined, before: number | undefined, status: string): string {
  if (status !== 'answered') return '';
  if (now === undefined) return before === undefined ? '' : 'lost';
  if (before === undefined) return 'new';
  if (now === before) return '0';
  return now < before ? `+${before - now}` : `-${now - before}`;
}

/** The ranks in an earlier file, by search and domain; none if the file does not exist. */
export async function readPreviousRanks(file: string | undefined): Promise<ReadonlyMap<string, number>> {
  if (file === undefined) return new Map();
  const text = (await readFileIfExists(file)) ?? '';
  const ranks = parseCsv(text).flatMap((row): [string, number][] =>
    /^\d+$/.test(row.rank ?? '') ? [[rankKey(row, row.domain ?? ''), Number(row.rank)]] : [],
  );
  return new Map(ranks);
}

/** Identifies a search by its query and context, because ids may be line numbers. */
function rankKey(row: JsonRecord, domain: string): string {
  return JSON.stringify([row.operation, row.query, contextIn(row), domain]);
}

/** Reads a domain from a domain or address, with or without `www.`. @returns undefined if it is neither */
export function parseDomain(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*/s, '')
    .replace(/^www\./, '');
  return /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u.test(host) ? host : undefined;
}

/** The rank of a domain for a search on a day. */
export interface DayRank {
  /** `2026-01-31`. */
  date: string;
  operation: string;
  query: string;
  /** Its other parameters, such as `location`. */
  context: Readonly<Record<string, string>>;
  domain: string;
  /** Undefined if the domain was not found or the search was not answered. */
  rank: number | undefined;
  status: string;
}

/** Adds the ranks of a day to a file, replacing those that it has for that day. @returns all ranks, by day */
export async function addToRankHistory(file: string, date: string, rows: readonly JsonRecord[]): Promise<DayRank[]> {
  const earlier = parseCsv((await readFileIfExists(file)) ?? '').map((row) => dayRankIn(row, file));
  const now = rows.map((row) => dayRankIn({ ...row, date }, file));
  const known = new Set(now.map(keyOf));
  const all = [...earlier.filter((one) => !known.has(keyOf(one))), ...now];
  all.sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
  await writeFileAtomically(file, `${formatCsv(all.map(csvRowOf))}\r\n`);
  return all;
}

function csvRowOf({ date, operation, query, context, domain, rank, status }: DayRank): JsonRecord {
  return { date, operation, query, ...context, domain, rank: rank ?? '', status };
}

function dayRankIn(row: JsonRecord, file: string): DayRank {
  const text = (name: string) => String(row[name] ?? '');
  const date = text('date');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw new UsageError(`${file} is not a history of ranks: it has no column "date"`);
  const rank = /^\d+$/.test(text('rank')) ? Number(text('rank')) : undefined;
  return {
    date,
    ...{ operation: text('operation'), query: text('query'), context: contextIn(row), domain: text('domain') },
    rank,
    status: text('status'),
  };
}

function keyOf({ date, ...rest }: DayRank): string {
  return JSON.stringify([date, seriesKeyOf(rest)]);
}

/** Identifies what is ranked, on any day. */
export function seriesKeyOf({ operation, query, context, domain }: Omit<DayRank, 'date'>): string {
  return JSON.stringify([operation, query, context, domain]);
}
