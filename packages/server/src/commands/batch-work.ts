import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '../operations/endpoint.js';
import { UsageError } from './command.js';
import { endpointNamed } from './operations.js';
import { valueIn } from './parameter-flags.js';
import { rowsOfCsv } from './terminal/csv.js';

/** One search of a file. */
export interface Work {
  /** The caller's name for it, or the number of its line. */
  id: string;
  endpoint: Endpoint;
  /** The parameters, as the body of the endpoint has them. */
  body: Readonly<Record<string, unknown>>;
}

type Line = Readonly<Record<string, unknown>>;

/** Reads the searches of a file. Throws a `UsageError` that names the line that is none. */
export async function readWork(file: string, usual: Endpoint | undefined): Promise<Work[]> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const lines = content.trimStart().startsWith('{') ? linesOfJson(content) : linesOfCsv(content);
  if (lines.length === 0) throw new UsageError(`${file} holds no search: lines of JSON, or CSV with a head`);
  const work = lines.map((line, index) => workOf(line, index + 1, usual));
  const ids = new Set<string>();
  for (const { id } of work) {
    if (ids.has(id)) throw new UsageError(`the id "${id}" is given more than once in ${file}`);
    ids.add(id);
  }
  return work;
}

function linesOfJson(content: string): Line[] {
  const lines = content.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  return lines.filter(({ line }) => line !== '').map(({ line, number }) => objectIn(line, number));
}

function objectIn(line: string, number: number): Line {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // told below, in the same words as JSON that is no object
  }
  throw new UsageError(`line ${number} is no JSON object`);
}

function linesOfCsv(content: string): Line[] {
  try {
    return rowsOfCsv(content).map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => [name, valueIn(name, value)]),
      ),
    );
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`no CSV: ${error.message}`);
    throw error;
  }
}

function workOf({ id, operation, ...body }: Line, number: number, usual: Endpoint | undefined): Work {
  const endpoint = operation === undefined || operation === '' ? usual : endpointNamed(String(operation));
  if (endpoint === undefined)
    throw new UsageError(`line ${number} names no operation; --operation names one for all such lines`);
  return { id: id === undefined ? `${number}` : String(id), endpoint, body };
}
