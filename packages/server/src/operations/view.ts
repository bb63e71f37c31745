import { type Fault, truncateForMessage } from '../errors/api-error.js';
import { didYouMean, findSimilarNames } from './request/nearest.js';
import { resultRowFields } from './schema/results.js';

/** How much of an answer is sent, and in which format. */
export interface AnswerView {
  format: 'json' | 'markdown';
  /** Fields to keep: of the answer, or of its rows. Undefined for all. */
  fields: readonly string[] | undefined;
  /** Maximum number of characters of a snippet. */
  snippetChars: number | undefined;
  /** Maximum number of characters of the answer; rows are left out from the end. */
  maxChars: number | undefined;
}

/** The view of the whole answer. */
export const wholeAnswerView: AnswerView = {
  format: 'json',
  fields: undefined,
  snippetChars: undefined,
  maxChars: undefined,
};

/** The requested view, undefined if none is, and all faults of the request. */
interface ParsedView {
  view: AnswerView | undefined;
  faults: readonly Fault[];
}

/** Parameters of the query string of every search, as in the API description. */
export const viewParameters: Readonly<Record<string, { description: string; schema: Record<string, unknown> }>> = {
  format: {
    description:
      'Format of the answer: `markdown` is a list of the rows with their sources as `text/markdown`, for language models.',
    schema: { type: 'string', enum: ['json', 'markdown'], default: 'json' },
  },
  fields: {
    description:
      'Comma-separated fields to keep: fields of the answer (`related_searches`) or of its rows (`title`). Others are left out, also those that answers otherwise always have.',
    schema: { type: 'string' },
  },
  snippet_chars: {
    description: 'Maximum length of a snippet in characters; longer ones are cut between words.',
    schema: { type: 'integer', minimum: 20, maximum: 10_000 },
  },
  max_chars: {
    description:
      'Maximum length of the answer in characters. Rows are left out from the end; then `truncated` is true and `results_left` is their number. What is not a row stays, even if it is longer.',
    schema: { type: 'integer', minimum: 200, maximum: 1_000_000 },
  },
};

/** Names of these parameters. */
export const viewParameterNames: readonly string[] = Object.keys(viewParameters);

/** Fields of rows that `fields` may name; the last two belong to suggestions and to rows joined from several engines. */
export const selectableRowFields: readonly string[] = [...resultRowFields, 'value', 'score'];

/** Fields of answers that `fields` may name. */
const answerFields: readonly string[] = [
  ...['organic_results', 'suggestions', 'results', 'engines', 'pagination', 'knowledge_graph', 'related_searches'],
  ...['search_information', 'search_parameters', 'blocks', 'elements', 'diagnostics', 'metadata', 'html', 'extracted'],
  ...['truncated', 'results_left'], // which are always there if rows were left out
];

/** All names for `fields`. */
export const selectableFieldNames: readonly string[] = [...selectableRowFields, ...answerFields];

/** Reads the view that a query string asks for. */
export function parseView(query: Readonly<Record<string, unknown>>): ParsedView {
  const faults: Fault[] = [];
  const textOf = (name: string): string | undefined => {
    const value = query[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    faults.push(fault(name, 'may be given once only'));
    return undefined;
  };
  const wholeOf = (name: string): number | undefined => {
    const text = textOf(name);
    const { minimum = 0, maximum = 0 } = (viewParameters[name]?.schema ?? {}) as { minimum?: number; maximum?: number };
    if (text === undefined) return undefined;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    faults.push(fault(name, `must be a whole number from ${minimum} to ${maximum}`));
    return undefined;
  };
  const format = textOf('format') ?? 'json';
  if (format !== 'json' && format !== 'markdown') faults.push(fault('format', 'must be "json" or "markdown"'));
  const fields = textOf('fields')
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of fields ?? []) if (!isField(name)) faults.push(unknownField(name));
  const view: AnswerView = {
    format: format === 'markdown' ? 'markdown' : 'json',
    fields,
    snippetChars: wholeOf('snippet_chars'),
    maxChars: wholeOf('max_chars'),
  };
  const isAsked = viewParameterNames.some((name) => query[name] !== undefined && query[name] !== '');
  return { view: isAsked ? view : undefined, faults };
}

function isField(name: string): boolean {
  return selectableFieldNames.includes(name);
}

function unknownField(name: string): Fault {
  const meant = findSimilarNames(name, selectableFieldNames);
  const unknown = fault('fields', `has an unknown field "${truncateForMessage(name)}"`);
  const message = `${unknown.message}${didYouMean(meant)}`;
  return { ...unknown, message, ...(meant.length > 0 && { suggestions: meant }) };
}

function fault(field: string, must: string): Fault {
  return { field, code: 'invalid_parameter', message: `"${field}" ${must}.` };
}
