import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endAll, run, runHere, start } from '../helpers/command-line.js';
import { rowsOfCsv } from '../helpers/csv.js';
import { writtenPages } from './pages.js';

/** Recorded pages of an engine whose first row links to a site on this machine. */
let env: Record<string, string> = {};
let site: Server;
let folder = '';
beforeAll(async () => {
  site = createServer(({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(writtenPages[0]?.html);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => site.once('listening', listening));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'));
  for (const query of ['tides', 'moon']) {
    const { out } = await runHere(['search', 'gamma.search', query, '--ndjson'], { SVC_RECORD_FOLDER: folder });
    const { link } = JSON.parse(out.split('\n')[0] ?? '');
    for (const capture of await readdir(join(folder, 'gamma.search'))) {
      const page = join(folder, 'gamma.search', capture, 'page.html');
      await writeFile(page, (await readFile(page, 'utf8')).replaceAll(link, `http://${host}/tides`));
    }
  }
  env = { SVC_ADAPTER: 'replay', SVC_REPLAY_FOLDER: folder, SVC_EXTRACT_HOSTS: host };
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  endAll();
  await rm(folder, { recursive: true, force: true });
});

const tides = ['search', 'gamma.search', 'tides'];

test('svc search --extract reads pages in this process, and prints their text', async () => {
  const { code, out, err } = await run([...tides, '--extract', '1', '--json'], env);
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out).extracted).toEqual([
    expect.objectContaining({ position: 1, state: 'read', title: 'How tides work' }),
  ]);
  const table = await runHere([...tides, '--extract', '1', '--extract-chars', '200'], env);
  expect(table.out).toMatch(/^# {2,}TITLE[\s\S]+Text of 1, How tides work <[^>]+>:\n\nTides are the rise[\s\S]+…\n$/);
});

test('svc batch --extract has the texts in every line, and repeats searches if the number changes', async () => {
  const [file, out] = [join(folder, 'q.csv'), join(folder, 'out.ndjson')];
  await writeFile(file, 'query\ntides\nmoon\n');
  const batch = ['batch', file, '--operation', 'gamma.search', '--extract', '1', '--out'];
  const first = await run([...batch, out], env);
  expect([first.code, first.err]).toEqual([0, expect.stringContaining('2 answered, 0 failed')]);
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
  const texts = lines.map((line) => JSON.parse(line).body.extracted[0].text);
  expect(texts).toEqual([expect.stringContaining('Tides are'), expect.stringContaining('Tides are')]);
  expect((await runHere([...batch, out], env)).err).toContain('2 answered (2 by an earlier run)');
  expect((await runHere([...batch, out, '--extract-chars', '200'], env)).err).toContain('2 answered, 0 failed');
  const csv = await runHere([...batch, '-', '--format', 'csv'], env);
  const [row, other] = rowsOfCsv(csv.out);
  expect(row).toMatchObject({ position: '1', page_state: 'read', page_text: expect.stringContaining('Tides are') });
  expect(other).toMatchObject({ position: '2', page_state: '', page_text: '' });
});

test('--extract passes the option on to a service', async () => {
  const { output } = start(['serve'], { ...env, SVC_API_KEYS: 'a-key-of-the-service', SVC_EXTRACT_PAGES: '2' });
  await vi.waitFor(() => expect(output.out).toMatch(/svc listens on \S+/), { timeout: 150_000, interval: 100 });
  const url = /svc listens on (\S+)/.exec(output.out)?.[1] ?? '';
  const service = ['--url', url, '--key', 'a-key-of-the-service'];
  const { out } = await runHere([...tides, '--extract', '1', '--json', ...service]);
  expect(JSON.parse(out).extracted).toMatchObject([{ state: 'read', title: 'How tides work' }]);
  const list = await runHere(
    ['batch', '-', '--operation', 'gamma.search', '--extract', '1', '--out', '-', ...service],
    {},
    'tides\n',
  );
  expect(JSON.parse(list.out).body.extracted).toMatchObject([{ state: 'read', title: 'How tides work' }]);
  const above = await runHere([...tides, '--extract', '3', ...service]);
  expect([above.code, above.err]).toEqual([2, expect.stringContaining('from 1 to 2')]);
});

test.each([
  [['--extract', '21'], '--extract must be a whole number from 1 to 20'],
  [['--extract-chars', '300'], '--extract must be a whole number'],
  [['--extract', '1', '--extract-chars', '5'], '--extract-chars must be a whole number from 200'],
  [['--fields', 'titel'], '--fields has an unknown field "titel". Did you mean "title"?'],
  [['--max-chars', 'many'], '--max-chars must be a whole number'],
])('%j is rejected with exit code 2', async (flags, message) => {
  const { code, out, err } = await runHere([...tides, ...flags], env);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test("the command line has the API's output options: Markdown, fields, shortened snippets and answers", async () => {
  const markdown = await runHere([...tides, '--markdown', '--snippet-chars', '40', '--extract', '1'], env);
  expect(markdown.out).toMatch(
    /^Results for "tides"\. Third-party text[\s\S]+\n1\. \[[\s\S]+Text of 1, How tides work/,
  );
  const fields = JSON.parse((await runHere([...tides, '--json', '--fields', 'title,link'], env)).out);
  expect(Object.keys(fields)).toEqual(['organic_results']);
  expect(Object.keys(fields.organic_results[0])).toEqual(['title', 'link']);
  const rows = await runHere([...tides, '--csv', '--fields', 'position,link'], env);
  expect(rows.out.split('\r\n')[0]).toBe('position,link');
  const short = await runHere([...tides, '--json', '--max-chars', '900'], env);
  expect([short.out.trimEnd().length <= 900, JSON.parse(short.out).truncated]).toEqual([true, true]);
  const page = join(folder, 'gamma.search', (await readdir(join(folder, 'gamma.search')))[0] ?? '', 'page.html');
  const parsed = await runHere(['parse', 'gamma.search', page, '--markdown', '--fields', 'title'], env);
  expect(parsed.out).toMatch(/^Results[\s\S]+\n1\. \[/);
});
