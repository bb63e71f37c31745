import type { BetaSearchResult, OrganicResult } from '@svc/parsers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBetaPaging, findNextFirstRow, readRowSpanFromPager } from '../src/pages/beta-window.js';
import type { PageResult } from '../src/pages/window.js';
import { type Answer, type Engines, startEngines } from './helpers/engines.js';
import { toRow } from './helpers/fake-endpoint.js';
import { growthOf } from './helpers/growth.js';
import { betaSearch } from './helpers/operations.js';
import { bytes } from './helpers/service.js';

const linksIn = ({ body }: Answer): string[] => body.organic_results.map(({ link }: OrganicResult) => link);

describe('a window of num rows', () => {
  let engines: Engines;
  /** The first hundred rows of the simulated engine, page by page. */
  const all: string[] = [];
  const query = 'river ferry window';
  beforeAll(async () => {
    engines = await startEngines({ SVC_CIRCUIT_FAILURES: '0', SVC_RETRY_PERCENT: '100' });
    for (let page = 1; page <= 10; page += 1) all.push(...linksIn(await engines.ask(betaSearch, { query, page })));
  });
  afterAll(() => engines.close());

  test.each([
    [{ num: 50 }, [1, 2, 3, 4, 5], [0, 50]],
    [{ num: 50, page: 2 }, [6, 7, 8, 9, 10], [50, 100]],
    [{ num: 10, page: 2 }, [2], [10, 20]],
    [{ num: 30 }, [1, 2, 3], [0, 30]],
    [{ num: 25 }, [1, 2, 3], [0, 25]],
    [{}, [1], [0, 10]],
    [{ page: 3 }, [3], [20, 30]],
  ] as const)('%o', async (params, pages, [from, to]) => {
    const before = engines.simulator.requests.length;
    const answer = await engines.ask(betaSearch, { query, ...params });
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const requestedPages = engines.simulator.requests.slice(before).map(({ page }) => page);
    expect(requestedPages).toEqual(pages);
    expect(linksIn(answer)).toEqual([...new Set(all.slice(from, to))]);
    expect(answer.body.organic_results.map(({ position }: OrganicResult) => position)).toEqual(
      linksIn(answer).map((_, index) => index + 1),
    );
    expect(answer.headers['x-gathered-pages']).toMatch(new RegExp(`^${pages.length};stop=`));
  });

  test('pagination.next leads from window to window without gaps', async () => {
    const seen: string[] = [];
    let page: number | undefined;
    for (const number of [1, 2, 3]) {
      const answer = await engines.ask(betaSearch, { query, num: 30, ...(page && { page }) });
      expect(answer.body.pagination).toMatchObject({ current: number, next: number + 1, has_next_page: true });
      expect(answer.body.pagination.other_pages).not.toContain(number);
      seen.push(...linksIn(answer));
      page = answer.body.pagination.next;
    }
    expect(seen).toEqual(all.slice(0, 90));
  });
});

/** A page of `rows` rows that starts at row `first` and links to row `next`. */
function pageOf(first: number, rows: number, next: number | undefined, number = 1): PageResult<BetaSearchResult> {
  const organic_results = Array.from({ length: rows }, (_, index) => toRow(`r${first + index}`, index));
  const has_next_page = next !== undefined;
  const pagination = { ...(has_next_page && { next: number + 1 }), current: number, other_pages: [], has_next_page };
  return { number, result: { pagination, organic_results }, span: { first, next } };
}

describe('merging the pages of a window', () => {
  const paging = createBetaPaging({ lastPage: 100, empty: () => pageOf(1, 0, undefined).result });

  test('follows the pager up to five times, and not beyond the window', () => {
    expect(findNextFirstRow([pageOf(1, 10, 11)], 50, 1)).toBe(11);
    expect(findNextFirstRow([pageOf(1, 9, 10)], 50, 1)).toBe(10);
    expect(findNextFirstRow([pageOf(1, 10, 11)], 10, 1)).toBeUndefined();
    expect(findNextFirstRow([pageOf(51, 10, 61)], 50, 2)).toBe(61);
    expect(findNextFirstRow([pageOf(91, 10, 101)], 50, 2)).toBeUndefined();
    expect(findNextFirstRow([pageOf(1, 50, 51)], 50, 1)).toBeUndefined();
    expect(findNextFirstRow([pageOf(1, 10, undefined)], 50, 1)).toBeUndefined();
    const six = [1, 6, 11, 16, 21, 26].map((first) => pageOf(first, 5, first + 5));
    expect(findNextFirstRow(six.slice(0, 5), 50, 1)).toBe(26);
    expect(findNextFirstRow(six, 50, 1)).toBeUndefined();
  });

  test('drops only rows of the next window', () => {
    const window = paging.windowOf({ num: 15, page: 1 });
    const merged = paging.merge([pageOf(1, 10, 11), pageOf(11, 10, 21, 2)], window);
    expect(merged.organic_results.map(({ title }) => title)).toEqual(
      Array.from({ length: 15 }, (_, index) => `r${index + 1}`),
    );
    expect(merged.pagination).toMatchObject({ current: 1, next: 2 });
  });

  test('keeps rows beyond the span of a page', () => {
    const merged = paging.merge([pageOf(1, 12, 11)], paging.windowOf({ num: 10 }));
    expect(merged.organic_results).toHaveLength(12);
  });

  test('keeps the page of an engine that supports num as the window', () => {
    const merged = paging.merge([pageOf(51, 50, 101, 2)], paging.windowOf({ num: 50, page: 2 }));
    expect(merged.pagination).toEqual({ current: 2, next: 3, other_pages: [3], has_next_page: true });
  });
});

describe('readRowSpanFromPager', () => {
  test.each([
    ['<a href="/search?q=a&amp;first=11&amp;FORM=PERE">2</a><a href="/search?q=a&amp;first=21">3</a>', 1, 11],
    ["<a href='/search?q=a&first=11'>1</a><a href='/search?first=31&q=a'>3</a>", 21, 31],
    ['<a href=/search?q=a&first=6>2</a>', 1, 6],
    ['<a href="https://www.beta.test/search?first=10">next</a>', 1, 10],
    ['<a href="/search?q=a&amp;first=1">1</a>', 11, undefined],
    ['<a href="/images?first=11">2</a><p>first=11', 1, undefined],
  ])('reads %s from %i', (html, first, next) => {
    expect(readRowSpanFromPager({ body: bytes(html) }, first)).toEqual({ first, next });
  });

  test('reads a hostile page in linear time', () => {
    const links = (count: number) => void readRowSpanFromPager({ body: bytes('href=/search?'.repeat(count)) }, 1);
    const parameters = (count: number) =>
      void readRowSpanFromPager({ body: bytes(`href="/search?${'&first='.repeat(count)}`) }, 1);
    expect(growthOf(links, 100_000)).toBeLessThan(10);
    expect(growthOf(parameters, 100_000)).toBeLessThan(10);
  });
});
