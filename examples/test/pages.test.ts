import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { examples, printed } from './run.js';

const captures = join(examples, '../fixtures/pages');
const pageOf = (name: string) => readFileSync(join(captures, name, 'page.html'));

test('worker threads: each page of a folder is parsed once, by its operation', async () => {
  const folder = join(captures, 'gamma.search');
  const lines = (await printed(['worker/read-folder.mjs', folder, '2'], {})).trim().split('\n');
  const answers = lines.map((line) => JSON.parse(line));
  const files = answers.map(({ file }) => file).filter((file: string) => file.endsWith('page.html'));
  expect([new Set(files).size, files.length > 3]).toEqual([files.length, true]);
  const typical = answers.find(({ file }) => file === join(folder, 'typical/page.html'));
  expect(typical).toMatchObject({ operation: 'gamma.search' });
  expect(typical.rows).toBe(expectedRows('gamma.search/typical'));
});

function expectedRows(name: string): number {
  return JSON.parse(readFileSync(join(captures, name, 'expected.json'), 'utf8')).organic_results.length;
}

test('edge: one bundle without Node.js modules returns the rows of a page, and the state of a captcha', async () => {
  const worker = await workerOf(join(examples, 'edge/worker.mjs'));
  const posted = (body: Uint8Array, path = '/') =>
    worker.fetch(new Request(`https://edge.example${path}`, { method: 'POST', body: Buffer.from(body) }));

  const answer = await posted(pageOf('gamma.search/typical'));
  const { operation, organic_results } = (await answer.json()) as { operation: string; organic_results: unknown[] };
  expect([answer.status, operation]).toEqual([200, 'gamma.search']);
  expect(organic_results).toHaveLength(expectedRows('gamma.search/typical'));

  const other = await posted(pageOf('gamma.search/typical'), '/?query=another+query+altogether');
  expect([other.status, await other.json()]).toEqual([422, { error: 'wrong_query' }]);
  const nothing = await posted(new TextEncoder().encode('<html><body>hello</body></html>'));
  expect([nothing.status, await nothing.json()]).toEqual([422, { error: 'unrecognised' }]);
  expect((await worker.fetch(new Request('https://edge.example/'))).status).toBe(405);
});

/** The bundle, run in a context with the globals of edge runtimes and without those of Node.js. */
async function workerOf(file: string): Promise<{ fetch(request: Request): Promise<Response> }> {
  const bundled = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import', 'worker'],
    format: 'iife',
    globalName: 'bundle',
    target: 'es2022',
  });
  const context = vm.createContext({ Request, Response, URL, URLSearchParams, TextDecoder, TextEncoder, Uint8Array });
  vm.runInContext(bundled.outputFiles[0]!.text, context);
  return (context as { bundle: { default: { fetch(request: Request): Promise<Response> } } }).bundle.default;
}
