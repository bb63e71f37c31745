import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '../../packages/client/dist/index.js';

const here = fileURLToPath(new URL('./', import.meta.url));
const query = 'how do tides work';
const linksOf = (rows) => rows.map(({ link }) => link);

/** What each example must do; each check rejects if it fails. */
export const checks = {
  async 'crawlee: prints the rows of each query, and an unusable page as an error'(env) {
    const out = await outputOf(['crawlee/crawl.mjs', query, 'tides sim:js_wall'], env);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const rows = lines.filter((line) => line.link !== undefined);
    const { organic_results } = await search(env, { hl: 'en' });
    assert.deepEqual(linksOf(rows), linksOf(organic_results));
    assert.deepEqual(
      lines.filter(({ error }) => error),
      [{ query: 'tides sim:js_wall', error: 'js_required' }],
    );
  },

  async 'moving from SerpApi: both clients return the same rows'(env) {
    const { before, after } = JSON.parse(await outputOf(['moving/from-serpapi.mjs', query], env));
    assert.ok(before.length > 5);
    assert.deepEqual(after, before);
  },

  async 'moving from google-sr: rows instead of an empty list for a consent page, and the code of an unusable page'(
    env,
  ) {
    const args = ['--import', './redirect-fetch.mjs', 'moving/from-google-sr.mjs'];
    const found = JSON.parse(await outputOf([...args, query], env));
    assert.deepEqual(found.before, []); // the simulated engine responds with a consent page
    assert.deepEqual(linksOf(found.after), linksOf((await search(env)).organic_results));
    const refused = JSON.parse(await outputOf([...args, 'tides sim:js_wall'], env));
    assert.deepEqual(refused, { before: [], after: 'upstream_js_required' });
  },

  async 'moving from serp-parser: returns every row of a page'(env) {
    const page = fileURLToPath(new URL('../../fixtures/pages/alpha.search/typical/page.html', import.meta.url));
    const { before, after } = JSON.parse(await outputOf(['moving/from-serp-parser.mjs', page], env));
    const expected = JSON.parse(readFileSync(new URL('expected.json', pathToFileURL(page)), 'utf8'));
    assert.deepEqual(linksOf(after), linksOf(expected.organic_results));
    assert.deepEqual(before, []); // it relies on class names that this page does not have
  },

  async 'Next.js: a route of the built app responds with rows or errors'(env) {
    const app = `${here}nextjs`;
    rmSync(`${app}/.next`, { recursive: true, force: true });
    await next(['build', app], env);
    const port = await freePort();
    const child = spawn(process.execPath, [nextProgram, 'start', app, '-p', `${port}`], {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      for await (const line of createInterface({ input: child.stdout })) if (/Ready|started/i.test(line)) break;
      const get = async (queryString) => {
        const response = await fetch(`http://127.0.0.1:${port}/api/search${queryString}`);
        return [response.status, await response.json()];
      };
      const [status, { results }] = await get(`?q=${encodeURIComponent(query)}`);
      assert.equal(status, 200);
      assert.deepEqual(linksOf(results), linksOf((await search(env)).organic_results));
      assert.deepEqual(await get(''), [400, { error: 'q is missing' }]);
      assert.deepEqual(await get('?q=tides+sim:captcha'), [503, { error: 'upstream_captcha' }]);
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  },
};

const nextProgram = `${here}node_modules/next/dist/bin/next`;

function search({ SVC_URL, SVC_KEY }, parameters = {}) {
  const svc = createClient({ baseUrl: SVC_URL, apiKey: SVC_KEY });
  return svc.search('alpha.search', { query, ...parameters });
}

/** The output of a program run in this folder. */
async function outputOf(args, env) {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: here, env: environment(env) });
  return stdout;
}

function next(args, env) {
  return promisify(execFile)(process.execPath, [nextProgram, ...args], { cwd: here, env: environment(env) });
}

function environment(env) {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1', CRAWLEE_PERSIST_STORAGE: 'false', ...env };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
