import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeEndpoint, serving } from '../helpers/fake-endpoint.js';
import { type TestService, testService } from '../helpers/service.js';
import { writtenPages } from './pages.js';

/** Pages of the site, by path. */
const pages = new Map<string, { html: string | Uint8Array; contentType: string }>();
const site = createServer(({ url = '' }, response) => {
  const page = pages.get(url);
  if (page === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': page.contentType }).end(page.html);
});
let origin = '';
/** A service whose engine finds the page whose path is the query. */
let service: TestService;
beforeAll(async () => {
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  service = testService({
    endpoints: [fakeEndpoint],
    adapter: serving(({ query }) => ({ rows: [`${origin}${query}`] })),
    env: { SVC_EXTRACT_PAGES: '1', SVC_EXTRACT_HOSTS: host },
  });
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.app.close();
});

/** An extracted page. */
interface Read extends Record<string, unknown> {
  state: string;
  text: string;
}

/** Extracts a page at `/folder/`. */
async function read(
  html: string | Uint8Array,
  contentType = 'text/html; charset=utf-8',
  format = 'markdown',
): Promise<Read> {
  const path = `/folder/${pages.size}`;
  pages.set(path, { html, contentType });
  const options = `extract=1&extract_chars=20000&extract_format=${format}`;
  const response = await service.post(`${fakeEndpoint.path}?${options}`, { query: path });
  const [{ state, text = '', ...rest }] = response.json().extracted;
  return { ...rest, state, text };
}

/** Words, or single characters of scripts written without spaces. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}

/** Harmonic mean of precision and recall over words, with repeated words counted. */
function f1(found: readonly string[], wanted: readonly string[]): number {
  const left = [...wanted];
  let hits = 0;
  for (const word of found) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    hits += 1;
  }
  return hits === 0 ? 0 : (2 * hits) / (found.length + wanted.length);
}

test.each(writtenPages)('$name: extracts only the main text', async ({ name, html, main }) => {
  const { text: markdown } = await read(html, name === 'plain text' ? 'text/plain' : undefined);
  expect(f1(wordsOf(markdown), wordsOf(main)), markdown).toBeGreaterThanOrEqual(0.95);
});

test.each(writtenPages)('$name: extracts the same as plain text', async ({ name, html, main }) => {
  const { text } = await read(html, name === 'plain text' ? 'text/plain' : undefined, 'text');
  expect(f1(wordsOf(text), wordsOf(main)), text).toBeGreaterThanOrEqual(0.95);
  expect(text).not.toMatch(/\]\(|^#{1,6} |\*\*|^```/m);
});

test('plain text keeps lines, bullets, table rows and literal Markdown characters, and drops link targets', async () => {
  const long = 'A sentence that is long enough to be taken for the text of a page. '.repeat(4);
  const { text } = await read(
    `<title>t</title><article><h2>Head <em>line</em></h2><p>${long}<a href="/x">other</a> 2*3*4 and snake_case_name.</p><ul><li>one</li><li><b>two</b></li></ul><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><pre><code>x = 1\ny = 2</code></pre></article>`,
    undefined,
    'text',
  );
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  expect(lines).toEqual([
    'Head line',
    `${long}other 2*3*4 and snake_case_name.`,
    ...['- one', '- two', 'a\tb', '1\t2', 'x = 1', 'y = 2'].map((line) =>
      expect.stringMatching(new RegExp(`^${line.replace(' ', '\\s+')}$`)),
    ),
  ]);
});

test('links become absolute, and tables and code are kept', async () => {
  const long = 'A sentence that is long enough to be taken for the text of a page. '.repeat(4);
  const { text: markdown } = await read(
    `<title>t</title><article><p>${long}<a href="../other?a=1">other</a></p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><pre><code>x = 1</code></pre></article>`,
  );
  expect(markdown).toContain(`[other](${origin}/other?a=1)`);
  expect(markdown).toMatch(/\| a +\| b +\|\n\| --- \| --- \|\n\| 1 +\| 2 +\|/);
  expect(markdown).toContain('```\nx = 1\n```');
});

test('title, author and language are taken from the page', async () => {
  const html = `<html lang="pt-BR"><head><title>Marés</title><meta name="author" content="Ana Lima"></head><body><article><h1>Marés</h1>${'<p>As marés são a subida e a descida do nível do mar, causadas pela Lua e pelo Sol.</p>'.repeat(4)}</article></body></html>`;
  expect(await read(html)).toMatchObject({ title: 'Marés', author: 'Ana Lima', language: 'pt-BR' });
});

test('a page in another charset is decoded', async () => {
  const text = 'Die Straße führt über die Brücke; für Fußgänger ist sie gesperrt. '.repeat(5);
  const body = Buffer.from(
    `<html><head><meta charset="iso-8859-1"><title>x</title></head><p>${text}</p></html>`,
    'latin1',
  );
  const { text: markdown } = await read(body, 'text/html');
  expect(markdown).toContain('Straße führt über die Brücke');
});

test.each([
  ['an empty page', ''],
  [
    'a page rendered by a script',
    '<html><head><script>render()</script></head><body><div id="root"></div></body></html>',
  ],
  ['a frame', '<frameset><frame src="/a"></frameset>'],
])('%s has no main text', async (_, html) => {
  expect(await read(html)).toMatchObject({ state: 'no_text', text: '' });
});
