import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';

/** Search terms, and the page that they should find. A question may list several pages if all of them answer it. */
const questions: readonly (readonly [question: string, page: string])[] = [
  ['how do i start', 'guides/quick-start'],
  ['getting started', 'guides/quick-start'],
  ['install', 'guides/quick-start'],
  ['python', 'guides/python|guides/embedding'],
  ['python requests', 'guides/python'],
  ['nextjs', 'guides/examples'],
  ['crawlee', 'guides/examples'],
  ['cloudflare worker', 'guides/examples'],
  ['use from javascript', 'guides/embedding'],
  ['typescript client', 'guides/embedding'],
  ['rank tracking', 'guides/rank-tracking'],
  ['track keyword positions', 'guides/rank-tracking'],
  ['seo monitor', 'guides/rank-tracking'],
  ['captcha', 'guides/page-states'],
  ['i get a captcha what now', 'guides/page-states'],
  ['blocked by engine', 'guides/page-states'],
  ['empty results', 'guides/page-states'],
  ['consent cookie page', 'guides/page-states'],
  ['troubleshooting', 'guides/page-states'],
  ['error codes', 'guides/errors'],
  ['upstream_captcha', 'errors/upstream_captcha'],
  ['quota_exceeded', 'errors/quota_exceeded'],
  ['unknown location error', 'errors/unknown_location'],
  ['invalid_parameter', 'errors/invalid_parameter'],
  ['circuit open', 'errors/circuit_open'],
  ['proxy', 'guides/proxies-and-browser'],
  ['rotate ip address', 'guides/proxies-and-browser'],
  ['headless chromium', 'guides/proxies-and-browser'],
  ['how much does it cost', 'guides/costs'],
  ['bandwidth per page', 'guides/costs'],
  ['city', 'guides/places'],
  ['uule', 'guides/places'],
  ['mcp', 'guides/agents'],
  ['claude agent tool', 'guides/agents'],
  ['llm search', 'guides/agents'],
  ['serpapi', 'guides/moving'],
  ['migrate from serper', 'guides/moving'],
  ['google-sr alternative', 'guides/moving'],
  ['docker', 'guides/deployment'],
  ['prometheus metrics', 'guides/deployment'],
  ['redis cluster', 'guides/several-machines'],
  ['how many searches per second', 'guides/capacity'],
  ['regression tests for saved pages', 'guides/fixtures'],
  ['inspect wrong value', 'guides/inspector'],
  ['add new engine', 'guides/add-an-engine'],
  ['batch', 'guides/batches|reference/batch|reference/createbatch|reference/getbatch'],
  ['all settings', 'guides/configuration'],
  ['SVC_PROXIES', 'guides/configuration|guides/proxies-and-browser'],
  ['webhook', 'guides/batches'],
  ['prometheus metric names', 'guides/metrics'],
  ['autocomplete suggestions', 'reference/alpha-autocomplete'],
  ['google news', 'reference/alpha-news'],
  ['bing search', 'reference/beta-search'],
  ['brave search', 'reference/gamma-search'],
  ['snippet_matched', 'reference/types|reference/alpha-search|reference/gamma-search'],
];

interface SearchResult {
  id: string;
}

/** Searches the index of the built pages with the settings of the theme. */
let search: (question: string) => SearchResult[];

beforeAll(async () => {
  const chunks = new URL('../dist/pages/assets/chunks/', import.meta.url);
  const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot'));
  if (file === undefined) throw new Error('The pages have no index: pnpm --filter @svc/docs build');
  const { default: index } = (await import(new URL(file, chunks).href)) as { default: string };
  const vitepress = createRequire(import.meta.url).resolve('vitepress');
  const { default: MiniSearch } = await import(createRequire(vitepress).resolve('minisearch'));
  const loaded = MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
  });
  search = (question) => loaded.search(question);
});

it('the list has at least forty questions', () => {
  expect(questions.length).toBeGreaterThanOrEqual(40);
});

it.each(questions)('"%s" finds %s among the first three pages', (question, page) => {
  const pages = search(question).map(({ id }) => id.replace(/^\/docs\//, '').replace(/(?:\.html)?(?:#.*)?$/, ''));
  const first = [...new Set(pages)].slice(0, 3);
  expect(
    first.filter((one) => page.split('|').includes(one)),
    first.join(' '),
  ).not.toEqual([]);
});
