import { parse } from 'csv-parse/sync';

/** Rows of a CSV text, with the columns named by its header. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  return parse(text, { columns: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] });
}
