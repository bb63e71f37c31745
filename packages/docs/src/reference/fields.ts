import { refName, type Schema } from './spec.js';

/** A table of the fields of a schema; nested fields follow their parent, prefixed by its name. */
export function fieldTable(schema: Schema): string {
  return markdownTable(['Field', 'Type', 'Meaning'], fieldRows(schema, ''));
}

function fieldRows(schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const always = schema.required?.includes(name) ?? false;
    const row = [inlineCode(path), schemaTypeName(field), meaning(field, always)];
    return [row, ...nestedRows(field, path)];
  });
}

function nestedRows(field: Schema, path: string): string[][] {
  if (field.items?.properties) return fieldRows(field.items, `${path}[].`);
  return field.properties ? fieldRows(field, `${path}.`) : [];
}

function meaning({ description = '', deprecated = false }: Schema, always: boolean): string {
  return [description, deprecated ? '**Deprecated.**' : '', always ? '' : '*Optional.*'].filter(Boolean).join(' ');
}

/** A short name of the type; a named type links to its table. */
export function schemaTypeName(schema: Schema): string {
  if (schema.$ref !== undefined) return typeLink(refName(schema.$ref));
  if (schema.const !== undefined) return inlineCode(JSON.stringify(schema.const));
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map((value) => inlineCode(String(value)))
      .join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.filter(({ type }) => type !== 'null').map(schemaTypeName))].join(' or ');
  if (schema.items) return `list of ${schemaTypeName(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `map of ${schemaTypeName(schema.additionalProperties)}`;
  return [schema.type ?? 'any']
    .flat()
    .filter((type) => type !== 'null')
    .join(' or ');
}

function typeLink(name: string): string {
  return `[${name}](./types#${anchor(name)})`;
}

/** Constraints of a parameter in addition to its type, as a sentence. */
export function limitsText({ minimum, maximum, minLength, maxLength, examples, default: fallback }: Schema): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    fallback !== undefined ? `Default ${inlineCode(String(fallback))}.` : '',
    range(minimum, most),
    maxLength !== undefined ? `${minLength ? `${minLength} to ` : 'At most '}${maxLength} characters.` : '',
    examples?.length ? `Example: ${inlineCode(String(examples[0]))}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}.`;
  if (least !== undefined) return `At least ${least}.`;
  return most !== undefined ? `At most ${most}.` : '';
}

/** A Markdown table; each cell is one line of Markdown. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A fenced code block; its title is that of its tab if it is in a group. */
export function codeFence(language: string, text: string, title = ''): string {
  const marks = text.includes('```') ? '````' : '```';
  return `${marks}${language}${title && ` [${title}]`}\n${text}\n${marks}`;
}

/** Code blocks as tabs. */
export function tabbedBlocks(blocks: readonly string[]): string {
  return ['::: code-group', ...blocks, ':::'].join('\n\n');
}

/** Inline code. */
export function inlineCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The id of a heading with this text. */
function anchor(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found)) // inline code is not escaped
    .replace(/\n{1,9}- /g, '<br>• ')
    .replaceAll('\n', ' ');
}
