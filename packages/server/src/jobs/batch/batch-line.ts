import { z } from 'zod';
import { ApiError, errorFromFaults, type Fault } from '../../errors/api-error.js';
import { maxBodyBytes } from '../../http/body.js';
import { parseJsonBytes } from '../../http/json.js';
import type { Endpoint } from '../../operations/endpoint.js';
import {
  type ExtractRequest,
  noExtract,
  type ParsedExtract,
  parseExtractParameters,
  supportsExtract,
} from '../../operations/extract.js';
import { extraNamesFor, type IncludedExtras, type ParsedInclude, parseInclude } from '../../operations/extras.js';
import { findSimilarOperations } from '../../operations/index.js';
import { didYouMean } from '../../operations/request/nearest.js';
import type { BodyLine } from './body-lines.js';

/** A search of a batch. */
export interface BatchLine {
  /** Number of its line in the body, from 1. */
  readonly number: number;
  /** The caller's name for it. */
  readonly id: string;
  readonly endpoint: Endpoint;
  /** The parameters, as the body of the endpoint has them. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly extras: ParsedInclude;
  /** Which of the found pages are read; undefined for none. */
  readonly extract: ExtractRequest | undefined;
}

/** Defaults for lines that do not have their own. */
export interface LineDefaults {
  include: IncludedExtras;
  /** @default no page is read */
  extract?: ExtractRequest | undefined;
}

/** A line that is not a valid search. */
export interface FaultyLine {
  readonly number: number;
  /** The caller's name for it; undefined when that is missing, invalid or a repetition. */
  readonly id: string | undefined;
  readonly error: ApiError;
}

/** Fields of every line of a batch, whatever its operation. */
export const batchLineFields: z.ZodObject<{ id: z.ZodType<string>; operation: z.ZodType<string> }> = z.looseObject({
  id: z.string().min(1).max(128).describe('Identifies the search; unique within a batch.'),
  operation: z.string(),
});

/**
 * Creates a function that reads the lines of one batch.
 *
 * @param defaults for lines that do not have their own
 * @param maxPages most pages that are read for one search; 0 for none
 * @param isRepeated whether an earlier line has the same id. @default remembers the lines that were read
 */
export function createLineReader(
  endpoints: readonly Endpoint[],
  defaults: LineDefaults,
  maxPages: number,
  isRepeated: (line: BodyLine, id: string) => boolean = rememberIds(),
): (line: BodyLine) => BatchLine | FaultyLine {
  const known = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]));

  return (line) => {
    const { number, bytes } = line;
    const object = objectIn(bytes);
    if (object instanceof ApiError) return { number, id: undefined, error: object };
    const { id, operation, include, extract, extract_chars, extract_format, ...body } = object;
    const idFaults = faultsOfId(id, (name) => isRepeated(line, name));
    const name = idFaults.length === 0 ? String(id) : undefined;
    const endpoint = known.get(String(operation));
    const operationFaults = endpoint === undefined ? [faultOfOperation(operation, [...known.keys()])] : [];
    const [first, ...rest] = [...idFaults, ...operationFaults];
    if (first !== undefined) return { number, id: name, error: errorFromFaults([first, ...rest]) };
    const extras = extrasOfLine(include, defaults.include, endpoint!);
    const own = { extract, extract_chars, extract_format };
    const pages = extractOfLine(own, defaults.extract, { endpoint: endpoint!, maxPages });
    const faults = [...extras.faults, ...pages.faults];
    return { number, id: name!, endpoint: endpoint!, body, extras: { ...extras, faults }, extract: pages.extract };
  };
}

/** The line's own extras, or those of the batch that its operation offers: a batch may mix operations. */
function extrasOfLine(own: unknown, include: IncludedExtras, { name }: Endpoint): ParsedInclude {
  const known = extraNamesFor(name);
  if (own !== undefined && own !== null) return parseInclude({ include: own }, known);
  return { include: include.filter((extra) => known.includes(extra)), faults: [] };
}

/** The line's own `extract`, or that of the batch when its operation finds pages. */
function extractOfLine(
  own: Readonly<Record<string, unknown>>,
  usual: ExtractRequest | undefined,
  { endpoint, maxPages }: { endpoint: Endpoint; maxPages: number },
): ParsedExtract {
  const isOffered = supportsExtract(endpoint.name);
  const read = parseExtractParameters(own, isOffered ? maxPages : 0);
  return read === noExtract && isOffered ? { extract: usual, faults: [] } : read;
}

/** The JSON object on a line, or the error for anything else. */
function objectIn(bytes: Buffer | undefined): Record<string, unknown> | ApiError {
  if (bytes === undefined)
    return new ApiError('payload_too_large', `The line is longer than ${maxBodyBytes / 1024} KiB.`);
  try {
    const value = parseJsonBytes(bytes, 'The line');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    return errorFromFaults([{ field: '', code: 'invalid_parameter', message: 'The line must be a JSON object.' }]);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The id of a line; undefined when it is missing or invalid. */
export function readLineId(bytes: Buffer): string | undefined {
  const object = objectIn(bytes);
  const parsed = object instanceof ApiError ? undefined : batchLineFields.shape.id.safeParse(object.id);
  return parsed?.success ? parsed.data : undefined;
}

/** Remembers ids and tells whether an earlier line had the same. */
function rememberIds(): (line: BodyLine, id: string) => boolean {
  const given = new Set<string>();
  return (_, id) => given.size === given.add(id).size;
}

/** A repeated id is a fault, because the results of a batch have each id once. */
function faultsOfId(id: unknown, isRepeated: (id: string) => boolean): Fault[] {
  const field = 'id';
  if (id === undefined || id === null) return [{ field, code: 'missing_parameter', message: '"id" is required.' }];
  const must = '"id" must be text of 1 to 128 characters';
  if (!batchLineFields.shape.id.safeParse(id).success)
    return [{ field, code: 'invalid_parameter', message: `${must}.` }];
  if (!isRepeated(String(id))) return [];
  return [{ field, code: 'invalid_parameter', message: `${must} that no other line of the batch has.` }];
}

function faultOfOperation(operation: unknown, known: readonly string[]): Fault {
  const field = 'operation';
  const must = `"operation" must be one of ${known.join(', ')}.`;
  if (operation === undefined || operation === null) return { field, code: 'missing_parameter', message: must };
  const meant = typeof operation === 'string' ? findSimilarOperations(operation, known) : [];
  const message = `${must}${didYouMean(meant)}`;
  return { field, code: 'invalid_parameter', message, ...(meant.length > 0 && { suggestions: meant }) };
}
