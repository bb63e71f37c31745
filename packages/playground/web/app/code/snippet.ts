/** What a search is, for the code that makes it. */
export interface Search {
  /** `alpha.search` … */
  operation: string;
  /** Address of the operation, with the extras. */
  url: string;
  /** Address of the service. */
  base: string;
  body: Readonly<Record<string, unknown>>;
  include: readonly string[];
  /** The key that the code holds; undefined for one that it takes from the environment. */
  key: string | undefined;
}

/** A way to make the search elsewhere. */
export interface Language {
  id: string;
  name: string;
  /** What the code needs, in a few words. */
  needs(search: Search): string;
  write(search: Search): string;
}

/** Name of the environment variable that holds the key. */
export const keyVariable = 'SVC_KEY';
