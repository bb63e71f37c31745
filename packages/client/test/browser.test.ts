import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as client from '../src/index.js';
import { type RunningService, startService } from './helpers/service.js';

const executablePath = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);

/** The client bundled for a browser. Imports of Node.js modules fail the build. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../dist/index.js', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'svc',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

test('the client can be bundled for browsers without Node.js modules', async () => {
  expect((await bundle()).length).toBeLessThan(40_000);
});

if (!hasChromium) {
  test.skip(`CHROMIUM IS MISSING AT ${executablePath}: the client was not tested in a browser (apt-get install chromium)`, () => {});
}

describe.skipIf(!hasChromium)('the client in Chromium', { timeout: 120_000 }, () => {
  let service: RunningService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test('searches, pages, runs a batch and throws typed errors', async () => {
    const page = await browser.newPage();
    const address = `${service.baseUrl}/client-test`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(address);
    await page.addScriptTag({ content: await bundle() });
    const { baseUrl, apiKey } = service;
    const results = await page.evaluate(
      async ({ baseUrl, apiKey }) => {
        const { createClient, SvcError } = (globalThis as unknown as { svc: typeof client }).svc;
        const search = createClient({ baseUrl, apiKey });
        const { organic_results } = await search.search('alpha.search', { query: 'ferry in a browser' });
        const pages = [];
        for await (const { pagination } of search.pages('beta.search', { query: 'ferry in a browser' })) {
          if (pages.push(pagination.current) === 2) break;
        }
        const lines = ['a', 'b', 'c'].map((id) => ({ id, operation: 'gamma.search' as const, query: `ferry ${id}` }));
        const ids = [];
        for await (const { id, status } of search.batch(lines)) ids.push(`${id} ${status}`);
        const code = await search.search('beta.search', { query: '' }).catch((error: unknown) => {
          return error instanceof SvcError ? error.code : String(error);
        });
        return { rows: organic_results.length, pages, ids: ids.sort(), code };
      },
      { baseUrl, apiKey },
    );
    expect(results).toEqual({ rows: 10, pages: [1, 2], ids: ['a 200', 'b 200', 'c 200'], code: 'missing_parameter' });
  });
});
