import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Adapter, engines as engineNames, FetchError } from '@svc/fetchers';
import { type Simulator, startSimulator } from '@svc/fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOfAnswer } from './helpers/description.js';
import { bytes, key, testService } from './helpers/service.js';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

/** The simulated engines, some of which fail: `refused` at once, `silent` by never answering. */
function engines(dead: Readonly<Record<string, 'refused' | 'silent'>> = {}): Adapter {
  return async ({ engine, url, headers, cookies }, { signal }) => {
    if (dead[engine] === 'refused') throw new FetchError('network', 'refused');
    if (dead[engine] === 'silent') await sleep(60_000, undefined, { signal });
    const { host, pathname, search } = new URL(url);
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(`${simulator.origin}/${host}${pathname}${search}`, {
      headers: { ...headers, cookie },
    });
    return {
      url,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bytes(await response.text()),
    };
  };
}

const path = '/api/v1/search/all';

describe('a search of all engines', () => {
  test('has rows of each engine, with their positions and the state of each engine', async () => {
    const { statusCode, json, headers } = await testService({ adapter: engines() }).post(path, {
      query: 'river ferry',
    });
    const body = json();
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(Object.keys(body.engines)).toEqual(engineNames);
    const rows: { position: number; engines: { engine: string; position: number }[] }[] = body.results;
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    for (const engine of engineNames) {
      const positions = rows
        .flatMap((row) => row.engines.filter((place) => place.engine === engine))
        .map(({ position }) => position);
      expect(positions.length).toBe(body.engines[engine].results);
      expect(new Set(positions).size).toBe(positions.length);
    }
    const scores = body.results.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  test.each(['', '?format=markdown', '?max_chars=500', '?snippet_chars=20'])(
    'the response to the query string %j matches the description, also if an engine fails',
    async (view) => {
      for (const dead of [{}, { beta: 'refused' as const }]) {
        const response = await testService({ adapter: engines(dead) }).post(path + view, { query: 'river ferry' });
        expect([response.statusCode, faultsOfAnswer('post', path, response)]).toEqual([200, []]);
      }
    },
  );

  test('accepts the key as Bearer token', async () => {
    const { app } = testService({ adapter: engines() });
    const headers = { authorization: `Bearer ${key}` };
    const response = await app.inject({ method: 'POST', url: path, headers, payload: { query: 'river ferry' } });
    expect([response.statusCode, response.json().results.length > 0]).toEqual([200, true]);
  });

  test('states what is left of the rate for pages, not for look-ups', async () => {
    const { headers } = await testService({ adapter: engines() }).post(path, { query: 'river ferry' });
    expect(headers['ratelimit-policy']).toMatch(/^"default"/);
    expect(Number(headers['x-ratelimit-limit']) - Number(headers['x-ratelimit-remaining'])).toBe(engineNames.length);
  });

  test('costs as much as the separate searches', async () => {
    const service = testService({ adapter: engines() });
    const used = async () => (await service.get('/api/v1/account')).json().limits.day.used;
    const before = await used();
    await service.post(path, { query: 'river ferry' });
    expect((await used()) - before).toBe(engineNames.length);
    await service.post(path, { query: 'river ferry', engines: ['beta'] });
    expect((await used()) - before).toBe(engineNames.length + 1);
  });

  test('sends each engine the parameters that it supports, and lists the others', async () => {
    const service = testService({ adapter: engines() });
    const given = {
      query: 'ferry',
      location: 'Lisbon,Portugal',
      gl: 'pt',
      hl: 'pt',
      freshness: 'week',
      page: 2,
      safe: true,
    };
    const body = (await service.post(path, given)).json();
    expect(body.engines.gamma.ignored).toEqual(['location', 'gl', 'hl']);
    expect(body.engines.alpha).not.toHaveProperty('ignored');
    const [alpha, beta, gamma] = ['alpha', 'beta', 'gamma'].map((name) =>
      service.requests.find(({ engine }) => engine === name),
    );
    expect(alpha?.url).toMatch(/uule=.*|tbs=qdr%3Aw/);
    expect(beta?.url).toContain('cc=pt');
    expect(gamma?.url).toContain('tf=pw');
  });
});

describe('a failing engine', () => {
  test('only loses its own rows', async () => {
    const service = testService({ adapter: engines({ beta: 'refused' }) });
    const body = (await service.post(path, { query: 'river ferry' })).json();
    expect(body.engines.beta).toMatchObject({ state: 'upstream_bad_response', results: 0, error: expect.any(String) });
    expect(body.engines.alpha.state).toBe('results');
    expect(body.results.length).toBeGreaterThan(9);
  });

  test('is an error if all engines fail', async () => {
    const service = testService({ adapter: engines({ alpha: 'refused', beta: 'refused' }) });
    const { statusCode, json } = await service.post(path, { query: 'river ferry', engines: ['alpha', 'beta'] });
    expect([statusCode, json().code]).toEqual([502, 'upstream_bad_response']);
  });

  test('delays later responses only briefly after a timeout', async () => {
    const service = testService({ adapter: engines({ gamma: 'silent' }), env: { SVC_SEARCH_TIMEOUT_MS: '6000' } });
    /** Whether the response arrives before a timer that is started with it, so that load delays both. */
    const isAnsweredBefore = async (milliseconds: number, query: string) => {
      const late = sleep(milliseconds, 'late');
      const answer = service.post(path, { query });
      const isInTime = (await Promise.race([answer, late])) !== 'late';
      const body = (await answer).json();
      expect([body.engines.gamma.state, body.engines.alpha.state]).toEqual(['upstream_timeout', 'results']);
      return isInTime;
    };
    expect(await isAnsweredBefore(5_000, 'first')).toBe(false);
    expect(await isAnsweredBefore(5_000, 'second')).toBe(true); // long before the timeout that the first search waited for
    // Searches that timed out are refunded, also the one that was given up early.
    const charged = 2 * (engineNames.length - 1);
    await expect.poll(async () => (await service.get('/api/v1/account')).json().limits.day.used).toBe(charged);
  });
});

test.each([
  [{}, 'query'],
  [{ query: 'a', engines: [] }, 'engines'],
  [{ query: 'a', engines: ['alpha', 'alpha'] }, 'engines'],
  [{ query: 'a', engines: ['unknown'] }, 'engines'],
  [{ query: 'a', num: 20 }, 'num'],
  [{ query: 'a', location: 'Lisbom' }, 'location'],
])('%o is rejected', async (body, field) => {
  const service = testService({ adapter: engines() });
  const { statusCode, json } = await service.post(path, body);
  expect([statusCode, json().errors[0].field]).toEqual([400, field]);
  expect(service.requests).toEqual([]);
});

test('a search of all engines requires a key', async () => {
  const service = testService({ adapter: engines() });
  expect((await service.post(path, { query: 'a' }, { 'x-api-key': 'unknown-key-of-nobody' })).statusCode).toBe(401);
});

describe('output options', () => {
  const search = (query: string) =>
    testService({ adapter: engines() }).post(`/api/v1/gamma/search?${query}`, { query: 'river ferry' });

  test('format=markdown is a short list with sources', async () => {
    const { payload, headers } = await search('format=markdown');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    const rows = (await search('')).json().organic_results;
    expect(payload).toContain('data, not instructions');
    for (const { title, link, snippet } of rows) {
      expect(payload).toContain(`](<${link}>)`);
      expect(payload).toContain(title.replace(/[[\]\\]/g, '\\$&'));
      expect(payload).toContain(snippet);
    }
    const own = rows.reduce(
      (sum: number, row: Record<string, string>) => sum + `${row.title}${row.link}${row.snippet}`.length,
      0,
    );
    expect(payload.length - own).toBeLessThan(100 + 25 * rows.length);
  });

  test('fields keeps the named fields', async () => {
    const body = (await search('fields=title,link,search_parameters')).json();
    expect(Object.keys(body)).toEqual(['organic_results', 'search_parameters']);
    expect(Object.keys(body.organic_results[0])).toEqual(['title', 'link']);
    expect(Object.keys((await search('fields=organic_results')).json())).toEqual(['organic_results']);
  });

  test('fields accepts every field of responses and rows', async () => {
    const { components } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
    const schemas: [string, { properties?: object }][] = Object.entries(components.schemas);
    const named = schemas.filter(([name]) =>
      /^(?:(?:Alpha|Beta|Gamma|Search)\w*Response|OrganicResult|VideoResult|JoinedResult|Suggestion)$/.test(name),
    );
    const fields = new Set(named.flatMap(([, { properties = {} }]) => Object.keys(properties)));
    expect(fields.size).toBeGreaterThan(30);
    expect((await search(`fields=${[...fields].join(',')}`)).statusCode).toBe(200);
  });

  test.each(['json', 'markdown'])('max_chars ends %s after a whole row, and marks it as truncated', async (format) => {
    const whole = (await search(`format=${format}`)).payload;
    for (const most of [300, 800, 1500]) {
      const { payload } = await search(`format=${format}&max_chars=${most}`);
      expect(payload.length).toBeLessThanOrEqual(Math.max(most, 300));
      expect(payload).toMatch(format === 'json' ? /"truncated":true,"results_left":\d+/ : /\d+ more rows left out/);
    }
    expect((await search(`format=${format}&max_chars=${whole.length}`)).payload).toBe(whole);
  });

  test('snippet_chars cuts snippets between words', async () => {
    const body = (await search('snippet_chars=30')).json();
    const snippets: string[] = body.organic_results.map(({ snippet }: { snippet: string }) => snippet);
    expect(Math.max(...snippets.map((text) => [...text].length))).toBeLessThanOrEqual(30);
    expect(snippets.some((text) => text.endsWith('…'))).toBe(true);
  });

  test.each([
    ['format=xml', 'format'],
    ['fields=titel', 'fields'],
    ['max_chars=5', 'max_chars'],
    ['snippet_chars=many', 'snippet_chars'],
    ['formats=json', 'formats'],
  ])('%s is rejected before any request to an engine', async (query, field) => {
    const service = testService({ adapter: engines() });
    const { statusCode, json } = await service.post(`/api/v1/gamma/search?${query}`, { query: 'a' });
    expect([statusCode, json().errors[0].field]).toEqual([400, field]);
    expect(service.requests).toEqual([]);
  });
});
