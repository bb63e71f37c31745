import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engines, startEngines } from './helpers/engines.js';
import { always, disabledKey, key, testService } from './helpers/service.js';

let engines: Engines;

beforeAll(async () => {
  engines = await startEngines({
    SVC_CIRCUIT_FAILURES: '0',
    SVC_COMPAT: 'serpapi,serper,searxng,tavily,openwebui',
    SVC_COMPAT_HOSTS: 'serpapi.test=serpapi',
  });
}, 60_000);
afterAll(() => engines.close());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of any dialect
type Json = any;

async function ask(
  path: string,
  { method, headers = {}, body }: Sent = {},
): Promise<{ status: number; body: Json; headers: Headers }> {
  const response = await fetch(`${engines.address}/compat${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

const serpapi = (query: Record<string, string>, path = '/search.json') =>
  ask(`/serpapi${path}?${new URLSearchParams({ api_key: key, ...query })}`);

describe('serpapi', () => {
  test('a search has rows, questions, and working links to other pages without the key', async () => {
    const { status, body } = await serpapi({ q: 'river ferry', engine: 'google', num: '10' });
    expect(status).toBe(200);
    expect(body.search_metadata.status).toBe('Success');
    expect(body.search_parameters).toMatchObject({ engine: 'google', q: 'river ferry' });
    expect(body.organic_results[0]).toMatchObject({ position: 1, title: expect.any(String), link: expect.any(String) });
    expect(body.organic_results[0]).not.toHaveProperty('domain');
    expect(JSON.stringify(body)).not.toContain(key);
    const links: string[] = [];
    let next: string | undefined = body.serpapi_pagination.next;
    while (next !== undefined && links.length < 3) {
      links.push(next);
      const page: Json = await (await fetch(`${next}&api_key=${key}`)).json();
      expect(page.search_metadata.status).toBe('Success');
      next = page.serpapi_pagination.next;
    }
    expect(links.map((link) => new URL(link).searchParams.get('start'))).toEqual(['10', '20', '30']);
  });

  test.each([
    ['google_news_light', {}, 'news_results'],
    ['google', { tbm: 'nws' }, 'news_results'],
    ['google', { tbm: 'vid' }, 'video_results'],
    ['google_videos', {}, 'video_results'],
    ['google_light', {}, 'organic_results'],
    ['google_autocomplete', {}, 'suggestions'],
    ['bing', {}, 'organic_results'],
    ['brave', {}, 'organic_results'],
  ])('engine %s with %o returns %s', async (engine, more, list) => {
    const { status, body } = await serpapi({ q: 'river ferry', engine, ...more });
    expect(status).toBe(200);
    expect(body[list].length).toBeGreaterThan(2);
  });

  test.each([
    [{ engine: 'google_news', q: 'a' }, 'tbm=nws'],
    [{ engine: 'yelp', q: 'a' }, 'Unsupported `yelp` search engine'],
    [{ engine: 'google', q: 'a', tbm: 'isch' }, 'isch'],
    [{ engine: 'google', q: 'a', start: '7' }, 'multiple'],
    [{ engine: 'google', q: 'a', as_sitesearch: 'b.example' }, 'as_sitesearch'],
    [{ engine: 'google', q: 'a', async: 'true' }, 'async'],
    [{ engine: 'google', q: 'a', location: 'Lisbom' }, 'Lisb'],
    [{ engine: 'google' }, 'Missing query `q` parameter.'],
    [{ engine: 'google', q: 'a', json_restrictor: 'a[' }, 'json_restrictor'],
  ])('%o is rejected', async (query, text) => {
    const { status, body } = await serpapi(query as Record<string, string>);
    expect([status, body.error]).toEqual([400, expect.stringContaining(text)]);
  });

  test('an empty list is an error text without rows, and a blocked engine is an error status', async () => {
    const empty = await serpapi({ q: 'sim:no_results' });
    expect([empty.status, empty.body.error]).toEqual([200, "Google hasn't returned any results for this query."]);
    expect(empty.body).not.toHaveProperty('organic_results');
    expect(empty.body.search_information.organic_results_state).toBe('Fully empty');
    const blocked = await serpapi({ q: 'sim:captcha' });
    expect([blocked.status, blocked.body.code]).toEqual([503, 'upstream_captcha']);
    expect(blocked.body.search_metadata.status).toBe('Error');
  });

  test('parameters without effect are listed, and json_restrictor keeps what it selects', async () => {
    const { headers, body } = await serpapi({
      q: 'river ferry',
      source: 'nodejs',
      json_restrictor: 'organic_results[0:2].{title, link}',
    });
    expect(headers.get('x-ignored-parameters')).toBe('source');
    expect(Object.keys(body)).toEqual(['organic_results']);
    expect(body.organic_results.map((row: object) => Object.keys(row))).toEqual([
      ['title', 'link'],
      ['title', 'link'],
    ]);
  });

  test('pages of fewer rows than those of bing follow one another without gaps', async () => {
    const linksOf = ({ body }: Json) => body.organic_results.map(({ link }: Json) => link);
    const bing = { q: 'river ferry', engine: 'bing' };
    const whole = linksOf(await serpapi({ ...bing, count: '20' }));
    const first = await serpapi({ ...bing, count: '7' });
    expect(linksOf(first)).toEqual(whole.slice(0, 7));
    const second: Json = { body: await (await fetch(`${first.body.serpapi_pagination.next}&api_key=${key}`)).json() };
    expect(linksOf(second)).toEqual(whole.slice(7, 14));
    expect(second.body.organic_results[0].position).toBe(1);
    expect(second.body.serpapi_pagination.next).toContain('first=15');
  });

  test('location_used is the place also if the search is in another country', async () => {
    const { body } = await serpapi({ q: 'tea', location: 'Porto, Portugal', gl: 'es' });
    expect(body.search_parameters.location_used).toMatch(/^Porto,[^;]+$/);
  });

  test('locations require no key, and the account does', async () => {
    const places = await ask('/serpapi/locations.json?q=lisbon&limit=2');
    expect(places.body).toHaveLength(2);
    expect(places.body[0]).toMatchObject({ id: expect.any(String), canonical_name: expect.stringContaining('Lisbon') });
    expect((await ask('/serpapi/account')).status).toBe(401);
    const refused = await ask('/serpapi/search?q=tea&api_key=not-a-known-key');
    for (const { body } of [await ask('/serpapi/search?q=tea'), refused])
      expect(body.error).toMatch(/^Invalid API key\. .*api_key takes a key of this service/);
    const account = await serpapi({}, '/account.json');
    expect(account.body).toMatchObject({ account_id: expect.any(String), this_month_usage: expect.any(Number) });
    expect(JSON.stringify(account.body)).not.toContain(key);
  });

  test('a host that is configured for the dialect requires no prefix', async () => {
    const { request } = await import('node:http');
    const { port } = new URL(engines.address);
    const status = await new Promise((resolve) => {
      request({ port, path: `/search?q=tea&api_key=${key}`, headers: { host: 'serpapi.test' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(200);
  });
});

describe('serper', () => {
  const post = (path: string, body: unknown) => ask(`/serper${path}`, { body, headers: { 'X-API-KEY': key } });

  test.each([
    ['/search', 'organic'],
    ['/news', 'news'],
    ['/videos', 'videos'],
    ['/autocomplete', 'suggestions'],
  ])('%s returns %s', async (path, list) => {
    const { status, body } = await post(path, { q: 'river ferry', gl: 'us', num: 5 });
    expect(status).toBe(200);
    expect(body.searchParameters).toMatchObject({ q: 'river ferry', engine: 'google' });
    expect(body[list].length).toBeGreaterThan(2);
    expect(body.credits).toBe(1);
  });

  test('a list of queries gets an answer for each, in order', async () => {
    const { status, body } = await post('/search', [{ q: 'tea' }, { q: 'sim:captcha' }, { q: 'coffee', num: 3 }]);
    expect(status).toBe(200);
    expect(body.map((one: Json) => one.searchParameters.q)).toEqual(['tea', 'sim:captcha', 'coffee']);
    expect(body[1]).toMatchObject({ organic: [], statusCode: 502, code: 'upstream_captcha' });
    expect(body[2].organic).toHaveLength(3);
    expect((await post('/search', [{ q: 'sim:captcha' }])).status).toBe(502);
  });

  test('the second page begins after the first, however few rows that has', async () => {
    const linksOf = ({ body }: Json) => body.organic.map(({ link }: Json) => link);
    const whole = linksOf(await post('/search', { q: 'river ferry', num: 20 }));
    const second = await post('/search', { q: 'river ferry', num: 7, page: 2 });
    expect(linksOf(second)).toEqual(whole.slice(7, 14));
    expect(second.body.credits).toBe(2);
    expect((await post('/search', { q: 'river ferry', num: 7 })).body.credits).toBe(1);
  });

  test('accepts page 2, a query in the URL and an empty body', async () => {
    const first = await post('/search', { q: 'river ferry' });
    const second = await post('/search', { q: 'river ferry', page: 2 });
    expect(second.body.organic[0].link).not.toBe(first.body.organic[0].link);
    const inAddress = await ask(`/serper/search?q=river+ferry&apiKey=${key}`);
    expect(inAddress.body.organic).toEqual(first.body.organic);
    const emptyBody = await ask('/serper/search?q=river+ferry', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    expect(emptyBody.body.organic).toEqual(first.body.organic);
  });

  test('errors have the status and format of Serper', async () => {
    expect(await ask('/serper/search', { body: { q: 'a' } })).toMatchObject({
      status: 403,
      body: { message: 'Unauthorized.', statusCode: 403 },
    });
    expect(await post('/search', {})).toMatchObject({ status: 400, body: { statusCode: 400 } });
    expect(await post('/images', { q: 'a' })).toMatchObject({ status: 404, body: { statusCode: 404 } });
    expect((await post('/search', { q: 'sim:no_results' })).body.organic).toEqual([]);
  });

  test.each<[unknown]>([[null], [5], ['tea'], [[{ q: 'tea' }]], [{ q: ['tea'] }], [{ q: 'tea', num: {} }]])(
    'an item %j of a list is an error in its place',
    async (item) => {
      const { status, body } = await post('/search', [{ q: 'river ferry' }, item]);
      expect([status, body[0].organic.length > 0, body[1].statusCode, body[1].organic]).toEqual([200, true, 400, []]);
    },
  );
});

describe('searxng', () => {
  const search = (query: Record<string, string>, headers: Record<string, string> = { 'x-api-key': key }) =>
    ask(`/searxng/search?${new URLSearchParams({ format: 'json', ...query })}`, { headers });

  test('merges the rows of several engines and lists failed engines', async () => {
    const { status, body } = await search({ q: 'river ferry', engines: 'google,bing,brave' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'query',
        'results',
        'answers',
        'corrections',
        'infoboxes',
        'suggestions',
        'unresponsive_engines',
      ]),
    );
    expect(new Set(body.results.flatMap((row: Json) => row.engines))).toEqual(new Set(['google', 'bing', 'brave']));
    for (const row of body.results) {
      expect(row).toMatchObject({
        url: expect.any(String),
        title: expect.any(String),
        content: expect.any(String),
        category: 'general',
      });
      expect(row.parsed_url).toHaveLength(6);
      expect(row.positions).toHaveLength(row.engines.length);
    }
    const unknown = await search({ q: 'river ferry', engines: 'youtube,google' });
    expect(unknown.body.unresponsive_engines).toEqual([['youtube', 'not offered here']]);
  });

  test('timeout_limit may have decimals', async () => {
    expect((await search({ q: 'tea', timeout_limit: '2.5' })).status).toBe(200);
    for (const timeout_limit of ['0', '-1', 'abc', '301'])
      expect((await search({ q: 'tea', timeout_limit })).status).toBe(400);
  });

  test('a search that fails at all engines is an error', async () => {
    const { status, body } = await search({ q: 'sim:captcha', engines: 'google,bing' });
    expect([status, body.error]).toEqual([502, expect.any(String)]);
  });

  test('a search without results is an empty list, and formats other than JSON are rejected', async () => {
    expect(await search({ q: 'sim:no_results' })).toMatchObject({
      status: 200,
      body: { results: [], answers: [], infoboxes: [] },
    });
    expect((await search({ q: 'tea', format: 'html' })).status).toBe(403);
    expect((await search({ q: '' })).body.error).toBe('No query');
    expect((await search({ q: 'tea', language: 'klingon' })).status).toBe(400);
    expect((await search({ q: 'tea', pageno: '0' })).status).toBe(400);
  });

  test('searches news and videos by category', async () => {
    const news = await search({ q: 'river ferry', categories: 'news' });
    expect(news.body.results[0]).toMatchObject({ engine: 'google news', category: 'news' });
    const videos = await search({ q: 'river ferry', categories: 'videos' });
    expect(videos.body.results[0]).toMatchObject({ template: 'videos.html', length: expect.any(Number) });
  });

  test('accepts a form, an empty JSON body and a request without a path, and serves settings and completions', async () => {
    const form = await fetch(`${engines.address}/compat/searxng/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': key },
      body: 'q=tea&format=json',
    });
    expect(((await form.json()) as Json).results.length).toBeGreaterThan(2);
    expect(
      (await ask('/searxng?q=tea&format=json', { headers: { 'x-api-key': key } })).body.results.length,
    ).toBeGreaterThan(2);
    const config = await ask('/searxng/config');
    const ofWeb = config.body.engines.filter(({ categories }: Json) => categories.includes('web'));
    const namesOf = (listed: Json[]) => listed.map(({ name }) => name);
    const web = ['google', 'bing', 'brave', 'google videos'];
    expect(namesOf(ofWeb)).toEqual(expect.arrayContaining(web));
    expect(namesOf(ofWeb)).not.toContain('google news');
    expect(namesOf(config.body.engines)).toEqual(expect.arrayContaining([...web, 'google news']));
    const shortcuts = config.body.engines.map(({ shortcut }: Json) => shortcut);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    const completions = await ask('/searxng/autocompleter?q=tea', { headers: { 'x-api-key': key } });
    expect([completions.body[0], completions.body[1].length > 0]).toEqual(['tea', true]);
  });
});

/** Names that every object of JavaScript has. */
const inherited = ['constructor', '__proto__'];

test.each(inherited)('%s is no engine, tab, type or category', async (word) => {
  expect(await serpapi({ q: 'tea', engine: word })).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  expect(await serpapi({ q: 'tea', tbm: word })).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  const picked = await serpapi({ q: 'tea', json_restrictor: word });
  expect(picked.body).toEqual({});
  const auth = { 'x-api-key': key };
  const typed = await ask('/serper/search', { body: { q: 'tea', type: word }, headers: auth });
  expect(typed).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  const usual = await ask('/searxng/search?q=tea&format=json', { headers: auth });
  const { body } = await ask(`/searxng/search?q=tea&format=json&categories=${word}`, { headers: auth });
  expect(body.results.length).toBeGreaterThan(0);
  expect(body.results).toHaveLength(usual.body.results.length);
});

describe('tavily', () => {
  const post = (body: object, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
    ask('/tavily/search', { body, headers });

  test('results have the fields that Tavily clients read', async () => {
    const { status, body } = await post({
      query: 'river ferry',
      max_results: 3,
      include_domains: [],
      exclude_domains: [],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ query: 'river ferry', answer: null, images: [], response_time: expect.any(Number) });
    expect(body.results.map(({ score }: Json) => score)).toEqual([1, 0.9091, 0.8333]);
    expect(body.results[0]).toMatchObject({
      title: expect.any(String),
      url: expect.any(String),
      content: expect.any(String),
      raw_content: null,
    });
    expect(body.request_id).toMatch(/^[\w-]{10,}$/);
    expect((await post({ query: 'river ferry', api_key: key }, {})).status).toBe(200);
  });

  test('topic, domains, dates and country are part of the search', async () => {
    const before = engines.simulator.requests.length;
    await post({
      query: 'ferry',
      topic: 'news',
      country: 'portugal',
      include_domains: ['a.example', 'b.example'],
      start_date: '2026-01-31',
    });
    const [request] = engines.simulator.requests.slice(before);
    expect(request?.operation).toBe('alpha.news');
    expect(request?.query).toBe('ferry (site:a.example OR site:b.example)');
  });

  test('days apply to news only, known languages are passed on, and include_domains_mode supports only filter', async () => {
    const requestOf = async (body: object) => {
      const before = engines.simulator.requests.length;
      const { headers } = await post({ query: 'ferry', ...body });
      const { otherParameters, language } = engines.simulator.requests[before]!;
      return [otherParameters, language, headers.get('x-ignored-parameters')];
    };
    const [usual] = await requestOf({});
    expect(await requestOf({ topic: 'general', days: 2, search_depth: 'basic' })).toEqual([
      ...[usual, 'en', 'days, search_depth'],
    ]);
    expect(await requestOf({ topic: 'news', days: 2 })).toEqual([expect.stringContaining('qdr:d2'), 'en', null]);
    expect(await requestOf({ language: 'German' })).toEqual([usual, 'de', null]);
    expect((await requestOf({ language: 'Klingon' }))[1]).toBe('en');
    const domains = { include_domains: ['a.example'], include_domains_mode: 'boost' };
    expect(await post({ query: 'ferry', ...domains })).toMatchObject({ status: 400 });
    expect((await post({ query: 'ferry', ...domains, include_domains_mode: 'filter' })).status).toBe(200);
    expect((await post({ query: 'ferry', include_domains_mode: 'boost' })).status).toBe(200);
  });

  test('countries have their usual names', async () => {
    const env = { SVC_COMPAT: 'tavily' };
    const { app, post: send, requests } = testService({ env, adapter: always('') });
    for (const country of ['turkey', 'czech republic', 'bosnia and herzegovina', 'Portugal'])
      await send('/compat/tavily/search', { query: 'ferry', country });
    expect(requests.map(({ url }) => new URL(url).searchParams.get('gl'))).toEqual(['tr', 'cz', 'ba', 'pt']);
    await app.close();
    for (const country of ['lisbon', 'nowhere'])
      expect((await post({ query: 'ferry', country })).body.detail.error).toContain('country');
  });

  test('dates must exist and be in order', async () => {
    const statusOf = async (dates: object) => (await post({ query: 'ferry', ...dates })).status;
    expect(await statusOf({ start_date: '2026-01-31', end_date: '2026-02-28' })).toBe(200);
    expect(await statusOf({ end_date: '2026-02-30' })).toBe(400);
    expect(await statusOf({ start_date: '2026-03-01', end_date: '2026-02-28' })).toBe(400);
  });

  test('safe_search excludes explicit results', async () => {
    const env = { SVC_COMPAT: 'tavily' };
    const { app, post: send, requests } = testService({ env, adapter: always('') });
    for (const safe_search of [true, false]) await send('/compat/tavily/search', { query: 'ferry', safe_search });
    expect(requests.map(({ url }) => new URL(url).searchParams.get('safe'))).toEqual(['active', null]);
    await app.close();
  });

  test('include_answer returns the answer on the page, and null without one', async () => {
    const plain = await post({ query: 'how tall is a river ferry', include_answer: false });
    expect(plain.body.answer).toBeNull();
    const found = await Promise.all(
      ['how tall is a river ferry', 'weather in lisbon', 'river ferry', 'what is a tide'].map(async (query) => {
        const { body } = await post({ query, include_answer: 'basic' });
        const native = await fetch(`${engines.address}/api/v1/alpha/search?include=blocks`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        });
        const { answer, featured_snippet, ai_overview } = ((await native.json()) as Json).blocks;
        return [body.answer, answer?.text ?? featured_snippet?.text ?? ai_overview?.text ?? null];
      }),
    );
    for (const [given, shown] of found) expect(given).toBe(shown);
    expect(found.some(([given]) => typeof given === 'string')).toBe(true);
  });

  test('errors are objects in detail', async () => {
    expect(await post({ query: 'a' }, {})).toMatchObject({
      status: 401,
      body: { detail: { error: 'Unauthorized: missing or invalid API key.' } },
    });
    expect(await post({})).toMatchObject({ status: 400, body: { detail: { error: expect.any(String) } } });
    expect(await post({ query: 'a', include_domains: ['no host'] })).toMatchObject({ status: 400 });
    expect(await post({ query: 'sim:captcha' })).toMatchObject({
      status: 502,
      body: { detail: { error: expect.any(String) } },
    });
  });
});

test.each([
  ['/serpapi/search?q=a', 405, 'GET'],
  ['/serpapi/search.json?q=a', 405, 'GET'],
  ['/serper/search?q=a', 405, 'GET, POST'],
  ['/searxng?q=a&format=json', 405, 'GET, POST'],
  ['/searxng/search?q=a&format=json', 405, 'GET, POST'],
  ['/searxng/autocompleter?q=a', 405, 'GET, POST'],
  ['/serpapi/account', 200, null],
  ['/serpapi/locations.json?q=a', 200, null],
  ['/searxng/healthz', 200, null],
])('HEAD of %s starts no search', async (path, status, allow) => {
  const before = engines.simulator.requests.length;
  const { status: answered, headers } = await fetch(`${engines.address}/compat${path}`, {
    method: 'HEAD',
    headers: { 'x-api-key': key },
  });
  expect([answered, headers.get('allow'), engines.simulator.requests.length]).toEqual([status, allow, before]);
});

test('openwebui returns an array of at most count results', async () => {
  const headers = { authorization: `Bearer ${key}` };
  for (const path of ['', '/alpha', '/beta', '/gamma', '/google', '/bing', '/brave']) {
    const { status, body } = await ask(`/openwebui${path}`, { body: { query: 'river ferry', count: 3 }, headers });
    expect([status, body.length]).toEqual([200, 3]);
    expect(Object.keys(body[0])).toEqual(['link', 'title', 'snippet']);
  }
  expect((await ask('/openwebui/unknown', { body: { query: 'a' }, headers })).status).toBe(400);
});

describe('keys of dialects', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  test.each([
    ['header', '/search?q=tea&format=json', { 'x-api-key': key }],
    ['Bearer', '/search?q=tea&format=json', { authorization: `Bearer ${key}` }],
    ['Basic password', '/search?q=tea&format=json', basic(`me:${key}`)],
    ['Basic user', '/search?q=tea&format=json', basic(`${key}:`)],
    ['query', `/search?q=tea&format=json&api_key=${key}`, {}],
    ['path', `/k/${key}/search?q=tea&format=json`, {}],
  ])('are accepted as %s', async (_, path, headers) => {
    expect((await ask(`/searxng${path}`, { headers })).status).toBe(200);
  });

  test('are rejected if missing, unknown or disabled', async () => {
    const statuses = await Promise.all(
      [{}, { 'x-api-key': 'unknown-key-of-nobody' }, { 'x-api-key': disabledKey }].map(
        async (headers) =>
          (await ask('/searxng/search?q=tea&format=json', { headers: headers as Record<string, string> })).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 403]);
  });
});

test('every error of every dialect is a JSON object in its format', async () => {
  const shapes: [string, Sent, (body: Json) => unknown][] = [
    ['/serpapi/search?q=a', {}, (body) => body.error],
    ['/serpapi/nothing', {}, (body) => body.error],
    ['/serper/search', { body: { q: 'a' } }, (body) => body.message],
    ['/searxng/search?q=a&format=json', {}, (body) => body.error],
    ['/tavily/extract', { body: {} }, (body) => body.detail.error],
    ['/openwebui', { body: { query: 'a' } }, (body) => body.error],
  ];
  for (const [path, sent, textOf] of shapes) {
    const { status, body } = await ask(path, sent);
    expect([path, status >= 400, typeof textOf(body)]).toEqual([path, true, 'string']);
  }
});

test.each([
  ['/serpapi/search', { q: 'x'.repeat(2_049) }, '"q" must be'],
  ['/serper/search', { q: 'x'.repeat(2_049) }, '"q" must be'],
  ['/searxng/search', { q: 'x'.repeat(2_049), format: 'json' }, '"q" must be'],
  ['/searxng/search', { q: 'a', format: 'json', language: 'xx' }, '"language" must be'],
] as const)('errors of %s name its own parameters', async (path, query, message) => {
  const { status, body } = await ask(`${path}?${new URLSearchParams(query)}`, { headers: { 'x-api-key': key } });
  expect([status, String(body.error ?? body.message)]).toEqual([400, expect.stringContaining(message)]);
});

describe('bodies of dialects', () => {
  const paths = ['/serper/search', '/tavily/search', '/searxng/search', '/openwebui'];
  const sent = (path: string, headers: Record<string, string>, body: Uint8Array) =>
    fetch(`${engines.address}/compat${path}`, { method: 'POST', headers: { 'x-api-key': key, ...headers }, body });
  const text = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));

  test.each(paths)('%s rejects a body that is too large, compressed or not in UTF-8', async (path) => {
    const codeOf = async (headers: Record<string, string>, body: Uint8Array) => {
      const response = await sent(path, headers, body);
      return [response.status, ((await response.json()) as Json).code];
    };
    expect(await codeOf({}, text({ q: 'x'.repeat(64 * 1024) }))).toEqual([413, 'payload_too_large']);
    const compressed = gzipSync('{"q":"a","query":"a"}');
    expect(await codeOf({ 'content-encoding': 'gzip' }, compressed)).toEqual([415, 'unsupported_media_type']);
    const latin = Buffer.from('{"q":"caf\xe9","query":"caf\xe9"}', 'latin1');
    expect(await codeOf({}, latin)).toEqual([400, 'malformed_json']);
  });

  test.each(paths)('%s lets a client that waits for it continue', async (path) => {
    const request = http.request(`${engines.address}/compat${path}?format=json`, {
      method: 'POST',
      headers: { 'x-api-key': key, expect: '100-continue' },
    });
    request.once('continue', () => request.end(text({ q: 'a', query: 'a' })));
    request.flushHeaders();
    const [response] = await once(request, 'response', { signal: AbortSignal.timeout(5_000) });
    response.resume();
    expect(response.statusCode).toBe(200);
  });
});

/**
 * Requests of applications that cannot be run here as packages, and the fields of the response that they read
 * unconditionally.
 */
const applications: Record<string, { path: string; sent: Sent; read: (body: Json) => string[] }> = {
  'LibreChat, Serper': {
    path: '/serper/search',
    sent: { headers: { 'X-API-KEY': key }, body: { q: 'river ferry', safe: 'moderate', num: 8, gl: 'de' } },
    read: ({ organic }) => organic.map(({ link }: Json) => link),
  },
  'LibreChat, SearXNG': {
    path: '/searxng/search?q=river+ferry&format=json&pageno=1&categories=general&language=all&safesearch=0&engines=google,bing,duckduckgo',
    sent: { headers: { 'X-API-Key': key, 'Content-Type': 'application/json' } },
    read: ({ results }) => results.map(({ url }: Json) => url),
  },
  'Haystack, Serper': {
    path: '/serper/search',
    sent: {
      headers: { 'X-API-KEY': key },
      body: { q: 'site:example.com river ferry', gl: 'us', hl: 'en', autocorrect: true },
    },
    read: ({ organic, answerBox, peopleAlsoAsk = [] }) => [
      ...organic.map(({ link }: Json) => link),
      ...(answerBox ? [answerBox.snippet] : []),
      ...peopleAlsoAsk.map(({ title, snippet, question }: Json) => snippet ?? title ?? question),
    ],
  },
  'crewAI, Serper': {
    path: '/serper/search',
    sent: { headers: { 'X-API-KEY': key, 'content-type': 'application/json' }, body: { q: 'river ferry', num: 10 } },
    read: ({ organic, relatedSearches, searchParameters: { q, type } }) => [
      ...organic.map((row: Json) => row.title && row.link),
      ...relatedSearches.map(({ query }: Json) => query),
      ...[q, type],
    ],
  },
  'Dify, Serper by the address': {
    path: '/serper/search?q=river+ferry&gl=us&hl=en',
    sent: { headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' } },
    read: ({ organic }) => organic.map(({ title, link, snippet }: Json) => title && snippet && link),
  },
  'Dify, SerpApi': {
    path: `/serpapi/search?engine=google&google_domain=google.com&gl=us&hl=en&api_key=${key}&q=river+ferry&output=JSON`,
    sent: {},
    read: ({ organic_results }) => organic_results.map(({ title, link }: Json) => title && link),
  },
  'AnythingLLM, SearXNG': {
    path: `/searxng/k/${key}?q=${encodeURIComponent(encodeURIComponent('river ferry'))}&format=json`,
    sent: { headers: { 'Content-Type': 'application/json', 'User-Agent': 'anything-llm' } },
    read: ({ results }) => results.map(({ url, title, content }: Json) => title && typeof content === 'string' && url),
  },
  'AnythingLLM, Tavily': {
    path: '/tavily/search',
    sent: { body: { api_key: key, query: 'river ferry' } },
    read: ({ results }) => results.map(({ title, url, content }: Json) => title && content && url),
  },
  'Lobe Chat, Tavily': {
    path: '/tavily/search',
    sent: {
      headers: { Authorization: `Bearer ${key}` },
      body: {
        ...{ include_answer: false, include_image_descriptions: true, include_images: false },
        ...{
          include_raw_content: false,
          max_results: 15,
          query: 'river ferry',
          search_depth: 'basic',
          topic: 'general',
        },
      },
    },
    read: ({ results, query, response_time }) => [
      ...results.map(({ score, url }: Json) => typeof score === 'number' && url),
      ...[query, `${response_time}`],
    ],
  },
};

test.each(Object.entries(applications))(
  '%s: the response has all fields that the application reads',
  async (_name, { path, sent, read }) => {
    const { status, body } = await ask(path, sent);
    expect(status, JSON.stringify(body)).toBe(200);
    const found = read(body);
    expect(found.length).toBeGreaterThan(4);
    for (const value of found) expect(value).toEqual(expect.stringMatching(/\S/));
  },
);

test('Cherry Studio: searches the engines that it selects by category', async () => {
  const { body: config } = await ask('/searxng/config', { headers: basicOf('me', key) });
  const picked = config.engines.filter(
    ({ enabled, categories }: Json) => enabled && categories.includes('general') && categories.includes('web'),
  );
  const names: string[] = picked.map(({ name }: Json) => name);
  const query = new URLSearchParams({ q: 'river ferry', language: 'auto', format: 'json', engines: names.join(',') });
  const { status, body } = await ask(`/searxng/search?${query}`, { headers: basicOf('me', key) });
  const searched = new Set(body.results.flatMap(({ engines }: Json) => engines));
  expect(names).toEqual(expect.arrayContaining(['google', 'bing', 'brave']));
  expect([status, [...searched].toSorted()]).toEqual([200, names.toSorted()]);
});

function basicOf(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

test("Serper's safe search values are accepted, and other values are rejected", async () => {
  const search = (safe: string) => ask('/serper/search', { body: { q: 'ferry', safe }, headers: { 'x-api-key': key } });
  for (const safe of ['active', 'moderate', 'off']) {
    const { status, headers } = await search(safe);
    expect([status, headers.get('x-ignored-parameters')]).toEqual([200, null]);
  }
  expect(await search('sometimes')).toMatchObject({ status: 400, body: { statusCode: 400 } });
});

// The last test, because it uses up the rate of requests without a key.
test('an unknown key does not lift the rate of locations without a key', async () => {
  const ask429 = async (query: object) => {
    const asked = Array.from({ length: 15 }, () => serpapi({ q: 'lisbon', limit: '1', ...query }, '/locations.json'));
    return (await Promise.all(asked)).filter(({ status }) => status === 429).length;
  };
  expect(await ask429({ api_key: 'unknown' })).toBeGreaterThan(0);
  expect(await ask429({})).toBe(0);
});
