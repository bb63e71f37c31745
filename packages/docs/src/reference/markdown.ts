/** A Markdown table; the cells are Markdown of one line. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A fenced block, whose title is that of its tab where it is one of a group. */
export function fence(language: string, text: string, title = ''): string {
  const marks = text.includes('```') ? '````' : '```';
  return `${marks}${language}${title && ` [${title}]`}\n${text}\n${marks}`;
}

/** Blocks as tabs. */
export function tabs(blocks: readonly string[]): string {
  return ['::: code-group', ...blocks, ':::'].join('\n\n');
}

/** Text as code in a line. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The id that a heading with this text has. */
export function anchor(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found)) // code shows what it holds as it is
    .replace(/\n{1,9}- /g, '<br>• ')
    .replaceAll('\n', ' ');
}
