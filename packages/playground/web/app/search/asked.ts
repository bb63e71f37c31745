import { addressOf } from '../api/base.js';
import type { Description, Operation } from '../api/description.js';
import { bodyOf } from '../api/fields.js';
import type { Json } from '../api/request.js';
import type { Search } from '../code/snippet.js';
import type { Draft } from '../state/route.js';

/** Extras that a search asks for at first, where the operation has them: all that the views show. */
const usualExtras = ['blocks', 'elements', 'rich', 'html'];

/** A draft as it is sent. */
export interface Asked {
  draft: Draft;
  operation: Operation;
  body: Json;
  /** Extras that are asked for: what is sent, shown and copied is the same. */
  include: readonly string[];
  /** Address with all extras. */
  url: string;
}

/** The operation that a draft names, else the first. */
export function operationOf({ operations }: Description, name: string): Operation | undefined {
  return operations.find((operation) => operation.name === name) ?? operations[0];
}

/** The extras of a draft that the operation has; those asked for at first where the draft says nothing. */
export function includeOf({ extras, kind }: Operation, { include }: Draft): string[] {
  const wanted = include ?? (kind === 'autocomplete' ? [] : usualExtras);
  return wanted.filter((name) => extras.includes(name));
}

/** What a draft comes to. */
export function askedOf(description: Description, draft: Draft): Asked {
  const operation = operationOf(description, draft.operation);
  if (operation === undefined) throw new Error('The service offers no searches');
  const include = includeOf(operation, draft);
  const url = `${addressOf(operation.path)}${include.length > 0 ? `?include=${include.join(',')}` : ''}`;
  return { draft, operation, body: bodyOf(operation.fields, draft.values), include, url };
}

/** What the code of a search makes: the same request. */
export function searchOf({ operation, body, include, url }: Asked, base: string, key: string | undefined): Search {
  return { operation: operation.name, url, base, body, include, key };
}
