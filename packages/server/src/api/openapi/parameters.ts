import { z } from 'zod';
import { type Json, objectSchema } from './json.js';

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
