import { isCountryCode, isLanguageCode, isMarketCode, isUule } from '@svc/fetchers';
import { z } from 'zod';

/**
 * The parameters of endpoints. Each has the end of a sentence, "must be …", which is the message of all its faults. Values are
 * checked but never changed, so that they are echoed as given.
 */

/** A parameter that must be given. */
export type RequiredParameter<T> = z.ZodType<T>;

/** An optional parameter. */
export type OptionalParameter<T> = z.ZodExactOptional<z.ZodType<T>>;

const maxQueryLength = 2048;

/** A visible character: no blank, control or format character. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** `query` of every operation: sent upstream and echoed as given. */
export const query: RequiredParameter<string> = textParameter({
  must: `must be text with at least one visible character and at most ${maxQueryLength} characters`,
  description: 'What to search for. It may contain operators of the engine, such as `site:`.',
  isValid: (value) => visible.test(value) && [...value].length <= maxQueryLength,
  schema: { minLength: 1, maxLength: maxQueryLength, examples: ['weather in Lisbon'] },
});

/** `location`. That it names a place is checked by `createLocationCheck`. */
export const location: OptionalParameter<string> = textParameter({
  must: 'must be text of at most 256 characters, such as "Lisbon,Portugal"',
  description:
    'Place of the search, preferably a city and its country; also a `canonical_name` or `id:<id>` of the look-up. Of several matching places, the one with the most people is used, weighted by how well-known its name is.',
  isValid: (value) => visible.test(value) && [...value].length <= 256,
  schema: { maxLength: 256, examples: ['Lisbon,Portugal'] },
}).exactOptional();

export const uule: OptionalParameter<string> = textParameter({
  must: 'must be "w" or "a", then "+" or a space, then base64 of a place in the format of that letter, at most 2048 characters',
  description: 'The location in the encoding of the engine.',
  isValid: isUule,
  schema: { maxLength: 2048, pattern: '^[wa][+ ][A-Za-z0-9_+/-]+={0,2}$' },
}).exactOptional();

export const country: OptionalParameter<string> = textParameter({
  must: 'must be a two-letter country code of ISO 3166-1, or "uk"',
  description: 'Country of the search: ISO 3166-1 alpha-2, case-insensitive, or `uk`.',
  isValid: isCountryCode,
  schema: { pattern: '^[A-Za-z]{2}$', examples: ['pt'] },
}).exactOptional();

export const hl: OptionalParameter<string> = textParameter({
  must: 'must be a language code such as "pt", "pt-BR", "zh-TW" or "es-419"',
  description: 'Language of the page: a two-letter code or a regional form.',
  isValid: isLanguageCode,
  schema: { pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,4})?$', examples: ['pt'] },
}).exactOptional();

export const mkt: OptionalParameter<string> = textParameter({
  must: 'must be a market of the form "<language>-<country>", such as "pt-PT"',
  description: 'Market of the search: `<language code>-<country code>`.',
  isValid: isMarketCode,
  schema: { pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?-[A-Za-z]{2}$', examples: ['pt-PT'] },
}).exactOptional();

export const tbs: OptionalParameter<string> = textParameter({
  must: 'must be a comma-separated list of key:value pairs, such as "qdr:w", at most 512 characters',
  description: 'Filters that a query cannot express; `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m` and `qdr:y` limit the age.',
  isValid: (value) => value.length <= 512 && /^[a-z_]+:[^\s,:]+(,[a-z_]+:[^\s,:]+)*$/i.test(value),
  schema: { maxLength: 512, pattern: '^[A-Za-z_]+:[^\\s,:]+(,[A-Za-z_]+:[^\\s,:]+)*$', examples: ['qdr:w'] },
}).exactOptional();

export const page: OptionalParameter<number> = whole({
  must: 'must be a whole number, 0 or more',
  description: 'Number of the page; 0 and 1 both mean the first.',
  min: 0,
}).exactOptional();

export const num: OptionalParameter<number> = whole({
  must: 'must be a whole number from 1 to 100',
  description: 'Maximum number of results; default: 10. More than 10 are gathered from consecutive pages.',
  min: 1,
  max: 100,
}).exactOptional();

export const numHint: OptionalParameter<number> = whole({
  must: 'must be a whole number from 10 to 50',
  description: 'Results per page. This is a suggestion to the engine; the actual number may differ.',
  min: 10,
  max: 50,
}).exactOptional();

export const cp: OptionalParameter<number> = whole({
  must: 'must be a whole number, 0 or more',
  description: 'Position of the cursor in the query, at most its length; default: 0.',
  min: 0,
}).exactOptional();

export const lat: OptionalParameter<number> = degrees('latitude', 90).exactOptional();

export const lon: OptionalParameter<number> = degrees('longitude', 180).exactOptional();

interface TextParameter {
  must: string;
  description: string;
  isValid: (value: string) => boolean;
  /** The part that JSON Schema can express. */
  schema: { minLength?: number; maxLength?: number; pattern?: string; examples?: string[] };
}

/** A text parameter. */
export function textParameter({ must, description, isValid, schema }: TextParameter): z.ZodType<string> {
  return z
    .string(must)
    .refine(isWellFormed, 'must be well-formed Unicode, without lone surrogates')
    .refine(isValid, must)
    .meta({ description, ...schema });
}

/** Whether a text has no lone surrogates, which cannot be sent to an engine. */
function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}

interface WholeParameter {
  must: string;
  description: string;
  min: number;
  max?: number;
}

function whole({ must, description, min, max = Number.MAX_SAFE_INTEGER }: WholeParameter): z.ZodType<number> {
  return z.int(must).min(min, must).max(max, must).meta({ description });
}

/** A whole number in a query string: checked as text, described as a number. */
export function integerQueryParameter({
  must,
  description,
  min,
  max,
  ...schema
}: IntegerQueryParameter): z.ZodType<string> {
  return z
    .string(must)
    .refine((value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max, must)
    .meta({ description, type: 'integer', minimum: min, maximum: max, ...schema });
}

interface IntegerQueryParameter extends Required<WholeParameter> {
  /** The default value. */
  default?: number;
  examples?: number[];
}

function degrees(name: string, limit: number): z.ZodType<number> {
  const must = `must be a number from -${limit} to ${limit}`;
  return z
    .number(must)
    .min(-limit, must)
    .max(limit, must)
    .meta({ description: `GPS ${name} of the search in degrees.` });
}

/** Case-insensitive parameters. */
const caseless: ReadonlySet<string> = new Set(['gl', 'cc', 'hl', 'mkt']);

/** Parameters for which 1 is true and 0 is false. */
const switches: ReadonlySet<string> = new Set(['nfpr', 'filter']);

/** Defaults of parameters. */
const usual: Readonly<Record<string, unknown>> = { page: 1, cp: 0, device: 'desktop' };

/**
 * Creates a function that brings the parameters of an operation to a canonical form: codes in lower case, with defaults, names
 * in order. The form shows whether two requests have the same answer and is never sent anywhere.
 *
 * @param known the parameters of the operation
 */
export function createCanonicalizer(known: object): (given: object) => Readonly<Record<string, unknown>> {
  const names = Object.keys(known).sort();
  return (given) => {
    const values: Readonly<Record<string, unknown>> = { ...given };
    return Object.fromEntries(names.map((name) => [name, canonicalValue(name, values[name] ?? usual[name])]));
  };
}

function canonicalValue(name: string, value: unknown): unknown {
  if (typeof value === 'string' && caseless.has(name)) return value.toLowerCase();
  if (typeof value === 'number' && switches.has(name)) return value === 1;
  return name === 'page' && value === 0 ? 1 : value; // 0 and 1 both mean the first page
}
