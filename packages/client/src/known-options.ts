import type { ParseOptions, SearchOptions } from './client.js';

/** The options of calls; the compiler names those that are missing here. */
interface KnownOptions {
  readonly search: Readonly<Record<keyof SearchOptions, true>>;
  readonly parse: Readonly<Record<keyof ParseOptions, true>>;
}

const known: KnownOptions = {
  search: { signal: true, include: true, fresh: true, extract: true, extractChars: true, extractFormat: true },
  parse: { signal: true, query: true, page: true, contentType: true, include: true },
};

/** Throws a `TypeError` for an option that does not exist: a misspelt one would be ignored. */
export function assertKnownOptions(of: keyof KnownOptions, options: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known[of], name));
  if (unknown === undefined) return;
  throw new TypeError(`Unknown option "${unknown}"; known options are ${Object.keys(known[of]).join(', ')}`);
}
