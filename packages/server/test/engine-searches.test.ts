import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../src/index.js';
import { extrasAt } from './helpers/description.js';
import { type Answer, type Engines, startEngines } from './helpers/engines.js';
import {
  alphaAutocomplete,
  alphaNews,
  alphaSearch,
  alphaVideos,
  betaSearch,
  gammaSearch,
} from './helpers/operations.js';

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.close());

function linksOf({ body }: Answer): string[] {
  return body.organic_results.map(({ link }: { link: string }) => link);
}

function positionsOf({ body }: Answer): number[] {
  return body.organic_results.map(({ position }: { position: number }) => position);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('a response matches the schema', () => {
  test.each(endpoints)('of $name', async (endpoint) => {
    const queries = ['harbour museum', 'weather', 'bakery near me', 'how do tides work', 'a very long name of a film'];
    const extras = `?include=${extrasAt(endpoint.path).join(',')}`;
    const pending = queries.flatMap((query) => [
      engines.ask(endpoint, { query }),
      engines.ask(endpoint, { query }, extras),
    ]);
    for (const { status, body } of await Promise.all(pending)) {
      expect([status, body.code]).toEqual([200, undefined]);
      expect(endpoint.response.safeParse(body).error?.issues).toBeUndefined();
    }
  });

  test.each(['de', 'ja', 'ar', 'pt-BR'])('for language %s', async (hl) => {
    const listing = [alphaSearch, alphaNews, alphaVideos];
    const answers = await Promise.all(listing.map((endpoint) => engines.ask(endpoint, { query: `in ${hl}`, hl })));
    for (const [index, { status, body, requests }] of answers.entries()) {
      expect([status, body.organic_results.length]).toEqual([200, 10]);
      expect(requests[0]?.language.toLowerCase()).toContain(hl.toLowerCase().slice(0, 2));
      expect(listing[index]?.response.safeParse(body).success).toBe(true);
    }
  });
});

describe('rows are gathered over several pages', () => {
  test.each([alphaSearch, alphaNews, alphaVideos])('by $name', async (endpoint) => {
    const answer = await engines.ask(endpoint, { query: 'gathered', num: 35 });
    expect(answer.requests.map(({ page }) => page)).toEqual([1, 2, 3, 4]);
    expect(answer.headers['x-gathered-pages']).toBe('4;stop=complete');
    expect(positionsOf(answer)).toEqual(upTo(35));
    expect(new Set(linksOf(answer)).size).toBe(35);
  });

  test('the second window continues where the first ends', async () => {
    const query = 'two windows';
    const [whole, first, second] = [
      await engines.ask(alphaSearch, { query, num: 40 }),
      await engines.ask(alphaSearch, { query, num: 20 }),
      await engines.ask(alphaSearch, { query, num: 20, page: 2 }),
    ];
    expect([...linksOf(first), ...linksOf(second)]).toEqual(linksOf(whole));
    expect(first.body.pagination).toMatchObject({ current: 1, next: 2, has_next_page: true });
    expect(second.body.pagination).toMatchObject({ current: 2, next: 3, has_next_page: true });
  });

  test('a block after the first page ends the list and is reported in x-gathered-pages', async () => {
    const blocking = await startEngines(
      { SVC_ATTEMPTS: '2' },
      { scenario: ({ page }) => (page === 3 ? 'captcha' : undefined) },
    );
    const answer = await blocking.ask(alphaSearch, { query: 'blocked later', num: 50 });
    await blocking.close();
    expect([answer.status, linksOf(answer).length]).toEqual([200, 20]);
    expect(answer.headers['x-gathered-pages']).toBe('2;stop=upstream_captcha');
    expect(answer.requests.map(({ page }) => page)).toEqual([1, 2, 3, 3]);
  });

  test('the last page ends the list', async () => {
    const answer = await engines.ask(alphaNews, { query: 'to the end', num: 100, page: 4 });
    expect(answer.headers['x-gathered-pages']).toMatch(/^\d+;stop=(last_page|engine_limit|complete)$/);
    expect(positionsOf(answer)).toEqual(upTo(linksOf(answer).length));
  });
});

describe('pages', () => {
  test.each([
    [alphaSearch, { page: 2 }],
    [betaSearch, { page: 3 }],
    [betaSearch, { page: 2, num: 10 }],
    [gammaSearch, { page: 2 }],
  ])('$0.name $1', async (endpoint, params) => {
    const answer = await engines.ask(endpoint, { query: `paged ${JSON.stringify(params)}`, ...params });
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    expect(answer.requests.map(({ page }) => page)).toEqual([params.page]);
    if (answer.body.pagination) expect(answer.body.pagination.current).toBe(params.page);
    expect(positionsOf(answer)).toEqual(upTo(10));
  });

  test('beta pages of ten rows are merged into a window of fifty', async () => {
    const answer = await engines.ask(betaSearch, { query: 'fifty at once', page: 2, num: 50 });
    expect(answer.requests.map(({ page }) => page)).toEqual([6, 7, 8, 9, 10]);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    expect(answer.body.pagination).toMatchObject({ current: 2, next: 3, has_next_page: true });
    expect(answer.body.pagination.other_pages).toContain(1);
  });

  test('beta returning the first page instead of a later one is an error', async () => {
    const query = 'fifty at once sim:wrong_page';
    expect((await engines.ask(betaSearch, { query, page: 2, num: 50 })).body.code).toBe('upstream_wrong_page');
  });

  test.each([alphaSearch, betaSearch])('$name: pagination.next leads from page to page', async (endpoint) => {
    const query = 'page after page';
    const seen: string[] = [];
    let page: number | undefined;
    for (const expected of [1, 2, 3, 4]) {
      const answer = await engines.ask(endpoint, { query, ...(page && { page }) });
      expect(answer.body.pagination).toMatchObject({ current: expected, next: expected + 1 });
      seen.push(...linksOf(answer));
      page = answer.body.pagination.next;
    }
    expect(new Set(seen).size).toBe(40);
  });

  test.each([alphaSearch, alphaVideos, gammaSearch])(
    '$name: no request is made for a page beyond the last',
    async (endpoint) => {
      const answer = await engines.ask(endpoint, { query: 'far away', page: 41 });
      expect([answer.status, answer.body.organic_results, answer.requests]).toEqual([200, [], []]);
    },
  );
});

describe('the request to the engine contains', () => {
  test('the location', async () => {
    const [here, there] = [
      await engines.ask(alphaSearch, { query: 'placed' }),
      await engines.ask(alphaSearch, { query: 'placed', location: 'Lisbon, Portugal' }),
    ];
    expect(here.requests[0]?.otherParameters).toBe('||');
    expect(there.requests[1]?.otherParameters).toMatch(/^pt\|\|latlng\{\nlatitude_e7:387/);
    expect(linksOf(there)).not.toEqual(linksOf(here));
    expect(there.body.search_parameters).toMatchObject({ location: 'Lisbon, Portugal', gl: null, uule: null });
  });

  test('the location on beta', async () => {
    const { requests } = await engines.ask(betaSearch, { query: 'placed', location: 'Lisbon, Portugal' });
    expect(requests[0]?.headers.cookie).toMatch(/USRLOC=HS=1&ELOC=LAT=38\.\d+\|LON=-9\.\d+\|N=Lisbon/);
  });

  test('the filter', async () => {
    const { requests } = await engines.ask(alphaSearch, { query: 'filtered', tbs: 'qdr:w', gl: 'UK' });
    expect(requests[0]?.otherParameters).toBe('gb|qdr:w|');
  });

  test('the market, and the response names the host and market that answered', async () => {
    const answer = await engines.ask(betaSearch, { query: 'market', mkt: 'de-DE' }, '?include=diagnostics');
    expect(answer.requests[0]?.otherParameters).toBe('de-DE||');
    expect(answer.body.search_parameters).toMatchObject({ mkt: 'de-DE', bing_domain: 'www.bing.com' });
    expect(answer.body.diagnostics.pages).toMatchObject([{ status: 200, market: 'de', state: 'results' }]);
  });

  test.each([
    ['the longest query', '😀'.repeat(2048)],
    ['operators and signs', '"a b" site:example.org -c & + # % \\ <d>'],
    ['a line break', 'one\ntwo'],
  ])('%s', async (_, query) => {
    const answer = await engines.ask(gammaSearch, { query });
    expect(answer.requests.map((request) => request.query)).toEqual([query]);
    expect([answer.status, answer.body.search_parameters?.q]).toEqual([200, query]);
  });

  test('consent, so that the engine does not ask for it', async () => {
    const listing: readonly Endpoint[] = [alphaSearch, alphaNews, alphaVideos];
    const answers = await Promise.all(listing.map((endpoint) => engines.ask(endpoint, { query: 'consent' })));
    expect(answers.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
    for (const { requests } of answers) expect(requests[0]?.headers.cookie).toContain('SOCS=');
  });

  test('the cookies set by an earlier response', async () => {
    await engines.ask(alphaAutocomplete, { query: 'first visit' });
    const { requests } = await engines.ask(alphaAutocomplete, { query: 'second visit' });
    expect(requests[0]?.headers.cookie).toContain('NID=simulated');
  });
});

test.each(endpoints)('$name: concurrent identical requests share one fetch', async (endpoint) => {
  const answers = await Promise.all(upTo(8).map(() => engines.ask(endpoint, { query: 'all at once' })));
  expect(answers.at(-1)?.requests).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(8);
});
