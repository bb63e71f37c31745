/** Formats rows as CSV (RFC 4180) with a header. */
export function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');
}

/** Parses CSV to rows by the names in its header. Throws a `SyntaxError` for an unclosed quote. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const [head = [], ...lines] = linesOf(text.replace(/^\uFEFF/, '')).filter((cells) =>
    cells.some((cell) => cell !== ''),
  );
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name.trim(), cells[index] ?? ''])));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A quoted or plain cell, and what ends it. */
const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n|\n|\r|$)/y;

function linesOf(text: string): string[][] {
  const lines: string[][] = [[]];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) throw new SyntaxError(`a quote in line ${lines.length} is not closed, or is inside a cell`);
    const [, inQuotes, plain = '', end] = found;
    lines.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end !== ',' && end !== '') lines.push([]);
  }
  return lines;
}
