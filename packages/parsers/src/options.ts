import { type Extra, extras } from './results/responses.js';

/** One option per entry of `extras`, `false` by default. */
type ExtraOptions = { [Name in Extra]?: boolean | undefined };

/** Options of the parsers, all optional. An unknown option or a value of the wrong type is a `TypeError`. */
export interface ParseOptions extends ExtraOptions {
  /**
   * The query that was asked. A page that says it answers another one is a `PageError` with state `wrong_query`.
   * @default not compared
   */
  query?: string | undefined;
  /**
   * The page number that was asked: an integer from 0, where 0 and 1 are both the first page. A page that says it is
   * another one is a `PageError` with state `wrong_page`. Also used for `pagination.current` if the page shows no
   * number.
   * @default not compared; 1
   */
  page?: number | undefined;
  /**
   * The response's `Content-Type`; its charset decodes a body given as bytes.
   * @default the charset that the body names, else UTF-8
   */
  contentType?: string | undefined;
  /**
   * Whether a body that breaks off before its end is refused as a `PageError` with state `truncated`. If not, the part
   * that arrived is read: fewer rows than the whole page has, and the result does not say so.
   * @default false
   */
  truncated?: boolean | undefined;
}

/** The options with their defaults. */
export interface ResolvedOptions extends Readonly<Record<Extra, boolean>> {
  readonly query: string | undefined;
  /** From 1. */
  readonly page: number | undefined;
  readonly contentType: string | undefined;
  readonly truncated: boolean;
}

const extraNames = Object.keys(extras) as Extra[];

/** The test of each option's value, and its type for the error message. */
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
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} for an unknown option or a value of the wrong type
 */
export function resolveOptions(options: ParseOptions = {}): ResolvedOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`The options must be an object, not ${shown(options)}`);
  }
  for (const [name, value] of Object.entries(options)) checkOption(name, value);
  const { query, page, contentType, truncated = false } = options;
  const requested = Object.fromEntries(extraNames.map((name) => [name, options[name] ?? false])) as Record<
    Extra,
    boolean
  >;
  return { query, page: page === undefined ? undefined : Math.max(page, 1), contentType, truncated, ...requested };
}

function checkOption(name: string, value: unknown): void {
  const type = types.get(name);
  if (type === undefined)
    throw new TypeError(`Unknown option "${name}"; known options are ${[...types.keys()].join(', ')}`);
  if (value === undefined || type.test(value)) return;
  throw new TypeError(`The option "${name}" must be ${type.name}, not ${shown(value)}`);
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

/** The value for an error message, as in source code. Long strings are cut, so that it never contains a whole body. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maximumShown));
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const maximumShown = 40;
