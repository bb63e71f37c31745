import { addressOf } from '../api/base.js';
import type { Description, Operation } from '../api/description.js';
import type { Json } from '../api/request.js';
import { bodyOf } from '../api/values.js';
import type { Search } from '../code/snippet.js';
import type { Draft } from '../state/route.js';

/** Extras that the playground asks for to show them. Where they were not asked for by the person, JSON and code leave them out. */
const ownExtras = ['blocks', 'diagnostics', 'metadata'];

/** A draft as it is sent. */
export interface Asked {
  draft: Draft;
  operation: Operation;
  body: Json;
  /** Address with all extras. */
  url: string;
}

/** The operation that a draft names, else the first. */
export function operationOf({ operations }: Description, name: string): Operation | undefined {
  return operations.find((operation) => operation.name === name) ?? operations[0];
}

/** What a draft comes to. @param pages whether the pages are asked for too */
export function askedOf(description: Description, { draft, pages }: { draft: Draft; pages: boolean }): Asked {
  const operation = operationOf(description, draft.operation);
  if (operation === undefined) throw new Error('The service describes no search');
  const own = [...ownExtras, ...(pages ? ['html'] : [])].filter((name) => description.extras.includes(name));
  const include = [...new Set([...draft.include, ...own])];
  return { draft, operation, body: bodyOf(operation.fields, draft.values), url: urlOf(operation, include) };
}

/** What the code of a draft makes: the search without what only the playground asks for. */
export function searchOf({ operation, body, draft }: Asked, base: string, key: string | undefined): Search {
  const { include } = draft;
  return { operation: operation.name, url: urlOf(operation, include), base, body, include, key };
}

/** An answer without what only the playground asked for. */
export function asAsked(body: Json, { include }: Draft): Json {
  const own = [...ownExtras, 'html'].filter((name) => !include.includes(name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)));
}

function urlOf({ path }: Operation, include: readonly string[]): string {
  return `${addressOf(path)}${include.length > 0 ? `?include=${include.join(',')}` : ''}`;
}
