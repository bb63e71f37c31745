import { type Adapter, FetchError } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { fakeEndpoint, type Served, serving, tenRows } from './helpers/fake-endpoint.js';
import { type TestService, testService } from './helpers/service.js';

const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `r${from + index}`);

function serviceOf(pages: (page: number) => Served, env = {}): TestService {
  return testService({ adapter: serving(({ page }) => pages(page)), endpoints: [fakeEndpoint], env });
}

/** The response in short. */
async function ask(service: TestService, params: object) {
  const response = await service.post(fakeEndpoint.path, { query: 'a', ...params });
  const { organic_results = [], pagination, code } = response.json();
  return {
    status: response.statusCode,
    code,
    names: organic_results.map(({ title }: { title: string }) => title),
    positions: organic_results.map(({ position }: { position: number }) => position),
    pagination,
    gathered: response.headers['x-gathered-pages'],
    requested: service.requests.map(({ page }) => page),
  };
}

test('all pages come from one session, each with the previous page as referer', async () => {
  const sessions = new Set<string>();
  const page = serving(({ page: number }) => tenRows(number));
  const adapter: Adapter = (request, context) => {
    sessions.add(context.session.id);
    return page(request, context);
  };
  const service = testService({ adapter, endpoints: [fakeEndpoint] });
  await service.post(fakeEndpoint.path, { query: 'a', num: 40 });
  expect(sessions.size).toBe(1);
  const [first, ...others] = service.requests.map(({ headers }) => headers.referer);
  expect(first).toBeUndefined();
  expect(others).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
});

describe('a window of num rows', () => {
  test.each([
    [{}, [1], names(1, 10)],
    [{ page: 0 }, [1], names(1, 10)],
    [{ page: 3 }, [3], names(21, 30)],
    [{ num: 10, page: 2 }, [2], names(11, 20)],
    [{ num: 40 }, [1, 2, 3, 4], names(1, 40)],
    [{ num: 40, page: 2 }, [5, 6, 7, 8], names(41, 80)],
    [{ num: 15 }, [1, 2], names(1, 15)],
    [{ num: 15, page: 2 }, [2, 3], names(16, 30)],
    [{ num: 3 }, [1], names(1, 3)],
    [{ num: 3, page: 4 }, [1, 2], names(10, 12)],
    [{ num: 100, page: 4 }, [31, 32, 33, 34, 35, 36, 37, 38, 39, 40], names(301, 400)],
  ])('%o is filled from pages %o', async (params, pages, expected) => {
    const answer = await ask(
      serviceOf((page) => tenRows(page)),
      params,
    );
    expect(answer.requested).toEqual(pages);
    expect(answer.names).toEqual(expected);
    expect(answer.positions).toEqual(expected.map((_, index) => index + 1));
    expect(answer.gathered).toMatch(new RegExp(`^${pages.length};stop=`));
  });

  test('an eleventh row of a page belongs to its tenth place, and a list is never longer than num', async () => {
    const service = serviceOf((page) => ({ ...tenRows(page), rows: [...tenRows(page).rows, `extra${page}`] }));
    expect((await ask(service, {})).names).toEqual(names(1, 10));
    expect((await ask(service, { num: 30 })).names).toEqual([
      ...names(1, 10),
      'extra1',
      ...names(11, 20),
      'extra2',
      ...names(21, 28),
    ]);
  });
});

describe('pagination counts windows', () => {
  test.each([
    [{}, { next: 2, current: 1, other_pages: [2, 3, 4, 5, 6, 7, 8], has_next_page: true }],
    [{ num: 40 }, { next: 2, current: 1, other_pages: [2], has_next_page: true }],
    [
      { num: 40, page: 2 },
      { current: 2, other_pages: [1], has_next_page: false },
    ],
    [
      { num: 20, page: 2 },
      { next: 3, current: 2, other_pages: [1, 3, 4], has_next_page: true },
    ],
    [{ num: 5 }, { next: 2, current: 1, other_pages: [2, 3, 5, 7, 9, 11, 13, 15], has_next_page: true }],
    [
      { num: 5, page: 15 },
      { next: 16, current: 15, other_pages: [1, 3, 5, 7, 9, 11, 13, 16], has_next_page: true },
    ],
  ])('%o', async (params, pagination) => {
    const answer = await ask(
      serviceOf((page) => tenRows(page, 8)),
      params,
    );
    expect(answer.pagination).toEqual(pagination);
  });
});

describe('gathering stops', () => {
  const until = (last: number, then: Served) => (page: number) => (page <= last ? tenRows(page) : then);

  test.each<[string, (page: number) => Served, string, number[], string[]]>([
    ['when the window is complete', (page) => tenRows(page), '3;stop=complete', [1, 2, 3], names(1, 30)],
    ['at a page without a next one', (page) => tenRows(page, 2), '2;stop=last_page', [1, 2], names(1, 20)],
    ['at a repeated page', (page) => tenRows(Math.min(page, 2)), '2;stop=repeated_page', [1, 2, 3], names(1, 20)],
    [
      'at a page with fewer rows, all seen before',
      until(2, { ...tenRows(3), rows: ['r4', 'r18'] }),
      '2;stop=repeated_page',
      [1, 2, 3],
      names(1, 20),
    ],
    ['at a block', until(2, { state: 'captcha' }), '2;stop=upstream_captcha', [1, 2, 3], names(1, 20)],
    ['at another page', until(1, { state: 'wrong_page' }), '1;stop=upstream_wrong_page', [1, 2], names(1, 10)],
    ['at the deadline', until(1, new FetchError('timeout', 'slow')), '1;stop=deadline', [1, 2], names(1, 10)],
    [
      'when the network breaks',
      until(2, new FetchError('network', 'gone')),
      '2;stop=upstream_bad_response',
      [1, 2, 3],
      names(1, 20),
    ],
  ])('%s', async (_when, pages, gathered, requested, expected) => {
    const answer = await ask(serviceOf(pages), { num: 30 });
    expect(answer).toMatchObject({ status: 200, gathered, requested, names: expected });
  });

  test('without a pager, at a page that is less than half full', async () => {
    const pages = (page: number) => ({ rows: page < 3 ? tenRows(page).rows : ['last'] });
    const answer = await ask(serviceOf(pages), { num: 50 });
    expect(answer).toMatchObject({
      gathered: '3;stop=last_page',
      requested: [1, 2, 3],
      names: [...names(1, 20), 'last'],
    });
  });

  test('at the last page that the engine serves', async () => {
    const answer = await ask(
      serviceOf((page) => tenRows(page, 99)),
      { num: 15, page: 27 },
    );
    expect(answer).toMatchObject({ gathered: '1;stop=engine_limit', requested: [40], names: names(391, 400) });
  });

  test('with an error if this service fails', async () => {
    const answer = await ask(serviceOf(until(1, new FetchError('closed', 'bye'))), { num: 30 });
    expect(answer).toMatchObject({ status: 503, code: 'shutting_down' });
  });

  test('with an error if the first page is not usable', async () => {
    const answer = await ask(
      serviceOf(() => ({ state: 'captcha' })),
      { num: 30 },
    );
    expect(answer).toMatchObject({ status: 502, code: 'upstream_captcha', requested: [1] });
  });
});

test('a row whose link was on an earlier page is dropped', async () => {
  const service = serviceOf((page) => {
    const { rows, pagination } = tenRows(page, 2);
    return { rows: page === 1 ? rows : ['r3', ...rows.slice(1)], ...(pagination && { pagination }) };
  });
  const answer = await ask(service, { num: 20 });
  expect(answer.names).toEqual([...names(1, 10), ...names(12, 20)]);
  expect(answer.positions).toEqual(names(1, 19).map((_, index) => index + 1));
});

test('the deadline covers all pages together', async () => {
  const service = testService({
    endpoints: [fakeEndpoint],
    env: { SVC_SEARCH_TIMEOUT_MS: '2000' },
    adapter: async (request, context) => {
      if (request.page > 1) await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      return serving(({ page }) => tenRows(page))(request, context);
    },
  });
  const answer = await ask(service, { num: 30 });
  expect(answer).toMatchObject({ status: 200, gathered: '1;stop=deadline', names: names(1, 10) });
});
