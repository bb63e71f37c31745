import { serviceUrlOf } from '../api/base.js';
import type { ApiDescription, ApiOperation } from '../api/description.js';
import { requestBodyOf } from '../api/fields.js';
import type { JsonObject } from '../api/request.js';
import type { SnippetRequest } from '../code/snippet.js';
import type { Draft } from '../state/route.js';

/** Default extras of a search, if the operation has them: all that the views show. */
const usualExtras = ['blocks', 'elements', 'rich', 'html'];

/** A draft in the form of a request. */
export interface SearchRequest {
  draft: Draft;
  operation: ApiOperation;
  body: JsonObject;
  /** The requested extras, the same in the request, in the form and in the code. */
  include: readonly string[];
  /** URL with all extras. */
  url: string;
}

/** The operation of a draft, or the first one. */
export function operationOf({ operations }: ApiDescription, name: string): ApiOperation | undefined {
  return operations.find((operation) => operation.name === name) ?? operations[0];
}

/** The extras of a draft that the operation has, or the default extras. */
export function includeOf({ extras, kind }: ApiOperation, { include }: Draft): string[] {
  const wanted = include ?? (kind === 'autocomplete' ? [] : usualExtras);
  return wanted.filter((name) => extras.includes(name));
}

/** The request of a draft. */
export function searchRequestOf(description: ApiDescription, draft: Draft): SearchRequest {
  const operation = operationOf(description, draft.operation);
  if (operation === undefined) throw new Error('The service offers no searches');
  const include = includeOf(operation, draft);
  const url = `${serviceUrlOf(operation.path)}${include.length > 0 ? `?include=${include.join(',')}` : ''}`;
  return { draft, operation, body: requestBodyOf(operation.fields, draft.values), include, url };
}

/** The same request as input for generated code. */
export function snippetRequestOf(
  { operation, body, include, url }: SearchRequest,
  base: string,
  key: string | undefined,
): SnippetRequest {
  const { name, engineName } = operation;
  return { operation: name, engineName, url, base, body, include, key };
}
