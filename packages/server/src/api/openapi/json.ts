import { z } from 'zod';
import type { Endpoint } from '../../operations/endpoint.js';

/** A part of the document. */
export type OpenApiFragment = Record<string, unknown>;

/** The JSON Schema of an object. */
interface ObjectSchema extends OpenApiFragment {
  properties?: Record<string, OpenApiFragment>;
  required?: string[];
}

/** A reference to a component. */
export function componentRef(kind: ComponentKind, name: string): OpenApiFragment {
  return { $ref: `#/components/${kind}/${name}` };
}

type ComponentKind = 'schemas' | 'responses' | 'headers';

/** Converts the schema of an object to JSON Schema as used in OpenAPI 3.1. */
export function objectSchema(schema: z.ZodType): ObjectSchema {
  return withoutIds(z.toJSONSchema(schema, { override: dropSafeLimits })) as ObjectSchema; // callers only pass objects
}

/** Converts several schemas that refer to each other by these names. */
export function namedSchemas(byName: Readonly<Record<string, z.ZodType>>): Record<string, OpenApiFragment> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(byName)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { uri, override: dropSafeLimits });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema)]));
}

/** Converts a name to the form of components: `alpha.search` to `AlphaSearch`. */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function withoutIds({ $schema: _, $id: __, ...schema }: OpenApiFragment): OpenApiFragment {
  return schema;
}

/** Removes the limits of safe integers, which Zod adds to every integer: they are useless, and some generators fail on them. */
function dropSafeLimits({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Parameters of a query string. */
export function queryParameters(query: z.ZodRawShape): OpenApiFragment[] {
  const { properties = {}, required = [] } = objectSchema(z.strictObject(query));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(typeof description === 'string' && { description }),
    required: required.includes(name),
    schema,
  }));
}

/** The parameter `include` with its possible names. */
export function includeParameter(extras: Readonly<Record<string, string>>): OpenApiFragment {
  const meanings = Object.entries(extras).map(([name, adds]) => `- \`${name}\`: ${adds}`);
  return {
    name: 'include',
    in: 'query',
    description: `Extras to add to the answer, comma-separated.\n\n${meanings.join('\n')}`,
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: Object.keys(extras) } },
    example: ['diagnostics'],
  };
}

/** The schema of a body whose optional fields may also be null. */
export function bodySchemaWithNullables(request: z.ZodType): ObjectSchema {
  const { properties = {}, required = [], ...rest } = objectSchema(request);
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : orNull(schema),
  ]);
  return { ...rest, properties: Object.fromEntries(described), required };
}

/** The schema of a body with the rules between its parameters. Optional parameters may also be null. */
export function requestSchema({ request, exclusive, together, deprecated }: Endpoint): ObjectSchema {
  const { properties = {}, ...rest } = bodySchemaWithNullables(request);
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

function bothOrNone(pair: readonly [string, string]): OpenApiFragment {
  return { anyOf: [givenTogether(pair), { not: { anyOf: pair.map((name) => givenTogether([name])) } }] };
}

/** Parameters that are null count as missing. */
function givenTogether(names: readonly string[]): OpenApiFragment {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, { not: { type: 'null' } }])) };
}

function orNull({ type, anyOf, ...rest }: OpenApiFragment): OpenApiFragment {
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  const values = Array.isArray(rest.enum) && { enum: [...rest.enum, null] };
  return { ...rest, ...values, type: [type, 'null'].flat() };
}
