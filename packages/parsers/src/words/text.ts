/** Whether a text as written is nothing but white space. */
export function isBlank(text: string): boolean {
  return !ink.test(text);
}

const ink = /\S/;

/** White space collapsed to single spaces and cut from both ends; no-break spaces count as white space. */
export function collapse(text: string): string {
  return text.trim().replace(uncollapsed, ' ');
}

/** Single spaces, which is most white space there is, are left where they are. */
const uncollapsed = / \s+|[^\S ]\s*/g;

/** The distinct texts among some, first appearance first; nothing is no text. */
export function distinct(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const found = new Set(texts);
  found.delete('');
  return [...found];
}
