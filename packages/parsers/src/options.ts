import { type Extra, extras } from './results/responses.js';

/** What each entry of `extras` is asked for with, `false` by default. */
type ExtraOptions = { [Name in Extra]?: boolean };

/** What a caller may tell a parser. Everything is optional; an unknown name is a `TypeError`. */
export interface ParseOptions extends ExtraOptions {
  /**
   * The query that was asked. A page that says it answers another one is a `PageError` with state `wrong_query`.
   * @default not compared
   */
  query?: string;
  /**
   * The number, from 1, of the page that was asked. A page that says it is another one is a `PageError` with state
   * `wrong_page`. Also the number reported as `pagination.current` where the page shows none.
   * @default not compared; 1
   */
  page?: number;
  /**
   * The response's `Content-Type`: its charset is used to decode a body given as bytes.
   * @default the charset that the body itself names, else UTF-8
   */
  contentType?: string;
}

/** The options as the code uses them. */
export interface ResolvedOptions extends Readonly<Record<Extra, boolean>> {
  query: string | undefined;
  page: number | undefined;
  contentType: string | undefined;
}

const extraNames = Object.keys(extras) as Extra[];

const names: ReadonlySet<string> = new Set(['query', 'page', 'contentType', ...extraNames]);

/** Fills in the defaults. Throws a `TypeError` for an option that does not exist. */
export function resolveOptions(options: ParseOptions = {}): ResolvedOptions {
  for (const name of Object.keys(options)) {
    if (!names.has(name)) throw new TypeError(`Unknown option "${name}"; known are ${[...names].join(', ')}`);
  }
  const { query, page, contentType } = options;
  const asked = Object.fromEntries(extraNames.map((name) => [name, options[name] ?? false])) as Record<Extra, boolean>;
  return { query, page, contentType, ...asked };
}
