import type { z } from 'zod';
import type { Endpoint } from '../../operations/endpoint.js';
import { type Json, type ObjectSchema, objectSchema } from './json.js';

/** The schema of a body whose optional fields may also be null. */
export function nullableOptional(request: z.ZodType): ObjectSchema {
  const { properties = {}, required = [], ...rest } = objectSchema(request);
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : orNull(schema),
  ]);
  return { ...rest, properties: Object.fromEntries(described), required };
}

/** The schema of a body with the rules between its parameters. Optional parameters may also be null. */
export function requestSchema({ request, exclusive, together, deprecated }: Endpoint): ObjectSchema {
  const { properties = {}, ...rest } = nullableOptional(request);
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    { ...schema, ...(deprecated.includes(name) && { deprecated: true }) },
  ]);
  return {
    ...rest,
    properties: Object.fromEntries(described),
    ...(exclusive.length + together.length > 0 && {
      allOf: [...exclusive.map((pair) => ({ not: givenTogether(pair) })), ...together.map(bothOrNone)],
    }),
  };
}

function bothOrNone(pair: readonly [string, string]): Json {
  return { anyOf: [givenTogether(pair), { not: { anyOf: pair.map((name) => givenTogether([name])) } }] };
}

/** Parameters that are null count as missing. */
function givenTogether(names: readonly string[]): Json {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, { not: { type: 'null' } }])) };
}

function orNull({ type, anyOf, ...rest }: Json): Json {
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  const values = Array.isArray(rest.enum) && { enum: [...rest.enum, null] };
  return { ...rest, ...values, type: [type, 'null'].flat() };
}
