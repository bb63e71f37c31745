import type { Operation } from '@svc/parsers';
import type { Fault } from '../errors/api-error.js';

/** Which found pages a query string asks to read. */
export interface ExtractRequest {
  /** Number of pages to read, from the first on. */
  pages: number;
  /** Maximum number of characters of a text. */
  maxChars: number;
  /** Plain text. @default Markdown */
  format?: 'text';
}

/** Parameters of the query string of every search with rows, as in the API description. */
export const extractQueryParameters: Readonly<
  Record<string, { description: string; schema: Record<string, unknown> }>
> = {
  extract: {
    description:
      'Number of found pages to read, from the first on; `extracted` has the main text of each. Needs the scope `extract` and a service that reads pages; each page read costs as much as a page of a search.',
    schema: { type: 'integer', minimum: 1, maximum: 20 },
  },
  extract_chars: {
    description: 'Maximum length of the text of a page in characters.',
    schema: { type: 'integer', minimum: 200, maximum: 200_000, default: 10_000 },
  },
  extract_format: {
    description: 'Format of the texts: Markdown, or plain text without markup and links.',
    schema: { type: 'string', enum: ['markdown', 'text'], default: 'markdown' },
  },
};

/** What a search asks for in addition to its body. */
export interface RequestedExtras {
  /** Names of extras. */
  readonly include: readonly string[];
  /** @default no pages are read */
  readonly extract?: ExtractRequest | undefined;
}

/** The query string for these, with its question mark; `''` for nothing. */
export function toQueryString({ include, extract }: RequestedExtras): string {
  const query = new URLSearchParams({
    ...(include.length > 0 && { include: include.join(',') }),
    ...(extract && { extract: `${extract.pages}`, extract_chars: `${extract.maxChars}` }),
    ...(extract?.format && { extract_format: extract.format }),
  });
  return query.size === 0 ? '' : `?${query}`;
}

/** Names of these parameters. */
export const extractParameterNames: readonly string[] = Object.keys(extractQueryParameters);

/** The requested extraction, and all faults of the request. */
export interface ParsedExtract {
  extract: ExtractRequest | undefined;
  faults: readonly Fault[];
}

/** No extraction. */
export const noExtract: ParsedExtract = { extract: undefined, faults: [] };

/** Whether the results of an operation are pages, whose texts can be extracted. */
export function supportsExtract(operation: Operation): boolean {
  return operation !== 'alpha.autocomplete';
}

/** Reads the parameters of a query string or a line of a batch. @param maxPages maximum number of pages; 0 for none */
export function parseExtractParameters(query: Readonly<Record<string, unknown>>, maxPages: number): ParsedExtract {
  if (extractParameterNames.every((name) => isAbsent(query[name]))) return noExtract;
  if (maxPages === 0)
    return { ...noExtract, faults: [fault('extract', 'is not supported: this service does not read pages')] };
  const pages = wholeIn(query.extract, 1, maxPages);
  const maxChars = wholeIn(query.extract_chars ?? '10000', 200, 200_000);
  const faults = [
    ...(pages === undefined ? [fault('extract', `must be a whole number from 1 to ${maxPages}`)] : []),
    ...(maxChars === undefined ? [fault('extract_chars', 'must be a whole number from 200 to 200000')] : []),
    ...(isFormat(query.extract_format) ? [] : [fault('extract_format', 'must be "markdown" or "text"')]),
  ];
  const asText = query.extract_format === 'text' && ({ format: 'text' } as const);
  const isRead = pages !== undefined && maxChars !== undefined && faults.length === 0;
  return { extract: isRead ? { pages, maxChars, ...asText } : undefined, faults };
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
