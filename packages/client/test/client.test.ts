import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BatchAnswer,
  type BatchLine,
  createClient,
  isBatchSuccess,
  operationNames,
  problemError,
  SvcError,
} from '../src/index.js';
import { type RunningService, startService } from './helpers/service.js';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
}, 120_000);
afterAll(() => service.close());

const access = () => ({ baseUrl: service.baseUrl, apiKey: service.apiKey });
const client = () => createClient(access());

/** The error with which a call rejects. */
async function errorOf(call: Promise<unknown>): Promise<SvcError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SvcError) return error;
  throw new Error('The call did not reject with an SvcError', { cause: error });
}

test.each(operationNames)('%s returns results', async (name) => {
  const answer = await client().search(name, { query: 'river ferry' });
  const rows: object[] = 'suggestions' in answer ? answer.suggestions : answer.organic_results;
  expect(rows.length).toBeGreaterThan(0);
  expect(answer.search_parameters.q).toBe('river ferry');
});

test.each(['127.0.0.1:8080', 'localhost:8080', '', 'ftp://a.example', undefined])(
  'refuses the address %j',
  (baseUrl) => {
    const create = () => createClient({ baseUrl: baseUrl as string });
    expect(create).toThrow(TypeError);
    expect(create).toThrow('baseUrl must be an address such as https://search.example.com, not ');
  },
);

test('names the operations for an unknown one', async () => {
  const searched = client().search('google.search' as 'alpha.search', { query: 'river' });
  await expect(searched).rejects.toThrow('Unknown operation "google.search"; the operations are alpha.search,');
});

test('refuses unknown options, which would be ignored', async () => {
  const misspelt = { includes: ['blocks'] } as object;
  const message = 'Unknown option "includes"; known options are signal';
  await expect(client().search('gamma.search', { query: 'river' }, misspelt)).rejects.toThrow(message);
  await expect(client().searchAll({ query: 'river' }, misspelt)).rejects.toThrow(message);
  await expect(client().pages('gamma.search', { query: 'river' }, misspelt).next()).rejects.toThrow(message);
  await expect(client().batch([], misspelt).next()).rejects.toThrow(message);
  await expect(client().parse('gamma.search', '', misspelt)).rejects.toThrow(message);
  await expect(client().account(misspelt)).rejects.toThrow(message);
  await expect(client().locations({ q: 'lisbon' }, misspelt)).rejects.toThrow(message);
});

test.each([
  [{ apikey: 'x' }, 'Unknown option "apikey"; known options are baseUrl, apiKey,'],
  [{ attempts: 0 }, 'attempts must be a number of at least 1'],
  [{ attempts: Number.NaN }, 'attempts must be a number of at least 1'],
  [{ deadlineMs: Number.NaN }, 'deadlineMs must be a number of at least 0'],
])('refuses a client with %j', (given, message) => {
  const create = () => createClient({ ...access(), ...given });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test('undefined counts as left out in options and parameters', async () => {
  const given = createClient({
    ...{ ...access(), fetch: undefined, headers: undefined, attempts: undefined, deadlineMs: undefined },
  });
  const none = { include: undefined, extract: undefined, extractChars: undefined, extractFormat: undefined };
  const options = { ...none, fresh: undefined, signal: undefined };
  const request = { query: 'river', page: undefined, cc: undefined, location: undefined, device: undefined };
  const { organic_results } = await given.search('beta.search', request, options);
  expect(organic_results).toEqual((await client().search('beta.search', { query: 'river' })).organic_results);
  const { results } = await given.searchAll({ query: 'river', engines: undefined, gl: undefined }, options);
  expect(results.length).toBeGreaterThan(0);
  expect((await given.locations({ q: 'san', limit: undefined }, { signal: undefined })).locations).toHaveLength(10);
  const lines: BatchLine[] = [{ id: 'a', operation: 'gamma.search', query: 'river', extract: undefined }];
  for await (const line of given.batch(lines, options)) expect(line.status).toBe(200);
  for await (const page of given.pages('gamma.search', { query: 'river', page: undefined }, options)) {
    expect(page.organic_results.length).toBeGreaterThan(0);
    break;
  }
});

test('a response has the type of its operation', async () => {
  const { organic_results, pagination, metadata } = await client().search(
    'alpha.search',
    { query: 'river ferry', gl: 'pt' },
    { include: ['metadata', 'diagnostics'] },
  );
  const [row] = organic_results;
  expect(row?.position).toBe(1);
  expect(pagination.current).toBe(1);
  expect(metadata?.attempts).toBe(1);
  // @ts-expect-error rows of alpha.search have no such property
  expect(row?.video_id).toBeUndefined();
});

test('extract is sent in the query string of every kind of search', async () => {
  const queryStrings: string[] = [];
  const fetch = (request: Request) => {
    queryStrings.push(new URL(request.url).search);
    return globalThis.fetch(request);
  };
  const recordingClient = createClient({ ...access(), fetch });
  const options = { extract: 2, extractChars: 300 };
  const lines: BatchLine[] = [{ id: 'a', operation: 'gamma.search', query: 'ferry' }];
  const calls = [
    recordingClient.search('gamma.search', { query: 'ferry' }, { ...options, include: ['metadata'] }),
    recordingClient.searchAll({ query: 'ferry' }, options),
    recordingClient.batch(lines, options).next(),
  ];
  for (const call of calls) {
    const { code, message } = await errorOf(call); // the service of this test does not fetch the pages of rows
    expect([code, message]).toEqual(['invalid_parameter', expect.stringContaining('does not read pages')]);
  }
  expect(queryStrings.toSorted()).toEqual([
    '?extract=2&extract_chars=300',
    '?extract=2&extract_chars=300',
    '?include=metadata&extract=2&extract_chars=300',
  ]);
});

test('pages are requested one after another, only when needed', async () => {
  const numbers = [];
  const query = 'ferry by pages';
  for await (const { pagination } of client().pages('alpha.news', { query, page: 2 })) {
    numbers.push(pagination.current);
    if (numbers.length === 3) break;
  }
  expect(numbers).toEqual([2, 3, 4]);
  expect(service.simulator.requests.filter((request) => request.query === query)).toHaveLength(3);
});

test('pages without a pager end when no results are found', async () => {
  let pages = 0;
  for await (const { organic_results } of client().pages('gamma.search', { query: 'ferry to the end' })) {
    expect(organic_results).not.toEqual([]);
    pages += 1;
  }
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThanOrEqual(10);
});

test('parses a page that was fetched elsewhere', async () => {
  const { html, organic_results } = await client().search(
    'beta.search',
    { query: 'ferry at home' },
    { include: ['html'] },
  );
  const parsed = await client().parse('beta.search', html?.[0] ?? '', {
    query: 'ferry at home',
    include: ['diagnostics'],
  });
  expect(parsed.organic_results).toEqual(organic_results);
  expect(parsed.diagnostics?.state).toBe('results');
});

test('looks up places, countries, languages and the account', async () => {
  const { locations } = await client().locations({ q: 'lisbon', limit: 2 });
  expect(locations[0]).toMatchObject({ name: 'Lisbon', country_code: 'PT' });
  expect((await client().countries()).countries).toContainEqual({ code: 'PT', name: 'Portugal' });
  expect((await client().languages()).languages.length).toBeGreaterThan(50);
  expect((await client().account()).concurrency.used).toBe(0);
});

test('every path can be called directly and returns its headers', async () => {
  const { data, response } = await client().http.POST('/api/v1/alpha/search', {
    body: { query: 'river ferry', location: 'Lisbon,Portugal' },
  });
  expect(data?.search_parameters.location).toBe('Lisbon,Portugal');
  expect(response.headers.get('x-location')).toBe('Lisbon%2CLisbon%2CPortugal');
});

describe('errors', () => {
  test('list the invalid parameters of a request', async () => {
    const invalid = { query: 'q', gl: 'nowhere', page: -1 };
    const error = await errorOf(client().search('alpha.search', invalid));
    expect(error).toMatchObject({ code: 'invalid_parameter', status: 400, retryable: false });
    expect(error.faults.map(({ field }) => field).sort()).toEqual(['gl', 'page']);
    expect(error.requestId).toMatch(/./);
  });

  test('report an invalid key', async () => {
    const unauthorized = createClient({ ...access(), apiKey: 'nobody-knows-this-key' });
    expect(await errorOf(unauthorized.account())).toMatchObject({ code: 'invalid_api_key', status: 401 });
  });

  test.each(['captcha', 'rate_limited'])(
    'report that the engine responded with %s, after three attempts',
    async (state) => {
      const query = `ferry sim:${state}`;
      const error = await errorOf(client().search('beta.search', { query }));
      expect(error).toMatchObject({ code: `upstream_${state}`, status: 502, retryable: true });
      const requests = service.simulator.requests.filter((request) => request.query === query);
      expect(requests.length).toBeGreaterThanOrEqual(error.retryAfter === undefined ? 3 : 1);
    },
    120_000,
  );

  test('report a response from another server', async () => {
    const elsewhere = createClient({ ...access(), baseUrl: service.simulator.origin, attempts: 1 });
    expect((await errorOf(elsewhere.account())).code).toBe('invalid_answer');
  });

  test('report that the service is unreachable', async () => {
    const unreachable = createClient({ ...access(), baseUrl: 'http://127.0.0.1:9', attempts: 2 });
    expect(await errorOf(unreachable.account())).toMatchObject({ code: 'network_error', retryable: true });
  });

  test("have the reason of the caller's signal if the caller aborts", async () => {
    const reason = new Error('Enough');
    const ended = client().search('alpha.search', { query: 'never' }, { signal: AbortSignal.abort(reason) });
    await expect(ended).rejects.toBe(reason);
  });
});

describe('a batch', () => {
  const lines = Array.from(
    { length: 12 },
    (_, index): BatchLine => ({
      id: `line-${index}`,
      operation: index % 2 === 0 ? 'beta.search' : 'gamma.search',
      query: index === 5 ? '' : `ferry ${index}`,
    }),
  );

  test('each result has the operation of its line, which determines its type', async () => {
    const answers = client().batch([
      { id: 'a', operation: 'alpha.autocomplete', query: 'river' },
      { id: 'b', operation: 'gamma.search', query: '' },
      { id: 'b', operation: 'beta.search', query: 'river' },
      { id: 'c', operation: 'gamma.search', query: 'river' },
    ]);
    const found: string[] = [];
    for await (const answer of answers) {
      if (!isBatchSuccess(answer)) found.push(`${answer.line} ${answer.operation} ${answer.body.code}`);
      else if (answer.operation === 'alpha.autocomplete')
        found.push(`${answer.line} ${answer.body.suggestions.length > 0}`);
      else found.push(`${answer.line} ${answer.operation} ${answer.body.organic_results.length > 0}`);
    }
    expect(found.sort()).toEqual([
      '1 true',
      '2 gamma.search missing_parameter',
      '3 beta.search invalid_parameter',
      '4 gamma.search true',
    ]);
    for await (const answer of client().batch([{ id: 'a', operation: 'gamma.search', query: 'river' }]))
      if (isBatchSuccess(answer)) expect(answer.body.organic_results.length).toBeGreaterThan(0);
    // @ts-expect-error gamma.search has no such parameter
    client().batch([{ id: 'a', operation: 'gamma.search', query: 'river', gl: 'pt' }]);
  });

  async function answersTo(given: Iterable<BatchLine> | AsyncIterable<BatchLine>): Promise<BatchAnswer[]> {
    const answers = [];
    for await (const answer of client().batch(given)) answers.push(answer);
    return answers.sort((one, other) => one.line - other.line);
  }

  test('yields each line as a result or an error', async () => {
    const answers = await answersTo(lines);
    expect(answers.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
    const failed = answers.flatMap((answer) =>
      isBatchSuccess(answer) ? [] : [problemError(answer.body, answer.headers)],
    );
    expect(failed.map(({ code, status }) => [code, status])).toEqual([['missing_parameter', 400]]);
    const [first] = answers.filter(isBatchSuccess);
    expect(first?.body.search_parameters.q).toBe('ferry 0');
  });

  test('accepts an async iterable', async () => {
    async function* asynchronously() {
      yield* lines.slice(0, 3);
    }
    expect(await answersTo(asynchronously())).toHaveLength(3);
  });

  test('may be rejected as a whole', async () => {
    const unauthorized = createClient({ ...access(), apiKey: 'nobody-knows-this-key' });
    expect(await errorOf(unauthorized.batch(lines).next())).toMatchObject({ code: 'invalid_api_key' });
  });

  test('ends when its reader stops', async () => {
    for await (const answer of client().batch(lines)) {
      expect(answer.line).toBeGreaterThan(0);
      break;
    }
    expect((await client().account()).concurrency.limit).toBeGreaterThan(0);
  });
});
