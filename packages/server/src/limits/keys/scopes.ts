import { ApiError } from '../../errors/api-error.js';

/** What a key may be allowed to do, each with what it means. */
export const scopes = {
  search: 'search on every engine',
  lookup: 'look up places, countries and languages',
  parse: 'have pages parsed without fetching',
  extract: 'have pages read that a search has found, where the service does so',
  admin: 'list and cancel the batches of every key, and see what each key has used',
} as const;

/** Something that a key may do. */
export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as readonly Scope[];

/** What a key may do where nothing is said: all that concerns nobody else. */
export const usualScopes: readonly Scope[] = scopeNames.filter((scope) => scope !== 'admin');

/** Throws an `ApiError` where a key has not got a scope. */
export function requireScope({ scopes: given }: { scopes: readonly string[] }, scope: Scope): void {
  if (given.includes(scope)) return;
  throw new ApiError('insufficient_scope', `The key does not have the scope "${scope}", which this needs.`);
}
