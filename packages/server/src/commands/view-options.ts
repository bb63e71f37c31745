import { type Command, Option } from 'commander';
import { missingPackagesMessage } from '../config/extract.js';
import type { Fault } from '../errors/api-error.js';
import { type ExtractRequest, extractQueryParameters, parseExtractParameters } from '../operations/extract.js';
import {
  type AnswerView,
  parseView,
  selectableFieldNames,
  viewParameters,
  wholeAnswerView,
} from '../operations/view.js';
import { CommandError, UsageError } from './command.js';
import { offerValues } from './offered-values.js';

/** Flags for how much of an answer is printed. */
export interface ViewOptions {
  markdown?: true;
  fields?: string;
  snippetChars?: string;
  maxChars?: string;
}

/** Flags for which found pages are read. */
export interface ExtractOptions {
  extract?: string;
  extractChars?: string;
  extractFormat?: string;
}

/** Maximum number of pages read for one search; for the API this is a setting. */
const maxPages = 20;

/** Adds the flags of `?fields=`, `?snippet_chars=` and `?max_chars=`. */
export function addViewFlags(command: Command): Command {
  return command
    .addOption(
      offerValues(new Option('--fields <names>', plain(viewParameters.fields)), {
        values: selectableFieldNames,
        isList: true,
      }),
    )
    .addOption(new Option('--snippet-chars <number>', plain(viewParameters.snippet_chars)))
    .addOption(new Option('--max-chars <number>', plain(viewParameters.max_chars)));
}

/** Adds the flags of `?extract=`, `?extract_chars=` and `?extract_format=`. */
export function addExtractFlags(command: Command): Command {
  const chars = plain(extractQueryParameters.extract_chars);
  return command
    .option('--extract <number>', `read the main text of this many found pages, at most ${maxPages}, as Markdown`)
    .option('--extract-chars <number>', `${chars} (default: 10000)`)
    .addOption(new Option('--extract-format <form>', 'format of the texts').choices(['markdown', 'text']));
}

/** The view that flags ask for. @throws {UsageError} for a value that the API would refuse */
export function viewFromFlags({ markdown, fields, snippetChars, maxChars }: ViewOptions): AnswerView {
  const query = { fields, snippet_chars: snippetChars, max_chars: maxChars, ...(markdown && { format: 'markdown' }) };
  const { view = wholeAnswerView, faults } = parseView(query);
  refuse(faults);
  return view;
}

/**
 * The pages that flags ask for. @throws {UsageError} for a value that the API would refuse, {CommandError} if this process
 * lacks the packages to read them
 */
export function extractFromFlags({ url, ...flags }: ExtractOptions & { url?: URL }): ExtractRequest | undefined {
  const { extract, extractChars, extractFormat } = flags;
  const query = { extract, extract_chars: extractChars, extract_format: extractFormat };
  const read = parseExtractParameters(query, maxPages);
  refuse(read.faults);
  const advice = read.extract === undefined || url !== undefined ? undefined : missingPackagesMessage();
  if (advice !== undefined) throw new CommandError(`--extract ${advice}`);
  return read.extract;
}

function refuse([first]: readonly Fault[]): void {
  if (first === undefined) return;
  const flag = first.message.replace(/^"(\w+)"/, (_, name: string) => `--${name.replaceAll('_', '-')}`);
  throw new UsageError(flag);
}

function plain(parameter: { description: string } | undefined): string {
  return (parameter?.description ?? '').replaceAll('`', '').replace(/\.$/, '');
}
