import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { operationExtras } from '@svc/parsers';
import { Command } from 'commander';
import { autoEndpoint, pageExtras } from '../operations/given-page.js';
import { readInclude } from '../operations/include.js';
import { endpoints } from '../operations/index.js';
import { createPageReader } from '../pages/reading/page-reader.js';
import { UsageError } from './command.js';
import { interruptible } from './interrupt.js';
import { endpointNamed, operationNames } from './operations.js';
import { addOutputFlags, type OutputOptions, printAnswer } from './output.js';

/** Reads a saved page; nothing is fetched. */
export function parseCommand(): Command {
  const parse = new Command('parse')
    .description('Read a result page that you have saved, and print its results; nothing is fetched.')
    .argument('<operation>', `auto, which the page itself says, ${operationNames.join(', ')}`)
    .argument('[file]', 'the page; - or nothing for standard input', '-')
    .option('--query <text>', 'what was searched for; a page that answers another query is refused')
    .option('--page <number>', 'number of the page, from 1; another page is refused')
    .option('--content-type <type>', 'content type that the page came with, which may name its charset')
    .option('--include <names>', `extras of the answer, comma-separated: ${pageExtras.join(', ')}`)
    .addHelpText('after', '\nExample:\n  curl -s … | svc parse auto --query espresso --json')
    .action(run);
  return addOutputFlags(parse);
}

interface ParseOptions extends OutputOptions {
  query?: string;
  page?: string;
  contentType?: string;
  include?: string;
}

async function run(operation: string, file: string, options: ParseOptions): Promise<void> {
  const { query, page: number, contentType, include: names } = options;
  const isAuto = operation === 'auto';
  const page = isAuto ? autoEndpoint(endpoints) : endpointNamed(operation).page;
  if (number !== undefined && !/^\d{1,15}$/.test(number))
    throw new UsageError('--page must be a whole number, 0 or more');
  const known = isAuto ? pageExtras : operationExtras[endpointNamed(operation).name];
  const { include, faults } = readInclude(names === undefined ? {} : { include: names }, known);
  if (faults[0] !== undefined) throw new UsageError(faults[0].message);
  const body = await bodyOf(file);
  const reading = createPageReader({ threads: 0 });
  const given = { body, contentType, query, page: number === undefined ? undefined : Number(number), include };
  printAnswer(await interruptible((signal) => page.answer(given, reading.read, signal)), options);
}

async function bodyOf(file: string): Promise<Buffer> {
  if (file !== '-') return readFile(file);
  if (process.stdin.isTTY) throw new UsageError('svc parse: name a file, or pipe the page in');
  return buffer(process.stdin);
}
