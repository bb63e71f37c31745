import type { Answer } from './answer.js';

/** Saves a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** The rows of a response as CSV (RFC 4180), with a header and one line per row; lists are joined by ` | `. */
export function csvOf({ organic_results: rows, suggestions }: Answer): string {
  const records = (rows ?? suggestions ?? []) as readonly object[];
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = records.map((record) => columns.map((name) => cellOf(Reflect.get(record, name))).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

/** Prefixes a text that a spreadsheet would treat as a formula with an apostrophe. */
function cellOf(value: unknown): string {
  const text = textOf(value);
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(' | ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
