import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, test } from 'vitest';
import { browserProcesses, untilEmpty } from './helpers/browser-processes.js';
import { type Engines, startEngines } from './helpers/engines.js';
import { alphaNews, alphaSearch, gammaSearch } from './helpers/operations.js';

const chromium = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';
const hasChromium = existsSync(chromium);

if (!hasChromium) {
  test.skip(`CHROMIUM IS MISSING AT ${chromium}: no search went through a browser (apt-get install chromium)`, () => {});
}

/** Attempts, retries and circuits have their defaults; other tests make only one attempt. */
const browsing = {
  SVC_ADAPTER: 'chain:http,browser',
  SVC_BROWSER_PATH: chromium,
  SVC_ATTEMPTS: '3',
  SVC_BROWSER_SANDBOX: String(process.getuid?.() !== 0),
  // A busy machine takes half a minute to start a browser or to open a page.
  SVC_SEARCH_TIMEOUT_MS: '240000',
  SVC_ATTEMPT_TIMEOUT_MS: '80000',
};

/** Runs one test with a service that uses a browser; afterwards no browser process may be left. */
async function withEngines(env: Record<string, string>, act: (engines: Engines) => Promise<void>): Promise<void> {
  const engines = await startEngines({ ...browsing, ...env });
  try {
    await act(engines);
  } finally {
    await engines.close();
  }
  await untilEmpty(browserProcesses);
  expect(browserProcesses()).toEqual([]);
}

/** Pages that are fetched to measure memory: `SVC_BROWSER_TEST_PAGES`, or as many as a test run has time for. */
const pages = Number(process.env.SVC_BROWSER_TEST_PAGES ?? 12);

/** Leaves time for a busy machine. */
const timeout = 480_000;

/** Measured values, in milliseconds and megabytes, quoted in the README of the fetchers. */
const figures: Record<string, number> = {};

afterAll(async () => {
  if (!hasChromium) return;
  console.info(`A service with a browser: ${JSON.stringify(figures)}`);
  await mkdir(new URL('../.work/', import.meta.url), { recursive: true });
  await writeFile(new URL('../.work/browser.json', import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
});

describe.skipIf(!hasChromium)('a service with chain:http,browser', { timeout }, () => {
  it('passes a page that requires scripts, and then starts with the browser', () =>
    withEngines({}, async ({ ask }) => {
      const start = performance.now();
      const answer = await ask(alphaSearch, { query: 'river ferry sim:js_challenge' });
      figures.wall = Math.round(performance.now() - start);
      expect(answer.status).toBe(200);
      expect(answer.body.organic_results).toHaveLength(10);
      expect(answer.requests.length).toBe(3); // plain HTTP, the browser, the browser with the cookie set by the script
      const next = await ask(alphaSearch, { query: 'harbour ferry sim:js_challenge' });
      expect(next.body.organic_results).toHaveLength(10);
      expect(next.requests.map(({ headers }) => headers['sec-ch-ua'] !== undefined)).not.toContain(false);
    }));

  it('gathers pages, and fetches from other engines without the browser', () =>
    withEngines({}, async ({ ask }) => {
      const news = await ask(alphaNews, { query: 'port news sim:js_challenge', num: 20 });
      expect(news.body.organic_results.length).toBeGreaterThan(10);
      expect((await ask(gammaSearch, { query: 'port' })).status).toBe(200);
    }));

  it('fetches many pages, four at a time, in the memory of a few', () =>
    withEngines({ SVC_BROWSER_PAGES: '4' }, async ({ ask }) => {
      await ask(alphaSearch, { query: 'warm sim:js_challenge' });
      const idle = memory();
      const queries = Array.from({ length: pages }, (_, index) => `river ${index} sim:js_challenge`);
      const samples: number[] = [];
      const times: number[] = [];
      await inParallel(4, queries, async (query) => {
        const start = performance.now();
        const { status } = await ask(alphaSearch, { query });
        times.push(performance.now() - start);
        samples.push(memory());
        expect(status).toBe(200);
      });
      const peak = Math.max(...samples);
      const end = memory();
      times.sort((first, second) => first - second);
      const perPage = Math.round((peak - idle) / 4);
      const [median = 0, slowest = 0] = [times[pages / 2], times.at(-1)].map((time = 0) => Math.round(time));
      Object.assign(figures, { idle, peak, perPage, end, median, slowest });
      expect(perPage).toBeLessThan(400);
    }));

  it('continues after twenty callers have left midway', () =>
    withEngines({}, async ({ ask, leave }) => {
      await ask(alphaSearch, { query: 'warm sim:js_challenge' });
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => leave(alphaSearch, { query: `left ${index} sim:js_challenge` }, 400)),
      );
      await sleep(1_000);
      const answer = await ask(alphaSearch, { query: 'still here sim:js_challenge' });
      expect(answer.status).toBe(200);
    }));

  it('answers all searches although the browser is killed', () =>
    withEngines({}, async ({ ask }) => {
      await ask(alphaSearch, { query: 'warm sim:js_challenge' });
      const answers = Array.from({ length: 4 }, (_, index) =>
        ask(alphaSearch, { query: `hit ${index} sim:js_challenge` }),
      );
      await sleep(300);
      for (const { pid } of browserProcesses()) killIfThere(pid);
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }));
});

/** Memory of the browser in megabytes. */
function memory(): number {
  return Math.round(browserProcesses().reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024);
}

async function inParallel<T>(count: number, items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: count }, work));
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended together with the process killed before it.
  }
}
