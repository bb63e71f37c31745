import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as parsers from '../src/index.js';
import { operationNames, operations } from '../src/index.js';

const executablePath = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
const pages = new URL('../../../fixtures/pages/', import.meta.url);

/** Parsers for a browser, as one script. An import of a Node.js module fails the build. */
async function bundle(entry = 'index'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    globalName: 'svc',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

test('the bundle for browsers imports no Node.js module and is smaller than 472,000 characters', async () => {
  expect((await bundle()).length).toBeLessThan(472_000);
});

test('the compressed bundle of one parser is about a third smaller than that of all parsers', async () => {
  const [all = 0, gamma = 0, beta = 0] = await Promise.all(
    ['index', 'gamma/search', 'beta/search'].map(async (entry) => gzipSync(await bundle(entry)).length),
  );
  expect(gamma / all).toBeLessThanOrEqual(0.65);
  expect(beta / all).toBeLessThanOrEqual(0.67);
});

if (!hasChromium) {
  test.skip(`Chromium is missing at ${executablePath}: no page is parsed in a browser (apt-get install chromium)`, () => {});
}

describe.skipIf(!hasChromium)('in Chromium', { timeout: 120_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, 300_000);
  afterAll(() => browser?.close());

  test('reads the typical page of every operation as in Node.js', async () => {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundle() });
    for (const name of operationNames) {
      const folder = new URL(`${name}/typical/`, pages);
      const file = readdirSync(folder).find((entry) => entry.startsWith('page.')) ?? 'page.html';
      const body = readFileSync(new URL(file, folder), 'utf8');
      const read = await page.evaluate(
        ({ name, body }) => {
          const { svc } = globalThis as unknown as { svc: typeof parsers };
          return JSON.stringify(svc.operations[name](body, { diagnostics: true }));
        },
        { name, body },
      );
      expect(JSON.parse(read)).toEqual(JSON.parse(JSON.stringify(operations[name](body, { diagnostics: true }))));
    }
  });
});
