import { ApiError, truncateForMessage } from '../../errors/api-error.js';

/** How a dialect treats its parameters. Others are ignored and named in `X-Ignored-Parameters`. */
export interface DialectParamRules {
  /** Used by the route. */
  mapped: readonly string[];
  /** Refused, because ignoring them would silently change the results. The value is the reason. */
  refused?: Readonly<Record<string, string>>;
}

/** The parameters of a foreign request. `''` and null count as missing. */
export interface DialectParams {
  /** Names of the given parameters. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The text of a parameter; numbers and booleans are converted to text. */
  text(name: string): string | undefined;
  /** A whole number within bounds. @throws {ApiError} `invalid_parameter` otherwise */
  integer(name: string, min: number, max: number): number | undefined;
  /** The value for one of several words, case-insensitive. @throws {ApiError} `invalid_parameter` otherwise */
  choice<Value>(name: string, choices: Readonly<Record<string, Value>>): Value | undefined;
  /** A list, given as an array or as text with commas. */
  list(name: string): string[];
  /** Names of ignored parameters. @throws {ApiError} `invalid_parameter` for a refused one */
  ignored(rules: DialectParamRules): string[];
}

/** Reads the parameters of a request; the first record with a parameter counts. */
export function createDialectParams(records: readonly Readonly<Record<string, unknown>>[]): DialectParams {
  const given = new Map<string, unknown>();
  for (const record of records)
    for (const [name, value] of Object.entries(record))
      if (value !== '' && value !== null && value !== undefined && !given.has(name)) given.set(name, value);

  const text = (name: string): string | undefined => {
    const value = given.get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'object') throw invalidParameterError(name, `"${name}" must be text`);
    return String(value);
  };

  return {
    names: [...given.keys()],
    has: (name) => given.has(name),
    text,
    integer(name, min, max) {
      const written = text(name)?.trim();
      if (written === undefined) return undefined;
      const number = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw invalidParameterError(name, `"${name}" must be a whole number from ${min} to ${max}`);
    },
    choice(name, choices) {
      const written = text(name)?.toLowerCase();
      if (written === undefined) return undefined;
      const found = Object.entries(choices).find(([word]) => word === written);
      if (found !== undefined) return found[1];
      throw invalidParameterError(name, `"${name}" must be one of ${Object.keys(choices).join(', ')}`);
    },
    list(name) {
      const value = given.get(name);
      const items = Array.isArray(value) ? value.map(String) : (text(name)?.split(',') ?? []);
      return items.map((item) => item.trim()).filter((item) => item !== '');
    },
    ignored({ mapped, refused = {} }) {
      for (const [name, reason] of Object.entries(refused))
        if (given.has(name)) throw invalidParameterError(name, `"${name}" is not supported: ${reason}`);
      return [...given.keys()].filter((name) => !mapped.includes(name));
    },
  };
}

/** A parameter with an invalid value. */
export function invalidParameterError(name: string, message: string): ApiError {
  const faults = [{ field: truncateForMessage(name), code: 'invalid_parameter' as const, message }];
  return new ApiError('invalid_parameter', `${message}.`, { faults });
}

/** A required parameter that is missing. */
export function missingParameterError(name: string, message: string): ApiError {
  return new ApiError('missing_parameter', message, {
    faults: [{ field: name, code: 'missing_parameter', message }],
  });
}

/**
 * The message of an error with the names of a dialect: what the native API calls `query` was sent as `q`.
 *
 * @param names names of the dialect by those of the native API
 */
export function messageWithNames({ message, faults }: ApiError, names: Readonly<Record<string, string>>): string {
  if (faults.length === 0) return message;
  return message.replace(/"(\w+)"/g, (quoted, name: string) =>
    Object.hasOwn(names, name) ? `"${names[name]}"` : quoted,
  );
}

/** Whether a value is an object other than an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes the properties that are undefined. */
export function omitUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/** Converts a language code to the form of the native API: `pt-br` to `pt-BR`, `zh_cn` to `zh-CN`. */
export function normalizeLanguageCode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [language = '', region] = text.replace('_', '-').split('-');
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`;
}

/** The header that names ignored parameters. */
export function ignoredParamsHeader(names: readonly string[]): Record<string, string> {
  const shown = names.filter((name) => /^[\w.-]{1,64}$/.test(name)).slice(0, 20);
  return shown.length === 0 ? {} : { 'x-ignored-parameters': shown.join(', ') };
}
