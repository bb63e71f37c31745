import { FetchError } from '@svc/fetchers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answersIn, type BatchAnswer, batchHeaders, manyLines, ndjson } from './helpers/batches.js';
import { description, resolved } from './helpers/description.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { type LoadShedder, testService } from './helpers/service.js';

const endpoints = [fakeEndpoint];
const adapter = serving(({ page = 1 }) => tenRows(page));
const search = (id: string, more: object = {}) => ({ id, operation: 'alpha.search', query: id, ...more });

type Service = ReturnType<typeof testService>;

async function send(service: Service, lines: readonly unknown[] | string, path = '/api/v1/batch', headers = {}) {
  const body = typeof lines === 'string' ? lines : ndjson(lines);
  const response = await service.post(path, body, { ...batchHeaders, ...headers });
  return { response, answers: answersIn(response.body) };
}

const byLine = (answers: readonly BatchAnswer[]) => answers.toSorted((one, other) => one.line - other.line);

test('each line gets the answer of its endpoint', async () => {
  const service = testService({ adapter, endpoints });
  const { response, answers } = await send(service, [search('a'), search('b', { num: 20 })]);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const alone = await service.post('/api/v1/fake', { query: 'b', num: 20 });
  expect(byLine(answers)).toEqual([
    { line: 1, status: 200, id: 'a', headers: { 'x-gathered-pages': '1;stop=complete' }, body: expect.anything() },
    { line: 2, status: 200, id: 'b', headers: { 'x-gathered-pages': '2;stop=complete' }, body: alone.json() },
  ]);
});

test('extras are those of the request, unless a line sets its own', async () => {
  const service = testService({ adapter, endpoints });
  const lines = [search('a'), search('b', { include: 'diagnostics' }), search('c', { include: ['html', 'nothing'] })];
  const answers = byLine((await send(service, lines, '/api/v1/batch?include=metadata')).answers);
  expect(answers.map(({ body }) => ['metadata' in body, 'diagnostics' in body])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  expect(answers[2]?.body.errors).toMatchObject([{ field: 'include', code: 'invalid_parameter' }]);
  const refused = await send(service, [search('a')], '/api/v1/batch?webhook=x');
  expect(refused.response.json()).toMatchObject({ code: 'unknown_parameter' });
});

test('an invalid line gets an error, and the batch goes on', async () => {
  const service = testService({ adapter, endpoints });
  const lines = [
    'no json',
    '[1]',
    '',
    '   \r',
    JSON.stringify({ operation: 'alpha.search', query: 'a' }),
    JSON.stringify({ id: 7, operation: 'alpha.serch', query: 'a' }),
    JSON.stringify(search('twice')),
    JSON.stringify(search('twice')),
    JSON.stringify({ id: 'q', operation: 'alpha.search', q: 'a' }),
    JSON.stringify(search('long', { query: 'x'.repeat(70_000) })),
    JSON.stringify(search('last')),
  ];
  const answers = byLine((await send(service, lines.join('\n'))).answers);
  const summary = answers.map(({ line, status, id, body }) => [
    line,
    status,
    id,
    body.code ?? 'found',
    ...(body.errors ?? []).map(({ field }: { field: string }) => field),
  ]);
  expect(summary).toEqual([
    [1, 400, null, 'malformed_json'],
    [2, 400, null, 'invalid_parameter', ''],
    [5, 400, null, 'missing_parameter', 'id'],
    [6, 400, null, 'invalid_parameter', 'id', 'operation'],
    [7, 200, 'twice', 'found'],
    [8, 400, null, 'invalid_parameter', 'id'],
    [9, 400, 'q', 'missing_parameter', 'query', 'q'],
    [10, 413, null, 'payload_too_large'],
    [11, 200, 'last', 'found'],
  ]);
  expect(answers[3]?.body.errors[1]).toMatchObject({
    message: expect.stringMatching(/Did you mean "alpha\.search"\?$/),
    suggestions: ['alpha.search'],
  });
  expect(answers[6]?.body).toMatchObject({ instance: '/api/v1/fake', request_id: expect.stringMatching(/\.9$/) });
  expect(answers[0]?.body).toMatchObject({ instance: '/api/v1/batch', type: 'urn:svc:error:malformed_json' });
});

test('a failed search is an error of its line, with the headers of a single search', async () => {
  const refusal = new FetchError('rate_limited', 'asked to wait', { retryAfter: 40 });
  const service = testService({ adapter: serving(({ query }) => (query === 'b' ? refusal : tenRows(1))), endpoints });
  const answers = byLine((await send(service, [search('a'), search('b'), search('c')])).answers);
  expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
    [200, undefined],
    [502, '40'],
    [200, undefined],
  ]);
});

test.each([
  ['an unknown key', { 'x-api-key': 'nobody' }, 401],
  ['another type', { 'content-type': 'application/json' }, 415],
  ['a compressed body', { 'content-encoding': 'gzip' }, 415],
  ['a length beyond the limit', { 'content-length': `${17 * 1024 * 1024}` }, 413],
])('a batch with %s is rejected as a whole', async (_, headers, status) => {
  const service = testService({ adapter, endpoints });
  const { response } = await send(service, [search('a')], '/api/v1/batch', headers);
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
  ]);
  expect(service.requests).toEqual([]);
});

test('lines beyond the limit are rejected, and those before are answered', async () => {
  const service = testService({ adapter, endpoints });
  const lines = Array.from({ length: 10_001 }, (_, index) => ({ id: `${index}` })); // all lines are invalid, so none searches
  const answers = byLine((await send(service, lines)).answers);
  expect(answers).toHaveLength(10_001);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10_000);
  expect(answers.at(-1)).toMatchObject({ line: 10_001, status: 413, id: null });
});

test('a batch waits to use at most three quarters of the rate limit of its key', async () => {
  const env = { SVC_RATE_LIMIT: '20', SVC_RATE_WINDOW_SECONDS: '10' };
  const service = testService({ adapter, endpoints, env });
  const began = performance.now();
  const { answers } = await send(
    service,
    Array.from({ length: 20 }, (_, index) => search(`${index}`)),
  );
  const took = performance.now() - began;
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(took).toBeGreaterThan(2_000); // 15 at once, then two per second
  const limits = (await service.get('/api/v1/account')).json().limits;
  expect(limits.rate.remaining).toBeGreaterThanOrEqual(5);
});

test('only lines beyond the quota are rejected', async () => {
  const service = testService({ adapter, endpoints, env: { SVC_DAY_QUOTA: '3', SVC_BATCH_SEARCHES: '1' } });
  const lines = [search('a'), search('many', { num: 30 }), search('c'), search('d'), search('e')];
  const { answers } = await send(service, lines);
  expect(answers.map(({ id, status, body }) => [id, status, body.code])).toEqual([
    ['a', 200, undefined],
    ['many', 429, 'quota_exceeded'],
    ['c', 200, undefined],
    ['d', 200, undefined],
    ['e', 429, 'quota_exceeded'],
  ]);
});

test('the running lines of a key are limited across all its batches', async () => {
  let [active, most] = [0, 0];
  const slow: typeof adapter = async (...given) => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 20));
    active -= 1;
    return adapter(...given);
  };
  const env = { SVC_BATCH_SEARCHES: '6', SVC_KEY_SEARCHES: '9' };
  const service = testService({ adapter: slow, endpoints, env });
  const batch = (name: string) => Array.from({ length: 15 }, (_, index) => search(`${name} ${index}`));
  const sent = await Promise.all([send(service, batch('one')), send(service, batch('other'))]);
  expect(sent.map(({ answers }) => new Set(answers.map(({ id }) => id)).size)).toEqual([15, 15]);
  expect(most).toBe(4); // half of the key's own limit
});

test('a batch waits while the process is overloaded', async () => {
  let looks = 0;
  const gate: LoadShedder = {
    shouldShed: ({ path }) => path === 'batch' && ++looks <= 3,
    enter: () => () => {},
    recordRefusal: () => 1,
  };
  const service = testService({ adapter, endpoints, loadShedder: gate });
  const { answers } = await send(service, [search('a')]);
  expect([answers.map(({ status }) => status), looks]).toEqual([[200], 4]);
});

test('a line rejected with a retryable error is retried for a limited time', async () => {
  let calls = 0;
  const overloaded = new FetchError('overloaded', 'no turn', { retryAfter: 1 });
  const temporaryCodes = serving(() => (++calls <= 1 ? overloaded : tenRows(1)));
  const service = testService({ adapter: temporaryCodes, endpoints });
  expect((await send(service, [search('a')])).answers).toMatchObject([{ status: 200 }]);
  const lasting = testService({
    adapter: serving(() => overloaded),
    endpoints,
    env: { SVC_BATCH_PATIENCE_SECONDS: '2' },
  });
  expect((await send(lasting, [search('a')])).answers).toMatchObject([{ status: 503, body: { code: 'overloaded' } }]);
});

test('a change of the system clock does not affect a waiting line', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let calls = 0;
  const adapter = serving(() => {
    calls += 1;
    if (calls > 1) return tenRows(1);
    vi.setSystemTime(Date.now() + 3_600_000);
    return new FetchError('overloaded', 'no turn', { retryAfter: 1 });
  });
  const service = testService({ adapter, endpoints });
  expect((await send(service, [search('a')])).answers).toMatchObject([{ status: 200 }]);
});

test('lines are answered with shutting_down once the service stops', async () => {
  const service = testService({ adapter, endpoints });
  const lines = manyLines(3).map(({ id, query }) => ({ id, query, operation: 'alpha.search' }));
  const sent = send(service, lines);
  service.lifecycle.close();
  const { response, answers } = await sent;
  if (response.statusCode === 503) return; // the service closed before it accepted the batch
  expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('shutting_down'));
});

test('the API description includes batches', () => {
  const { requestBody, responses, parameters } = description.paths['/api/v1/batch'].post;
  const line = resolved(requestBody.content['application/x-ndjson'].schema);
  expect(line.required).toEqual(['id', 'operation']);
  expect(line.properties.operation.enum).toContain('beta.search');
  const answer = resolved(responses[200].content['application/x-ndjson'].schema);
  expect(Object.keys(answer.properties)).toEqual(['line', 'status', 'id', 'headers', 'body']);
  expect(parameters[0].name).toBe('include');
});
