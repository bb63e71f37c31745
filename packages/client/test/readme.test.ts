import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from './helpers/service.js';

const run = promisify(execFile);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^## (.+?)\n[\s\S]*?```js\n([\s\S]*?)```/gm)].map(([, title = '', code = '']) => ({
  title,
  code,
}));

// Inside the package, so that its name resolves to the build.
const folder = new URL('../.work/readme/', import.meta.url);

let service: RunningService;
beforeAll(async () => {
  service = await startService();
  mkdirSync(folder, { recursive: true });
}, 120_000);
afterAll(() => service.close());

test('the README has a code block for each subject', () => {
  expect(blocks.map(({ title }) => title)).toEqual([
    'Quick start',
    'Pages',
    'Batches',
    'Tools for language models',
    'Errors',
    'Options',
  ]);
});

const printed: Readonly<Record<string, RegExp>> = {
  'Quick start': /^1 \S.* https?:\/\/\S+$/m,
  Pages: /^1 \d+\n2 \d+\n3 \d+$/m,
  Batches: /^tides how do tides work$/m,
  'Tools for language models': /^web_search Results for "how do tides work"/,
  Errors: /Lisbon/,
  Options: /^\d+ Lisbon%2CLisbon%2CPortugal$/m,
};

test.each(blocks)('the code block of $title runs', async ({ title, code }) => {
  const file = fileURLToPath(new URL(`${title.replaceAll(' ', '-')}.mjs`, folder));
  writeFileSync(file, code.replace('http://127.0.0.1:8080', service.baseUrl).replace('<API_KEY>', service.apiKey));
  const { stdout, stderr } = await run(process.execPath, [file]);
  expect(stderr).toBe('');
  expect(stdout.trim()).toMatch(printed[title] ?? /^$/);
});

test('the size stated in the README is that of the build, to 1 KB', () => {
  const [, kilobytes] = /\*\*Small\.\*\* (\d+) KB/.exec(readme) ?? [];
  const built = (name: string) => readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8');
  const index = built('index.js');
  const parts = [...index.matchAll(/from "\.\/(chunk-\w+\.js)"/g)].map(([, name = '']) => built(name));
  const bytes = [index, ...parts].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(Math.abs(bytes / 1000 - Number(kilobytes))).toBeLessThan(1);
});
