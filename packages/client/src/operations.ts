import type { operations, Problem } from './api.js';
import { names, paths } from './names.js';

/** Name of a search. The service can also parse pages of it that callers have fetched. */
export type Operation = Exclude<ParsedName<keyof operations>, 'auto'>;

type ParsedName<Id> = Id extends `parse.${infer Name}` ? Name & keyof operations : never;

/** Name of an engine. */
export type Engine = Operation extends `${infer Name}.${string}` ? Name : never;

/** Name of a search whose results have pages. */
export type PagedOperation = Exclude<Operation, 'alpha.autocomplete'>;

/** The same with undefined where a property is optional; it is not sent. */
export type OrUndefined<T> = { [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key] };

/** The body of a search. */
export type RequestOf<Name extends Operation> = OrUndefined<
  operations[Name]['requestBody']['content']['application/json']
>;

/** The response to a search. */
export type ResponseOf<Name extends Operation> = operations[Name]['responses'][200]['content']['application/json'];

/** The result of parsing a page that the caller has fetched. */
export type PageOf<Name extends Operation> =
  operations[`parse.${Name}`]['responses'][200]['content']['application/json'];

/** Name of an extra in a response. */
export type Extra = NonNullable<NonNullable<operations['alpha.search']['parameters']['query']>['include']>[number];

/** Name of an extra in the result of `parse`. */
export type PageExtra = NonNullable<
  NonNullable<operations['parse.alpha.search']['parameters']['query']>['include']
>[number];

/** A search of a batch. */
export type BatchLineOf<Name extends Operation> = RequestOf<Name> & {
  /** Your id for the line; unique within a batch. */
  id: string;
  operation: Name;
  /** Extras for this line; overrides those of the batch. */
  include?: readonly Extra[] | undefined;
  /** Number of found pages to read for this line; overrides that of the batch. */
  extract?: number | undefined;
  extract_chars?: number | undefined;
  extract_format?: 'markdown' | 'text' | undefined;
};

/** A search of a batch, of any operation. */
export type BatchLine = { [Name in Operation]: BatchLineOf<Name> }[Operation];

/** Common properties of the results of a batch. */
interface BatchAnswerBase {
  /** Number of the line in the batch, from 1. */
  line: number;
  status: number;
  /** `id` of the line; null if it has none, or one that was already used. */
  id: string | null;
  headers: Record<string, string>;
}

/** The result of a successful line. */
export interface BatchSuccess extends BatchAnswerBase {
  status: 200;
  body: ResponseOf<Operation>;
}

/** The result of a line that failed. */
export interface BatchFailure extends BatchAnswerBase {
  body: Problem;
}

/** The result of a line. Use `isBatchSuccess` to tell the two apart. */
export type BatchAnswer = BatchSuccess | BatchFailure;

/** Whether a line of a batch succeeded. */
export function isBatchSuccess(answer: BatchAnswer): answer is BatchSuccess {
  return answer.status === 200;
}

/** The path of each search. */
export const searchPaths: { readonly [Name in Operation]: `/api/v1/${string}` } = paths;

/** What tools call an engine. */
export type EngineName = Lowercase<(typeof names)[Engine]>;

/** The common name of each engine. */
export const engineNames: typeof names = names;

/** Names of all searches. */
export const operationNames: readonly Operation[] = Object.keys(searchPaths) as Operation[];
