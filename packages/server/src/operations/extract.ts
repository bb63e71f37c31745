import type { Operation } from '@svc/parsers';
import type { Fault } from '../errors/api-error.js';

/** What a query string asks of the pages that were found. */
export interface Extract {
  /** How many of them are read, from the first on. */
  pages: number;
  /** Characters of a text at most. */
  mostChars: number;
  /** Text without marks. @default Markdown */
  format?: 'text';
}

/** Parameters of the query string of every search with rows, as the description of the API has them. */
export const extractParameters: Readonly<Record<string, { description: string; schema: Record<string, unknown> }>> = {
  extract: {
    description:
      'How many of the pages found are read, from the first on: `extracted` has the main text of each. Needs the scope `extract` and a service that does so; each page read costs as much as a page of a search.',
    schema: { type: 'integer', minimum: 1, maximum: 20 },
  },
  extract_chars: {
    description: 'Greatest length of the text of a page in characters.',
    schema: { type: 'integer', minimum: 200, maximum: 200_000, default: 10_000 },
  },
  extract_format: {
    description: 'Form of the texts: Markdown, or text without marks and links.',
    schema: { type: 'string', enum: ['markdown', 'text'], default: 'markdown' },
  },
};

/** What a search asks beside its body. */
interface AskedBeside {
  /** Names of extras. */
  readonly include: readonly string[];
  /** @default no page is read */
  readonly extract?: Extract | undefined;
}

/** What is asked beside the body, as a query string with its question mark; `''` for nothing. */
export function queryOf({ include, extract }: AskedBeside): string {
  const query = new URLSearchParams({
    ...(include.length > 0 && { include: include.join(',') }),
    ...(extract && { extract: `${extract.pages}`, extract_chars: `${extract.mostChars}` }),
    ...(extract?.format && { extract_format: extract.format }),
  });
  return query.size === 0 ? '' : `?${query}`;
}

/** Names of these parameters. */
export const extractNames: readonly string[] = Object.keys(extractParameters);

/** What was asked of the pages that were found, and every fault of it. */
export interface ReadExtract {
  extract: Extract | undefined;
  faults: readonly Fault[];
}

/** What is asked where nothing is. */
export const noExtract: ReadExtract = { extract: undefined, faults: [] };

/** Whether an operation finds pages. */
export function findsPages(operation: Operation): boolean {
  return operation !== 'alpha.autocomplete';
}

/** Reads what a query string or a line of a batch asks. @param most pages that are read for one search; 0 for none */
export function readExtract(query: Readonly<Record<string, unknown>>, most: number): ReadExtract {
  if (extractNames.every((name) => isAbsent(query[name]))) return noExtract;
  if (most === 0) return { ...noExtract, faults: [fault('extract', 'is not supported: this service reads no pages')] };
  const pages = wholeIn(query.extract, 1, most);
  const mostChars = wholeIn(query.extract_chars ?? '10000', 200, 200_000);
  const faults = [
    ...(pages === undefined ? [fault('extract', `must be a whole number from 1 to ${most}`)] : []),
    ...(mostChars === undefined ? [fault('extract_chars', 'must be a whole number from 200 to 200000')] : []),
    ...(isFormat(query.extract_format) ? [] : [fault('extract_format', 'must be "markdown" or "text"')]),
  ];
  const asText = query.extract_format === 'text' && ({ format: 'text' } as const);
  const isRead = pages !== undefined && mostChars !== undefined && faults.length === 0;
  return { extract: isRead ? { pages, mostChars, ...asText } : undefined, faults };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isFormat(value: unknown): boolean {
  return isAbsent(value) || value === 'markdown' || value === 'text';
}

function wholeIn(value: unknown, min: number, max: number): number | undefined {
  const isWhole = typeof value === 'number' || (typeof value === 'string' && /^\d{1,7}$/.test(value));
  const number = isWhole ? Number(value) : Number.NaN;
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

function fault(field: string, must: string): Fault {
  return { field, code: 'invalid_parameter', message: `"${field}" ${must}.` };
}
