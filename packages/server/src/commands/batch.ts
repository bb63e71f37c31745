import { rm } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { writeFileAtomically } from '../files/small-files.js';
import { withAdvice } from './advice.js';
import { addSearchClientFlags, type SearchClientOptions } from './asking-options.js';
import { type BatchSearch, readSearches } from './batch-input.js';
import type { JournalLine } from './batch-journal.js';
import { type BatchSummary, runBatch } from './batch-run.js';
import { CommandError, UsageError } from './command.js';
import { parsePositiveInteger } from './key-options.js';
import { offerValues } from './offered-values.js';
import { endpointNamed, endpointNames } from './operations.js';
import type { JsonRecord } from './output.js';
import { addParameterFlags, parametersFromFlags } from './parameter-flags.js';
import { rankChart } from './rank-chart.js';
import { addToRankHistory, parseDomain, rankRows, readPreviousRanks, resultRows } from './ranks.js';
import { formatCsv, formatTable } from './terminal/tables.js';
import { addExtractFlags, type ExtractOptions, extractFromFlags } from './view-options.js';

const formats = ['ndjson', 'csv', 'table'] as const;

type Format = (typeof formats)[number];

/** Runs the searches of a file and continues where an earlier run ended. */
export function batchCommand(): Command {
  const batch = new Command('batch')
    .description('Run the searches of a file. Another run only repeats those without a result.')
    .argument(
      '<file>',
      'searches: CSV with a header, lines of JSON ({"id","operation","query",…}), or one query per line; - for standard input',
    )
    .addOption(
      offerValues(new Option('--operation <operation>', 'operation of searches that do not name one'), {
        values: endpointNames,
      }),
    )
    .option('--out <file>', 'where to write the answers; - for standard output (default: <file>.results.ndjson)')
    .addOption(
      new Option(
        '--format <format>',
        'format of the output (default: from the extension of --out, else ndjson)',
      ).choices(formats),
    )
    .option(
      '--domain <domain...>',
      'write the ranks of these domains for each search instead of the results',
      readDomain,
    )
    .option('--previous <file>', 'CSV of an earlier run to compare ranks with (default: the file of --out)')
    .option('--history <file>', 'CSV to which the ranks of the day are added; needs --domain')
    .option('--chart <file>', 'SVG file for a chart of the ranks in that history; needs --history')
    .option('--date <day>', 'day of the ranks, such as 2026-01-31 (default: today, in UTC)', readDay)
    .option('--again', 'ignore the answers of earlier runs')
    .option('--allow-failures', 'exit with 0 even if some searches failed')
    .option(
      '--concurrency <number>',
      'maximum concurrent searches in this process; a service has its own limit',
      parsePositiveInteger,
      4,
    )
    .addHelpText('after', examples)
    .action(run);
  return addParameterFlags(addExtractFlags(addSearchClientFlags(batch)));
}

const examples = `
With ndjson each answer is a line {"id","search","status","body"}, where status and body are the answer of the endpoint, even if
it is an error. A search counts as answered if its status is 200 and it has not been edited since. Columns of CSV that are not
parameters are repeated in the output. Exit code: 0 if every search has an answer, otherwise 1.

Examples:
  svc batch queries.csv --operation alpha.search
  svc batch keywords.csv --operation alpha.search --num 50 --domain example.com --out ranks.csv
  svc batch keywords.csv --operation alpha.search --domain example.com --out ranks.csv --history days.csv --chart ranks.svg
  svc batch - --operation gamma.search --out - < queries.txt | head -3
  svc batch searches.ndjson --url http://127.0.0.1:8080 --out answers.ndjson`;

interface BatchCommandOptions extends SearchClientOptions, ExtractOptions {
  operation?: string;
  out?: string;
  format?: Format;
  domain?: string[];
  previous?: string;
  history?: string;
  chart?: string;
  date?: string;
  again?: true;
  allowFailures?: true;
  concurrency: number;
}

async function run(file: string, options: BatchCommandOptions): Promise<void> {
  const { operation, allowFailures } = options;
  const out = outputOf(file, options);
  const extract = extractFromFlags(options);
  const searches = await readSearches(file, {
    operation: operation === undefined ? undefined : endpointNamed(operation),
    body: parametersFromFlags(options as BatchCommandOptions & Record<string, unknown>),
  });
  if (options.again && out.journal !== undefined) await rm(out.journal, { force: true });
  const previous = await readPreviousRanks(
    options.previous ?? (out.format === 'csv' && out.file !== '-' ? out.file : undefined),
  );
  const reader = readerOf(process.stdout);
  const isStreamed = out.format === 'ndjson' && out.file === '-';
  const summary = await runBatch(searches, {
    ...{ journal: out.journal, concurrency: options.concurrency, asking: options, extract, signal: reader.signal },
    onLine: isStreamed ? (line) => void process.stdout.write(`${JSON.stringify(line)}\n`) : undefined,
  }).catch((error: unknown) => {
    if (reader.signal.aborted) return undefined; // by `| head -3`, for example
    throw error;
  });
  if (summary === undefined) return;
  const rows = rowsOf(searches, summary.lines, options, previous);
  if (out.format !== 'ndjson') await writeRows(out, rows);
  await keepRanks(rows, options);
  const failed = searches.filter(({ id }) => summary.lines.get(id)?.status !== 200);
  if (failed.length === 0 && out.format !== 'ndjson' && out.journal !== undefined) await rm(out.journal);
  console.error(reportOf(searches, summary, out.file));
  if (failed.length > 0 && !allowFailures)
    throw new CommandError('Run the same command again to retry the failed searches.');
}

interface BatchOutput {
  /** `-` for standard output. */
  file: string;
  format: Format;
  /** File of answers from which another run continues: the output itself, or one beside it that is removed at the end. */
  journal: string | undefined;
}

/** Names of standard output, which cannot be read back. */
const stdoutNames = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

function outputOf(file: string, { out, format, domain, history, chart }: BatchCommandOptions): BatchOutput {
  if (out === undefined && file === '-' && format === undefined && domain === undefined)
    throw new UsageError('svc batch: searches from standard input need --out <file>, or --out - for standard output');
  const named = out ?? (file === '-' || format === 'table' || domain !== undefined ? '-' : `${file}.results.ndjson`);
  const target = stdoutNames.includes(named) ? '-' : named;
  const chosen = format ?? formatOf(target, domain !== undefined);
  if (history !== undefined && domain === undefined)
    throw new UsageError('svc batch: --history stores ranks, so it needs --domain');
  if (chart !== undefined && history === undefined)
    throw new UsageError('svc batch: --chart draws ranks over several days, so it needs --history');
  if (domain !== undefined && chosen === 'ndjson')
    throw new UsageError('svc batch: --domain writes ranks, which need --format csv or --format table');
  if (target === '-') return { file: '-', format: chosen, journal: undefined };
  return { file: target, format: chosen, journal: chosen === 'ndjson' ? target : `${target}.partial.ndjson` };
}

function formatOf(file: string, hasDomains: boolean): Format {
  if (/\.csv$/i.test(file)) return 'csv';
  return hasDomains ? 'csv' : 'ndjson';
}

function readDomain(text: string, others: string[] = []): string[] {
  const domain = parseDomain(text);
  if (domain === undefined) throw new InvalidArgumentError('It must be a domain such as example.com.');
  return [...others, domain];
}

function readDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDay) return text;
  throw new InvalidArgumentError('It must be a day such as 2026-01-31.');
}

/** Adds the ranks to those of earlier days and draws the chart. */
async function keepRanks(rows: readonly JsonRecord[], { history, chart, date }: BatchCommandOptions): Promise<void> {
  if (history === undefined) return;
  const all = await addToRankHistory(history, date ?? new Date().toISOString().slice(0, 10), rows);
  if (chart !== undefined) await writeFileAtomically(chart, rankChart(all));
}

/** Aborted when the reader of an output has closed it. */
function readerOf(output: NodeJS.WriteStream): AbortController {
  const reader = new AbortController();
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    reader.abort(error);
  });
  return reader;
}

function rowsOf(
  searches: readonly BatchSearch[],
  lines: ReadonlyMap<string, JournalLine>,
  { domain: domains }: BatchCommandOptions,
  previous: ReadonlyMap<string, number>,
): JsonRecord[] {
  return domains === undefined ? resultRows(searches, lines) : rankRows(searches, lines, { domains, previous });
}

async function writeRows({ file, format }: BatchOutput, rows: readonly JsonRecord[]): Promise<void> {
  const text = format === 'csv' ? formatCsv(rows) : tableOfRows(rows);
  if (file === '-') process.stdout.write(`${text}\n`);
  else await writeFileAtomically(file, `${text}${format === 'csv' ? '\r\n' : '\n'}`);
}

const wideColumns = ['query', 'title', 'url', 'link', 'snippet'];

function tableOfRows(rows: readonly JsonRecord[]): string {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !['snippet', 'operation', 'id'].includes(name));
  const columns = names.map((name) => ({
    head: name.toUpperCase(),
    text: (row: JsonRecord) => String(row[name] ?? ''),
    shrinks: wideColumns.includes(name),
  }));
  const { isTTY, columns: width } = process.stdout;
  return formatTable(rows, columns, isTTY ? (width ?? 80) : undefined);
}

/** Number of error codes for which an example is shown. */
const shownReasons = 5;

/** `17 answered (5 by an earlier run), 3 failed: 2 upstream_captcha, 1 unknown_location; the answers are in ranks.csv`. */
function reportOf(searches: readonly BatchSearch[], { lines, answeredBefore }: BatchSummary, out: string): string {
  const failures = new Map<string, { count: number; id: string; detail: unknown }>();
  for (const { id } of searches) {
    const line = lines.get(id);
    if (line?.status === 200) continue;
    const code = String(line?.body.code ?? 'not_answered');
    const { count = 0, ...first } = failures.get(code) ?? { id, detail: line?.body.detail ?? 'There is no answer.' };
    failures.set(code, { ...first, count: count + 1 });
  }
  const failed = [...failures.values()].reduce((sum, { count }) => sum + count, 0);
  const reasons = [...failures].map(([code, { count }]) => `${count} ${code}`).join(', ');
  const earlier = answeredBefore > 0 ? ` (${answeredBefore} by an earlier run)` : '';
  const where = out === '-' ? '' : `; the answers are in ${out}`;
  const head = `${searches.length - failed} answered${earlier}, ${failed} failed${failed > 0 ? `: ${reasons}` : ''}${where}`;
  const details = [...failures]
    .slice(0, shownReasons)
    .map(([code, { id, detail }]) => `  ${code}, first in "${id}": ${withAdvice(detail, code)}`);
  return [head, ...details].join('\n');
}
