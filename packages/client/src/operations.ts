import type { operations, Problem } from './api.js';

/** Name of a search: those whose pages the service also reads for whoever has fetched them. */
export type Operation = Exclude<ParsedName<keyof operations>, 'auto'>;

type ParsedName<Id> = Id extends `parse.${infer Name}` ? Name & keyof operations : never;

/** Name of an engine. */
export type Engine = Operation extends `${infer Name}.${string}` ? Name : never;

/** Name of a search whose results have pages. */
export type PagedOperation = Exclude<Operation, 'alpha.autocomplete'>;

/** The body of a search. */
export type RequestOf<Name extends Operation> = operations[Name]['requestBody']['content']['application/json'];

/** The answer to a search. */
export type ResponseOf<Name extends Operation> = operations[Name]['responses'][200]['content']['application/json'];

/** What is read of a page that the caller has fetched. */
export type PageOf<Name extends Operation> =
  operations[`parse.${Name}`]['responses'][200]['content']['application/json'];

/** Name of an extra of an answer. */
export type Extra = NonNullable<NonNullable<operations['alpha.search']['parameters']['query']>['include']>[number];

/** Name of an extra of a page that the caller has fetched. */
export type PageExtra = NonNullable<
  NonNullable<operations['parse.alpha.search']['parameters']['query']>['include']
>[number];

/** A search of a batch. */
export type BatchLineOf<Name extends Operation> = RequestOf<Name> & {
  /** Your name for it; each once in a batch. */
  id: string;
  operation: Name;
  /** Extras for this line, in place of those of the batch. */
  include?: readonly Extra[];
  /** How many of the pages found are read for it, in place of the number of the batch. */
  extract?: number;
  extract_chars?: number;
  extract_format?: 'markdown' | 'text';
};

/** A search of a batch, whatever it searches. */
export type BatchLine = { [Name in Operation]: BatchLineOf<Name> }[Operation];

/** What the answers to the lines of a batch have in common. */
interface BatchAnswerBase {
  /** Place of its line in the batch, from 1. */
  line: number;
  status: number;
  /** `id` of its line; null where it has none of its own. */
  id: string | null;
  headers: Record<string, string>;
}

/** The answer to a line that found something. */
export interface BatchFound extends BatchAnswerBase {
  status: 200;
  body: ResponseOf<Operation>;
}

/** The answer to a line that failed. */
export interface BatchFailed extends BatchAnswerBase {
  body: Problem;
}

/** The answer to a line. `isFound` tells which. */
export type BatchAnswer = BatchFound | BatchFailed;

/** Whether a line of a batch was answered with results rather than with a problem. */
export function isFound(answer: BatchAnswer): answer is BatchFound {
  return answer.status === 200;
}

/** The path of each search. */
export const searchPaths: { readonly [Name in Operation]: `/api/v1/${string}` } = {
  'alpha.search': '/api/v1/alpha/search',
  'alpha.news': '/api/v1/alpha/news',
  'alpha.videos': '/api/v1/alpha/videos',
  'alpha.autocomplete': '/api/v1/alpha/search/autocomplete',
  'beta.search': '/api/v1/beta/search',
  'gamma.search': '/api/v1/gamma/search',
};

/** The names that people and models know the engines by. */
interface EngineNames extends Record<Engine, string> {
  alpha: 'Google';
  beta: 'Bing';
  gamma: 'Brave';
}

/** What tools call an engine. */
export type EngineName = Lowercase<EngineNames[Engine]>;

/** The engines by those names. Without one of them this does not compile. */
export const engineNames: Readonly<EngineNames> = { alpha: 'Google', beta: 'Bing', gamma: 'Brave' };

/** Names of all searches. */
export const operationNames: readonly Operation[] = Object.keys(searchPaths) as Operation[];
