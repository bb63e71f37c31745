/** A search, as input for generated code. */
export interface SnippetRequest {
  /** Such as `alpha.search`. */
  operation: string;
  /** Common name of its engine; undefined if the service does not state it. */
  engineName: string | undefined;
  /** URL of the operation, including the extras. */
  url: string;
  /** Base URL of the service. */
  base: string;
  body: Readonly<Record<string, unknown>>;
  include: readonly string[];
  /** The key to include in the code; undefined to read it from the environment. */
  key: string | undefined;
}

/** A language in which the search can be written. */
export interface SnippetLanguage {
  id: string;
  name: string;
  /** Requirements of the code, in a few words. */
  needs(search: SnippetRequest): string;
  write(search: SnippetRequest): string;
}

/** Name of the environment variable with the key. */
export const apiKeyVariable = 'SVC_KEY';
