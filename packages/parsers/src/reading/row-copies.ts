import { type FoundRow, type FoundRows, valuesOf } from './found.js';

/**
 * Lists as dropped the rows that repeat another one whole if that is so for most rows: a page may have a copy of each for
 * other screens. A single row may be shown twice.
 */
export function withoutCopies<Row extends object>(found: FoundRows<Row>): FoundRows<Row> {
  const repeated = repeatedLinks(found.rows);
  if (repeated.size === 0) return found;
  const known = new Set<string>();
  const rows: FoundRow<Row>[] = [];
  const dropped = [...found.dropped];
  for (const row of found.rows) {
    const contents = repeated.has(linkOf(row)) ? JSON.stringify(valuesOf(row.fields)) : undefined;
    if (contents !== undefined && known.has(contents)) dropped.push({ reason: 'copy', element: row.anchor });
    else rows.push(row);
    if (contents !== undefined) known.add(contents);
  }
  const copies = found.rows.length - rows.length;
  return copies < minCopies || 2 * copies < rows.length ? found : { ...found, rows, dropped };
}

const minCopies = 2;

function repeatedLinks<Row extends object>(rows: readonly FoundRow<Row>[]): ReadonlySet<string | undefined> {
  const known = new Set<string>();
  const repeated = new Set<string>();
  for (const row of rows) {
    const link = linkOf(row);
    if (link === undefined) continue;
    if (known.has(link)) repeated.add(link);
    known.add(link);
  }
  return repeated;
}

/** Suggestions have no link. */
function linkOf<Row extends object>({ fields }: FoundRow<Row>): string | undefined {
  return (fields as { link?: { value: string } }).link?.value;
}
