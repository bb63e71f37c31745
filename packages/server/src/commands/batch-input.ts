import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '../operations/endpoint.js';
import { findSimilarNames } from '../operations/request/nearest.js';
import { UsageError } from './command.js';
import { endpointNamed } from './operations.js';
import { parameterNames, parseParameterValue } from './parameter-flags.js';
import { parseCsv } from './terminal/tables.js';

/** One search of a file. */
export interface BatchSearch {
  /** The id that its line gives, or the number of the line. */
  id: string;
  endpoint: Endpoint;
  /** The parameters, as in the body of a request. */
  body: Readonly<Record<string, unknown>>;
  /** Columns of CSV that are not parameters: they are not sent, but repeated in the output. */
  extra: Readonly<Record<string, unknown>>;
}

/** Defaults for the lines of a file. */
interface BatchDefaults {
  operation: Endpoint | undefined;
  body: Readonly<Record<string, unknown>>;
}

type InputRecord = Readonly<Record<string, unknown>>;

/** Members of a line that are not parameters. */
const own = ['id', 'operation'];

/**
 * Reads the searches of a file: lines of JSON, CSV with a header, or one query per line.
 *
 * @throws {UsageError} naming the line or column at fault
 */
export async function readSearches(file: string, defaults: BatchDefaults): Promise<BatchSearch[]> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const lines = linesOf(content.replace(/^\uFEFF/, ''));
  if (lines.length === 0)
    throw new UsageError(
      `${file} contains no searches; it must have lines of JSON, CSV with a header, or one query per line`,
    );
  const searches = lines.map((line, index) => searchOf(line, index + 1, defaults));
  const ids = new Set<string>();
  for (const { id } of searches) {
    if (ids.has(id)) throw new UsageError(`the id "${id}" is given more than once in ${file}`);
    ids.add(id);
  }
  return searches;
}

function linesOf(content: string): InputRecord[] {
  const [first = ''] = content.trimStart().split('\n');
  if (first.startsWith('{')) return linesOfJson(content);
  return isHead(first) ? linesOfCsv(content) : linesOfQueries(content);
}

/** A header names the column of queries, or has several columns. */
function isHead(line: string): boolean {
  return line.includes(',') || findSimilarNames(line.trim(), ['query']).length > 0;
}

function linesOfQueries(content: string): InputRecord[] {
  const lines = content.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map((query) => ({ query }));
}

function linesOfJson(content: string): InputRecord[] {
  const lines = content.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  return lines.filter(({ line }) => line !== '').map(({ line, number }) => objectIn(line, number));
}

function objectIn(line: string, number: number): InputRecord {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // reported below, like JSON that is not an object
  }
  throw new UsageError(`line ${number} is not a JSON object`);
}

function linesOfCsv(content: string): InputRecord[] {
  const rows = csvRows(content);
  const names = columnNames(Object.keys(rows[0] ?? {}));
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, value]) => value !== '')
        .map(([column, value]) => {
          const name = names.get(column) ?? column;
          return [name, parseParameterValue(name, value)];
        }),
    ),
  );
}

function csvRows(content: string): Record<string, string>[] {
  try {
    return parseCsv(content);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`invalid CSV: ${error.message}`);
    throw error;
  }
}

/**
 * Maps each column to its parameter. The column of queries may have any of the usual names (`keyword`, `search term`). Another
 * column that resembles a parameter is refused, because ignoring it would change the search.
 */
function columnNames(columns: readonly string[]): Map<string, string> {
  const known = [...own, ...parameterNames];
  const names = new Map(columns.map((column) => [column, column]));
  if (!columns.includes('query')) {
    const [column, ...others] = columns.filter(
      (name) => !known.includes(name) && findSimilarNames(name, known)[0] === 'query',
    );
    if (column === undefined || others.length > 0)
      throw new UsageError(
        `the CSV needs a column "query"; its columns are ${columns.map((name) => `"${name}"`).join(', ')}`,
      );
    names.set(column, 'query');
  }
  for (const column of columns) {
    if (known.includes(names.get(column) ?? column)) continue;
    const [meant] = findSimilarNames(column, known);
    if (meant !== undefined) throw new UsageError(`the CSV has a column "${column}"; did you mean "${meant}"?`);
  }
  return names;
}

function searchOf(line: InputRecord, number: number, { operation: usual, body: defaults }: BatchDefaults): BatchSearch {
  const { id, operation, ...rest } = line;
  const endpoint = operation === undefined || operation === '' ? usual : endpointNamed(String(operation));
  if (endpoint === undefined)
    throw new UsageError(`line ${number} names no operation; --operation names one for all such lines`);
  const isParameter = ([name]: [string, unknown]) => parameterNames.includes(name) || !isExtraColumn(name);
  const entries = Object.entries(rest);
  return {
    id: id === undefined ? `${number}` : String(id),
    endpoint,
    body: { ...defaults, ...Object.fromEntries(entries.filter(isParameter)) },
    extra: Object.fromEntries(entries.filter((entry) => !isParameter(entry))),
  };
}

/** A name that only resembles a parameter is sent all the same, so that the endpoint reports what is wrong with it. */
function isExtraColumn(name: string): boolean {
  return findSimilarNames(name, parameterNames).length === 0;
}
