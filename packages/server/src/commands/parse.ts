import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { operationExtras } from '@svc/parsers';
import { Argument, Command, Option } from 'commander';
import { ApiError } from '../errors/api-error.js';
import { toTerminalSafeLine, toTerminalSafeText } from '../observe/terminal-text.js';
import { parseInclude } from '../operations/extras.js';
import { createAutoParseEndpoint, parserExtraNames } from '../operations/given-page.js';
import { endpoints } from '../operations/index.js';
import type { AnswerView } from '../operations/view.js';
import { createPageParser } from '../pages/reading/page-reader.js';
import { formatAnswer } from '../search/view.js';
import { CommandError, runUntilInterrupted, UsageError } from './command.js';
import { offerValues } from './offered-values.js';
import { endpointNamed, endpointNames } from './operations.js';
import type { JsonRecord } from './output.js';
import { addOutputFlags, answerRows, type OutputOptions, printAnswer, reduceToView } from './output.js';
import { expandPagePaths, reasonNotAPage } from './page-files.js';
import { type Column, formatCsv, formatTable } from './terminal/tables.js';
import { viewFromFlags } from './view-options.js';

const notes = `
A folder stands for every .html, .htm and page.json below it. For several pages a table shows the outcome of each file; --ndjson
and --csv print their rows with the name of the file. The exit code is 1 if any page cannot be parsed.

Examples:
  curl -s … | svc parse auto --query espresso --json
  svc parse auto saved/ 'more/**/*.html' --csv > rows.csv`;

/** Parses saved pages; nothing is fetched. */
export function parseCommand(): Command {
  const parse = new Command('parse')
    .description('Parse saved result pages and print their results; nothing is fetched.')
    .addArgument(
      offerValues(new Argument('<operation>', `auto (detected from the page), ${endpointNames.join(', ')}`), {
        values: ['auto', ...endpointNames],
      }),
    )
    .argument('[files...]', 'pages, folders of pages, or patterns such as "saved/**/*.html"; default: standard input')
    .option('--query <text>', 'the query of the page; a page for another query is refused')
    .option('--page <number>', 'number of the page, from 1; a page with another number is refused')
    .option('--content-type <type>', 'Content-Type header of the page, which may name its charset')
    .addOption(
      offerValues(
        new Option('--include <names>', `comma-separated extras of the response: ${parserExtraNames.join(', ')}`),
        { values: parserExtraNames, isList: true },
      ),
    )
    .addHelpText('after', notes)
    .action(run);
  return addOutputFlags(parse);
}

interface ParseOptions extends OutputOptions {
  query?: string;
  page?: string;
  contentType?: string;
  include?: string;
}

async function run(operation: string, names: readonly string[], options: ParseOptions): Promise<void> {
  const read = readerOf(operation, options);
  const view = viewFromFlags(options);
  const [name = '-'] = names;
  const files = await expandPagePaths(names);
  const isOne = names.length < 2 && (files.length === 0 ? name === '-' : files[0] === name);
  if (isOne) {
    const body = await bodyOf(name);
    return printAnswer(await runUntilInterrupted((signal) => read(body, signal)), options);
  }
  if (files.length === 0)
    throw new CommandError(`svc parse: ${names.join(', ')} contains no page (.html, .htm or page.json)`);
  const outcomes = await runUntilInterrupted(async (signal) => {
    const all: PageOutcome[] = [];
    for (const file of files) all.push(await outcomeOf(file, (body) => read(body, signal)));
    return all;
  });
  printPages(outcomes, view, options);
  const failed = outcomes.filter(({ error }) => error !== undefined).length;
  if (failed > 0) throw new CommandError(`${failed} of ${files.length} pages could not be parsed`);
}

/** Returns a function that parses a page. It distinguishes a file that is not a page from a page that cannot be parsed. */
function readerOf(operation: string, { query, page: number, contentType, include: names }: ParseOptions) {
  const isAuto = operation === 'auto';
  const page = isAuto ? createAutoParseEndpoint(endpoints) : endpointNamed(operation).page;
  if (number !== undefined && !/^\d{1,15}$/.test(number))
    throw new UsageError('--page must be a whole number, 0 or more');
  const known = isAuto ? parserExtraNames : operationExtras[endpointNamed(operation).name];
  const { include, faults } = parseInclude(names === undefined ? {} : { include: names }, known);
  if (faults[0] !== undefined) throw new UsageError(faults[0].message);
  const given = { contentType, query, page: number === undefined ? undefined : Number(number), include };
  const reading = createPageParser({ threads: 0 });
  return (body: Buffer, signal: AbortSignal): Promise<JsonRecord> =>
    page.answer({ ...given, body }, reading.parse, signal).catch((error: unknown) => {
      const why = error instanceof ApiError ? reasonNotAPage(body) : undefined;
      throw why === undefined ? error : new CommandError(why);
    });
}

/** Parses a page of several, so that an error does not affect the others. */
async function outcomeOf(file: string, read: (body: Buffer) => Promise<JsonRecord>): Promise<PageOutcome> {
  try {
    return { file, answer: await read(await readFile(file)) };
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof CommandError)) throw error;
    const code = error instanceof ApiError ? error.code : 'no_page';
    return { file, error: { code, detail: error.message } };
  }
}

async function bodyOf(file: string): Promise<Buffer> {
  if (file !== '-') return readFile(file);
  if (process.stdin.isTTY) throw new UsageError('svc parse: name a file, or pipe a page to standard input');
  return buffer(process.stdin);
}

/** The outcome of parsing a page: its answer, or why there is none. */
interface PageOutcome {
  file: string;
  answer?: JsonRecord;
  error?: { code: string; detail: string };
}

/** Prints the outcomes of several pages, by default as a table with one line each. */
function printPages(
  pages: readonly PageOutcome[],
  view: AnswerView,
  { json, ndjson, csv, markdown }: OutputOptions,
): void {
  const outcomes = pages.map(({ answer, ...page }) => ({
    ...page,
    ...(answer && { answer: reduceToView(answer, view) }),
  }));
  if (json)
    console.log(
      JSON.stringify(
        outcomes.map(({ file, answer, error }) => ({ file, ...answer, ...error })),
        null,
        2,
      ),
    );
  else if (markdown) {
    for (const { file, answer } of pages)
      if (answer) console.log(toTerminalSafeText(`## ${file}\n\n${formatAnswer(answer, view)}`));
    reportFailures(outcomes);
  } else if (ndjson || csv) {
    const rows = outcomes.flatMap(allRows);
    if (ndjson) for (const row of rows) console.log(JSON.stringify(row));
    else if (rows.length > 0) console.log(formatCsv(rows));
    reportFailures(outcomes);
  } else {
    const width = process.stdout.isTTY === true ? (process.stdout.columns ?? 80) : undefined;
    console.log(formatTable(outcomes, columns, width));
  }
}

/** The rows of a page, each with its file and, with `auto`, the operation. */
function allRows({ file, answer }: PageOutcome): JsonRecord[] {
  if (answer === undefined) return [];
  const { operation } = answer;
  return answerRows(answer).map((row) => ({ file, ...(operation !== undefined && { operation }), ...row }));
}

function reportFailures(outcomes: readonly PageOutcome[]): void {
  for (const { file, error } of outcomes)
    if (error !== undefined) console.error(toTerminalSafeLine(`${file}: ${error.detail}`));
}

const columns: readonly Column<PageOutcome>[] = [
  { head: 'FILE', text: ({ file }) => file, shrinks: true },
  { head: 'ROWS', text: ({ answer }) => (answer === undefined ? '-' : `${answerRows(answer).length}`) },
  { head: 'OPERATION', text: ({ answer }) => `${answer?.operation ?? ''}` },
  { head: 'STATE', text: ({ error }) => error?.code ?? 'read' },
  { head: 'WHY', text: ({ error }) => error?.detail ?? '', shrinks: true },
];
