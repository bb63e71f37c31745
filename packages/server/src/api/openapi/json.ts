import { z } from 'zod';

/** A part of the document. */
export type Json = Record<string, unknown>;

/** The schema of an object, as JSON Schema has it. */
export interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

/** A reference to a component. */
export function ref(kind: ComponentKind, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

type ComponentKind = 'schemas' | 'responses' | 'headers';

/** A schema of an object by itself, as OpenAPI 3.1 takes it. */
export function objectSchema(schema: z.ZodType): ObjectSchema {
  return withoutIds(z.toJSONSchema(schema, { override: dropSafeLimits })) as ObjectSchema; // only objects are asked for
}

/** Several schemas that refer to each other by these names. */
export function namedSchemas(byName: Readonly<Record<string, z.ZodType>>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(byName)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { uri, override: dropSafeLimits });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema)]));
}

/** A name in the form that components have: `alpha.search` is `AlphaSearch`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function withoutIds({ $schema: _, $id: __, ...schema }: Json): Json {
  return schema;
}

/** Zod writes the limits of a double into every integer: they say nothing, and some generators cannot hold them. */
function dropSafeLimits({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Parameters of a query string. */
export function queryParameters(query: z.ZodRawShape): Json[] {
  const { properties = {}, required = [] } = objectSchema(z.strictObject(query));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(typeof description === 'string' && { description }),
    required: required.includes(name),
    schema,
  }));
}

/** `include`, with what it may name there. */
export function includeParameter(extras: Readonly<Record<string, string>>): Json {
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
