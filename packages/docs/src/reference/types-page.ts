import { fieldTable, typeName } from './fields.js';
import type { Schema, Spec } from './spec.js';

/** Every named type of the API, one section each. */
export function typesPage({ components }: Spec): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => section(name, schema));
  const fields = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.keys(properties));
  const keywords = [...new Set(fields)].filter((name) => name.includes('_')).join(' ');
  return [`---\nkeywords: type types field fields response ${keywords}\n---`, '# Types', ...sections].join('\n\n');
}

function section(name: string, schema: Schema): string {
  const body = schema.properties ? fieldTable(schema) : typeName(schema);
  return [`## ${name}`, schema.description ?? '', body].filter(Boolean).join('\n\n');
}
