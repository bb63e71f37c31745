/** What a caller may tell a parser. Everything is optional; an unknown name is a `TypeError`. */
export interface ParseOptions {
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
  /**
   * Adds `date` to the rows of `alpha.search` and `gamma.search`, whose contract has none.
   * @default false
   */
  dates?: boolean;
  /**
   * Adds `blocks`: what else stands on the page, typed (questions, top stories, ads …). `alpha.search` only.
   * @default false
   */
  blocks?: boolean;
  /**
   * Adds `diagnostics`: how the page was read.
   * @default false
   */
  diagnostics?: boolean;
}

/** The options as the code uses them. */
export interface ResolvedOptions {
  query: string | undefined;
  page: number | undefined;
  contentType: string | undefined;
  dates: boolean;
  blocks: boolean;
  diagnostics: boolean;
}

const names = new Set(['query', 'page', 'contentType', 'dates', 'blocks', 'diagnostics']);

/** Fills in the defaults. Throws a `TypeError` for an option that does not exist. */
export function resolveOptions(options: ParseOptions = {}): ResolvedOptions {
  for (const name of Object.keys(options)) {
    if (!names.has(name)) throw new TypeError(`Unknown option "${name}"; known are ${[...names].join(', ')}`);
  }
  const { query, page, contentType, dates = false, blocks = false, diagnostics = false } = options;
  return { query, page, contentType, dates, blocks, diagnostics };
}
