import { type Extra, extras } from './results/responses.js';

/** What each entry of `extras` is asked for with, `false` by default. */
type ExtraOptions = { [Name in Extra]?: boolean };

/** What a caller may pass to a parser, all optional. An unknown name or a value of another type is a `TypeError`. */
export interface ParseOptions extends ExtraOptions {
  /**
   * The query that was asked. A page that says it answers another one is a `PageError` with state `wrong_query`.
   * @default not compared
   */
  query?: string;
  /**
   * The number of the page that was asked: an integer, of which 0 and 1 are the first page. A page that says it is
   * another one is a `PageError` with state `wrong_page`. Also the number reported as `pagination.current` where the
   * page shows none.
   * @default not compared; 1
   */
  page?: number;
  /**
   * The response's `Content-Type`: its charset is used to decode a body given as bytes.
   * @default the charset that the body itself names, else UTF-8
   */
  contentType?: string;
  /**
   * Refuses what breaks off before its end (a body that did not arrive whole) as a `PageError` with state `truncated`.
   * Without it, what had arrived is read: fewer rows than the whole page has, and nothing says so.
   * @default false
   */
  truncated?: boolean;
}

/** The options as the code uses them. */
export interface ResolvedOptions extends Readonly<Record<Extra, boolean>> {
  readonly query: string | undefined;
  /** From 1. */
  readonly page: number | undefined;
  readonly contentType: string | undefined;
  readonly truncated: boolean;
}

const extraNames = Object.keys(extras) as Extra[];

/** What each option must be. */
const types: ReadonlyMap<string, OptionType> = new Map([
  ['query', { test: isText, name: 'a string' }],
  ['page', { test: isPageNumber, name: 'an integer of 0 or more' }],
  ['contentType', { test: isText, name: 'a string' }],
  ['truncated', { test: isBoolean, name: 'a boolean' }],
  ...extraNames.map((name): [string, OptionType] => [name, { test: isBoolean, name: 'a boolean' }]),
]);

interface OptionType {
  readonly test: (value: unknown) => boolean;
  readonly name: string;
}

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} for an option that does not exist, or a value that is none of its type
 */
export function resolveOptions(options: ParseOptions = {}): ResolvedOptions {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`The options must be an object, not ${options}`);
  for (const [name, value] of Object.entries(options)) checkOption(name, value);
  const { query, page, contentType, truncated = false } = options;
  const asked = Object.fromEntries(extraNames.map((name) => [name, options[name] ?? false])) as Record<Extra, boolean>;
  return { query, page: page === undefined ? undefined : Math.max(page, 1), contentType, truncated, ...asked };
}

function checkOption(name: string, value: unknown): void {
  const type = types.get(name);
  if (type === undefined) throw new TypeError(`Unknown option "${name}"; known are ${[...types.keys()].join(', ')}`);
  if (value === undefined || type.test(value)) return;
  throw new TypeError(`The option "${name}" must be ${type.name}, not ${written(value)}`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isPageNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The value as source code has it, as far as that helps; never a whole body. */
function written(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, longestWritten));
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const longestWritten = 40;
