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

/** Marks that no person sees: of the direction of writing, spaces of no width, joiners of words. Joiners of letters stay. */
const invisibleMarks = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

export function hasMarks(text: string): boolean {
  return text.search(invisibleMarks) !== -1;
}

/** The text without invisible marks. */
export function withoutMarks(text: string): string {
  return text.replace(invisibleMarks, '');
}
