import { FetchError } from '../../errors.js';
import type { UnblockerDescription } from './description.js';

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
export function checkDescription(given: UnblockerDescription): void {
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
