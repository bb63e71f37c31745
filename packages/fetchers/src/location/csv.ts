/** Reads comma-separated values by RFC 4180, with either line end, quoted fields and no empty rows. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.some((field) => field !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
