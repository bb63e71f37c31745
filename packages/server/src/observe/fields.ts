import { elementTypes } from '@svc/parsers';
import { endpoints } from '../operations/index.js';

/** Share of rows, 0 to 1, in which each field is filled; for fields of the answer, prefixed with `answer.`, of answers. */
export type FillRates = Readonly<Record<string, number>>;

/** The fields counted in the answers of each operation. */
const fields: ReadonlyMap<string, readonly string[]> = new Map(
  endpoints.map(({ name, fillRateFields }) => [name, fillRateFields]),
);

/** Names of all blocks; `ad` is the element of `ads`. */
const blockTypes: readonly string[] = ['ads', 'sitelinks', ...elementTypes];

/** How often one field of an answer is filled. */
export interface FilledCount {
  field: string;
  /** How often it could be: the number of rows, or 1 for a field of the answer itself. */
  total: number;
  filled: number;
}

/** Counts the filled fields of an answer; nothing for an answer without rows. */
export function countFilled(operation: string, answer: Readonly<Record<string, unknown>>): FilledCount[] {
  const rows = rowsOf(answer);
  const counted = fields.get(operation);
  if (rows.length === 0 || counted === undefined) return [];
  return [...blocksIn(answer), ...fieldsIn(counted, answer, rows)];
}

/** Counts the types of blocks on a page, if requested: every answer could have each. */
function blocksIn({ blocks }: Readonly<Record<string, unknown>>): FilledCount[] {
  if (!isObject(blocks)) return [];
  return blockTypes
    .filter((type) => Object.hasOwn(blocks, type))
    .map((type) => ({ field: `block.${type}`, total: 1, filled: Number(isFilled(blocks[type])) }));
}

function fieldsIn(
  counted: readonly string[],
  answer: Readonly<Record<string, unknown>>,
  rows: readonly ResultRow[],
): FilledCount[] {
  return counted.map((field) => {
    const path = /^answer\.(.+)$/.exec(field)?.[1];
    if (path !== undefined) return { field, total: 1, filled: Number(isFilled(valueAt(answer, path.split('.')))) };
    return { field, total: rows.length, filled: rows.filter((row) => isFilled(row[field])).length };
  });
}

type ResultRow = Readonly<Record<string, unknown>>;

function rowsOf({ organic_results, suggestions }: Readonly<Record<string, unknown>>): ResultRow[] {
  const list = organic_results ?? suggestions;
  return Array.isArray(list) ? (list as ResultRow[]) : [];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((found, name) => (isObject(found) ? found[name] : undefined), value);
}

function isObject(value: unknown): value is ResultRow {
  return typeof value === 'object' && value !== null;
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== '' && value !== null && value !== undefined;
}
