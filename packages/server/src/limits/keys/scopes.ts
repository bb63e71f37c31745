/** What a key may be allowed to do, each with what it means. */
export const scopes = {
  search: 'search on every engine',
  lookup: 'look up places, countries and languages',
  parse: 'have pages parsed without fetching',
} as const;

/** Something that a key may do. */
export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as readonly Scope[];
