import { operationNames } from '@svc/parsers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleOf } from '../../../.dev/sample.js';
import { endAll, runHere, start } from './helpers/command-line.js';

let url = '';
beforeAll(async () => {
  const { output } = start(['serve']);
  await vi.waitFor(() => expect(output.out).toContain('gamma/search'), { timeout: 150_000, interval: 100 });
  url = /svc listens on (\S+)/.exec(output.out)?.[1] ?? '';
});
afterAll(endAll);

const simulated = 'Simulated: the results are generated, without requests to the engines.\n';

type Row = Readonly<Record<string, unknown>>;

/**
 * Reads an output format: the number of rows, and the first word of the first row, which is the same in all formats.
 */
const forms: Readonly<Record<string, (out: string) => { rows: number; first: unknown }>> = {
  table(out) {
    const [head = '', first = '', ...others] = out.trimEnd().split('\n');
    expect(head).toMatch(/^# {2,}(?:TITLE|SUGGESTION)/);
    expect(out).not.toContain('\u001B');
    const numbered = [first, ...others].filter((line) => /^\d+ /.test(line));
    return { rows: numbered.length, first: /^1 +(\S+)/.exec(first)?.[1] };
  },
  json(out) {
    const answer = JSON.parse(out);
    expect(answer.search_parameters).toMatchObject({ q: 'river ferry' });
    const rows: Row[] = answer.organic_results ?? answer.suggestions;
    return { rows: rows.length, first: wordOf(rows[0]) };
  },
  ndjson(out) {
    const rows: Row[] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { rows: rows.length, first: wordOf(rows[0]) };
  },
  csv(out) {
    const [head = '', first = '', ...others] = out.trimEnd().split('\r\n');
    const column = head.split(',').findIndex((name) => name === 'title' || name === 'value');
    const cell = first.split(',')[column]?.replace(/^"/, '') ?? '';
    return { rows: 1 + others.length, first: cell.split(/\s/)[0] };
  },
};

function wordOf(row: Row | undefined): string | undefined {
  return String(row?.title ?? row?.value).split(/\s/)[0];
}

const search = (operation: string, form: string, flags: readonly string[]) =>
  runHere(['search', operation, 'river', 'ferry', ...(form === 'table' ? [] : [`--${form}`]), ...flags]);

async function searchIn(operation: string, form: string) {
  const ended = await search(operation, form, ['--url', url]);
  expect([ended.code, ended.err]).toEqual([0, simulated]);
  return { ended, read: forms[form]?.(ended.out) };
}

// Suggestions and rows of videos are the ones that differ most.
test.each(['alpha.autocomplete', 'alpha.videos'])(
  'svc search %s prints the same rows in every format',
  async (operation) => {
    const found = await Promise.all(Object.keys(forms).map((form) => searchIn(operation, form)));
    expect(found[0]?.read?.rows).toBeGreaterThan(4);
    for (const { read } of found) expect(read).toEqual(found[0]?.read);
  },
);

test.each(sampleOf(operationNames, 3))(
  'svc search %s prints the same rows through a service and with SVC_ADAPTER',
  async (operation) => {
    const [here, there] = await Promise.all([search(operation, 'ndjson', []), searchIn(operation, 'ndjson')]);
    expect(there.read?.rows).toBeGreaterThan(4);
    expect(here).toEqual(there.ended);
  },
);
