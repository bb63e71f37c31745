import type { WebSearchOptions } from './ai.js';
import type { CallOptions, ClientOptions, ParseOptions, SearchOptions } from './client.js';

/** The options of a client and its calls; the compiler names those that are missing here. */
interface KnownOptions {
  readonly client: Readonly<Record<keyof ClientOptions, true>>;
  readonly call: Readonly<Record<keyof CallOptions, true>>;
  readonly search: Readonly<Record<keyof SearchOptions, true>>;
  readonly parse: Readonly<Record<keyof ParseOptions, true>>;
  readonly webSearch: Readonly<Record<keyof (WebSearchOptions & CallOptions), true>>;
}

const known: KnownOptions = {
  client: { baseUrl: true, apiKey: true, headers: true, fetch: true, attempts: true, deadlineMs: true },
  call: { signal: true },
  search: { signal: true, include: true, fresh: true, extract: true, extractChars: true, extractFormat: true },
  parse: { signal: true, query: true, page: true, contentType: true, include: true },
  webSearch: { signal: true, maxChars: true, snippetChars: true },
};

/** Throws a `TypeError` for options that are none, and for one that does not exist: a misspelt one would be ignored. */
export function assertKnownOptions(optionSet: keyof KnownOptions, options: object): void {
  if (Object(options) !== options) throw new TypeError('The options must be an object');
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known[optionSet], name));
  if (unknown === undefined) return;
  throw new TypeError(`Unknown option "${unknown}"; known options are ${Object.keys(known[optionSet]).join(', ')}`);
}
