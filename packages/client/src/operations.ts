import type { operations, Problem } from './api.js';
import { namesByEngine, pathsByOperation } from './names.js';

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

/** A search of a batch, of one of these operations. */
export type BatchLine<Name extends Operation = Operation> = Name extends Operation ? BatchLineOf<Name> : never;

/** Common properties of the results of a batch. */
interface BatchAnswerBase<Name extends Operation> {
  /** Operation of the line. */
  operation: Name;
  /** Number of the line in the batch, from 1. */
  line: number;
  status: number;
  /** `id` of the line; null if it has none, or one that was already used. */
  id: string | null;
  headers: Record<string, string>;
}

/** The result of a successful line. */
export interface BatchSuccess<Name extends Operation = Operation> extends BatchAnswerBase<Name> {
  status: 200;
  body: ResponseOf<Name>;
}

/** The result of a line that failed. */
export interface BatchFailure<Name extends Operation = Operation> extends BatchAnswerBase<Name> {
  body: Problem;
}

/** The result of a successful line of one of these operations; `operation` determines the type of `body`. */
type BatchSuccessOfAny<Name extends Operation> = Name extends Operation ? BatchSuccess<Name> : never;

/** The result of a line. Use `isBatchSuccess` to tell the two apart; then `operation` determines the type of `body`. */
export type BatchAnswer<Name extends Operation = Operation> = BatchSuccessOfAny<Name> | BatchFailure<Name>;

/** Whether a line of a batch succeeded. */
export function isBatchSuccess<Name extends Operation>(answer: BatchAnswer<Name>): answer is BatchSuccessOfAny<Name> {
  return answer.status === 200;
}

/** The path of each search. */
export const searchPaths: { readonly [Name in Operation]: `/api/v1/${string}` } = pathsByOperation;

/** What tools call an engine. */
export type EngineName = Lowercase<(typeof namesByEngine)[Engine]>;

/** The common name of each engine. */
export const engineNames: typeof namesByEngine = namesByEngine;

/** Names of all searches. */
export const operationNames: readonly Operation[] = Object.keys(searchPaths) as Operation[];
