import { FetchError } from '../../errors.js';

/** Where to find a value in the service's response: a header, or a path in the JSON such as `results.0.content`. */
export type UnblockerAnswerPart = { readonly header: string } | { readonly json: string };

/** Why the service itself, not the engine, failed to return a page. */
export type UnblockerFault = 'key' | 'quota' | 'request' | 'busy' | 'gave_up';

/** Identifies a fault by the service's response. All given conditions must hold. */
export interface UnblockerFaultRule {
  readonly fault: UnblockerFault;
  /** HTTP status of the service's response. */
  readonly status?: number | undefined;
  /** A part of the response and its value. Without `is`, any value matches. */
  readonly part?: UnblockerAnswerPart | undefined;
  readonly value?: string | number | undefined;
}

/** A text with placeholders, or JSON that contains such texts. Parts whose value is unknown are left out. */
export type UnblockerTemplate =
  | string
  | number
  | boolean
  | null
  | readonly UnblockerTemplate[]
  | { readonly [name: string]: UnblockerTemplate };

/**
 * Describes an unblocking service as plain data, so that it can be stored as JSON. Placeholders in texts:
 *
 * - `{url}`: the page's address, percent-encoded in `address` and unencoded elsewhere
 * - `{key}`: the API key, which is not part of the description; `{keyBase64}`: the key in base64, for Basic authentication
 * - `{country}`: the country of the request, in the form of `country`; no value if the request has none
 * - `{session}`: a name of the session, letters and digits only
 * - `{timeout}`: milliseconds that the service may take: the lesser of `timeout` and the attempt's remaining time; a number if it
 *   is an entire JSON value
 *
 * A query parameter, header or JSON value is left out if it contains a placeholder without a value. So is a part in brackets, such
 * as `user[-country-{country}]`.
 */
export interface UnblockerDescription {
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST' | undefined;
  /** Address of the API, with its query. Leave out if the service is a proxy. */
  readonly address?: string | undefined;
  /** Address of the proxy, if the service is one. The page is then requested through it. */
  readonly proxy?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON body to send. */
  readonly body?: UnblockerTemplate | undefined;
  /** Which headers and cookies of the request to pass on, each with a prefix before its name. @default none */
  readonly passed?: { readonly names: readonly string[]; readonly prefix?: string | undefined } | undefined;
  /** How the service writes country codes. @default lower case */
  readonly country?:
    | { readonly case?: 'lower' | 'upper' | undefined; readonly names?: Readonly<Record<string, string>> | undefined }
    | undefined;
  /** Milliseconds that the service may take. @default 60000 */
  readonly timeout?: number | undefined;
  readonly answer?:
    | {
        /** The page. @default the whole body */
        readonly page?: UnblockerAnswerPart | undefined;
        /** Whether the page is in base64. @default false */
        readonly isBase64?: boolean | undefined;
        /** The engine's status. If it is missing, the service itself failed. @default the HTTP status */
        readonly status?: UnblockerAnswerPart | undefined;
        /** Final address of the page. @default the requested address */
        readonly url?: UnblockerAnswerPart | undefined;
        /** The engine's `Retry-After`. @default unknown */
        readonly retryAfter?: UnblockerAnswerPart | undefined;
      }
    | undefined;
  /** Responses that are faults, checked before the status. The first match applies. */
  readonly faults?: readonly UnblockerFaultRule[] | undefined;
}

/** The faults of a value, each with its path and what is expected there. */
type Check = (value: unknown, path: string) => string[];

const places = ['url', 'key', 'keyBase64', 'country', 'session', 'timeout'];

const template: Check = (value, path) => {
  if (typeof value === 'string') return text(value, path);
  if (Array.isArray(value)) return value.flatMap((part, index) => template(part, `${path}.${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => template(part, `${path}.${name}`));
};

const part: Check = (value, path) => {
  const isPart = isRecord(value) && Object.keys(value).length === 1 && typeof (value.header ?? value.json) === 'string';
  return isPart ? [] : [`${path} must be { "header": … } or { "json": … }`];
};

const description = shape({
  method: oneOf('GET', 'POST'),
  address: text,
  proxy: text,
  headers: recordOf(text),
  body: template,
  passed: shape({ names: listOf(kind('string')), prefix: kind('string') }),
  country: shape({ case: oneOf('lower', 'upper'), names: recordOf(kind('string')) }),
  timeout: (value, path) => (typeof value === 'number' && value > 0 ? [] : [`${path} must be a number above 0`]),
  answer: shape({ page: part, isBase64: kind('boolean'), status: part, url: part, retryAfter: part }),
  faults: listOf(
    shape({
      fault: oneOf('key', 'quota', 'request', 'busy', 'gave_up'),
      status: kind('number'),
      part,
      value: kind('string', 'number'),
    }),
  ),
});

/**
 * Validates a description, which may come from a file. Throws a `FetchError` of code `misconfigured` that names every invalid part,
 * without values, since one may be a key.
 */
export function assertValidDescription(given: UnblockerDescription): void {
  const faults = description(given, '');
  if (isRecord(given) && (given.address === undefined) === (given.proxy === undefined))
    faults.push('it has either an address or a proxy');
  if (faults.length > 0)
    throw new FetchError('misconfigured', `The description of the unblocking service: ${faults.join('; ')}`);
}

function shape(fields: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isRecord(value)) return [`${path || 'it'} must be an object`];
    return Object.entries(value).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(fields, name)) return [`${at} is not known`];
      return inner === undefined ? [] : (fields[name]?.(inner, at) ?? []);
    });
  };
}

function listOf(check: Check): Check {
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((one, index) => check(one, `${path}.${index}`)) : [`${path} must be a list`];
}

function recordOf(check: Check): Check {
  return (value, path) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, one]) => check(one, `${path}.${name}`))
      : [`${path} must be an object`];
}

function kind(...kinds: readonly string[]): Check {
  return (value, path) => (kinds.includes(typeof value) ? [] : [`${path} must be a ${kinds.join(' or a ')}`]);
}

function oneOf(...choices: readonly unknown[]): Check {
  return (value, path) => (choices.includes(value) ? [] : [`${path} must be one of ${choices.join(', ')}`]);
}

/** Whether all placeholders of a text exist. A misspelt one would never have a value, so its part would be left out silently. */
function text(value: unknown, path: string): string[] {
  if (typeof value !== 'string') return [`${path} must be a string`];
  const unknown = Array.from(value.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).filter(
    (name) => !places.includes(name),
  );
  return unknown.map((name) => `${path} has a place {${name}}, which is none of {${places.join('}, {')}}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
