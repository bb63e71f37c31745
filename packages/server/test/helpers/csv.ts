import { parse } from 'csv-parse/sync';

/** The rows of CSV, by the names in its head. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  return parse(text, { columns: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] });
}
