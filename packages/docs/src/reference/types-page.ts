import { fieldTable, typeName } from './fields.js';
import type { Schema, Spec } from './spec.js';

/** Every named type of the API, one section each. */
export function typesPage({ components }: Spec): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => section(name, schema));
  return ['# Types', ...sections].join('\n\n');
}

function section(name: string, schema: Schema): string {
  const body = schema.properties ? fieldTable(schema) : typeName(schema);
  return [`## ${name}`, schema.description ?? '', body].filter(Boolean).join('\n\n');
}
