import type { Field } from './fields.js';

/** What the fields of a form hold, by name; `''` where nothing is given. */
export type Values = Readonly<Record<string, string>>;

/** The body of a request. What is no value of its type is sent as written, so that the service names the fault. */
export function bodyOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  const given = fields.filter(({ name }) => (values[name] ?? '') !== '');
  return Object.fromEntries(given.map((field) => [field.name, typedValue(field, values[field.name] ?? '')]));
}

function typedValue({ kind }: Field, text: string): unknown {
  if (kind === 'switch' && (text === 'true' || text === 'false')) return text === 'true';
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  return text;
}
