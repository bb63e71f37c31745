import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '../operations/endpoint.js';
import { namesNear } from '../operations/request/nearest.js';
import { UsageError } from './command.js';
import { endpointNamed } from './operations.js';
import { parameterNames, valueIn } from './parameter-flags.js';
import { rowsOfCsv } from './terminal/csv.js';

/** One search of a file. */
export interface BatchSearch {
  /** The caller's name for it, or the number of its line. */
  id: string;
  endpoint: Endpoint;
  /** The parameters, as the body of the endpoint has them. */
  body: Readonly<Record<string, unknown>>;
  /** Columns of CSV that are no parameters: not sent, and repeated in the output. */
  extra: Readonly<Record<string, unknown>>;
}

/** What holds for every search of a file unless its line says otherwise. */
interface BatchDefaults {
  operation: Endpoint | undefined;
  body: Readonly<Record<string, unknown>>;
}

type InputRecord = Readonly<Record<string, unknown>>;

/** Members of a line that are no parameters. */
const own = ['id', 'operation'];

/**
 * Reads the searches of a file: lines of JSON, CSV with a head, or one query per line.
 *
 * @throws {UsageError} which names the line or column that is wrong
 */
export async function readSearches(file: string, defaults: BatchDefaults): Promise<BatchSearch[]> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const lines = linesOf(content.replace(/^\uFEFF/, ''));
  if (lines.length === 0)
    throw new UsageError(`${file} holds no search: lines of JSON, CSV with a head, or a query per line`);
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

/** A head names the column of queries, or has several columns. */
function isHead(line: string): boolean {
  return line.includes(',') || namesNear(line.trim(), ['query']).length > 0;
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
    // reported below, in the same words as JSON that is no object
  }
  throw new UsageError(`line ${number} is no JSON object`);
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
          return [name, valueIn(name, value)];
        }),
    ),
  );
}

function csvRows(content: string): Record<string, string>[] {
  try {
    return rowsOfCsv(content);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`no CSV: ${error.message}`);
    throw error;
  }
}

/**
 * What each column is. The column of queries may have any of the names that people give it (`keyword`, `search term`); of the
 * others, one that resembles a parameter is refused, since leaving it out would search for something else.
 */
function columnNames(columns: readonly string[]): Map<string, string> {
  const known = [...own, ...parameterNames];
  const names = new Map(columns.map((column) => [column, column]));
  if (!columns.includes('query')) {
    const [column, ...others] = columns.filter(
      (name) => !known.includes(name) && namesNear(name, known)[0] === 'query',
    );
    if (column === undefined || others.length > 0)
      throw new UsageError(
        `the CSV needs a column "query"; its columns are ${columns.map((name) => `"${name}"`).join(', ')}`,
      );
    names.set(column, 'query');
  }
  for (const column of columns) {
    if (known.includes(names.get(column) ?? column)) continue;
    const [meant] = namesNear(column, known);
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

/** Of what is no parameter, a name that resembles one is sent, so that the endpoint says what is wrong with it. */
function isExtraColumn(name: string): boolean {
  return namesNear(name, parameterNames).length === 0;
}
