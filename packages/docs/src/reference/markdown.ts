/** A Markdown table; each cell is one line of Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A fenced code block; its title is that of its tab if it is in a group. */
export function fence(language: string, text: string, title = ''): string {
  const marks = text.includes('```') ? '````' : '```';
  return `${marks}${language}${title && ` [${title}]`}\n${text}\n${marks}`;
}

/** Code blocks as tabs. */
export function tabs(blocks: readonly string[]): string {
  return ['::: code-group', ...blocks, ':::'].join('\n\n');
}

/** Inline code. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The id of a heading with this text. */
export function anchor(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found)) // inline code is not escaped
    .replace(/\n{1,9}- /g, '<br>• ')
    .replaceAll('\n', ' ');
}
