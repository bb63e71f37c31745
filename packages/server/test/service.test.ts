import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { bodySchemaOf, faultsOfAnswer, resolved } from './helpers/description.js';
import { key, testService } from './helpers/service.js';

const service = testService();
const secretQuery = 'how to descale a kettle';

beforeAll(async () => {
  const response = await service.post('/api/v1/alpha/search', { query: secretQuery });
  expect(response.statusCode).toBe(200);
  await service.post('/api/v1/alpha/search', { query: 'nobody captured this page' });
});

describe('paths for operators require no key', () => {
  test('/livez', async () => {
    const response = await service.app.inject('/livez');
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('/readyz', async () => {
    const response = await service.app.inject('/readyz');
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('/metrics contains neither queries nor keys', async () => {
    const { body, headers } = await service.app.inject('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toMatch(/^svc_searches_total\{operation="alpha\.search",outcome="found"\} 1$/m);
    expect(body).toMatch(/^svc_searches_total\{operation="alpha\.search",outcome="upstream_bad_response"\} 1$/m);
    expect(body).toContain('http_server_request_duration_seconds_bucket{le="30",route="/api/v1/alpha/search"');
    expect(body).toMatch(/^svc_searches_active 0$/m);
    expect(body).not.toMatch(/kettle|nobody/);
    expect(body).not.toContain(key);
  });
});

describe('/openapi.json', () => {
  const description = async () => (await service.app.inject('/openapi.json')).json();

  test('describes every path that requires a key', async () => {
    const { openapi, paths } = await description();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/'))).toEqual([
      ...endpoints.map(({ path }) => path),
      ...['/api/v1/search/all', '/api/v1/parse/auto'],
      ...endpoints.map(({ page }) => page.path),
      ...['/api/v1/batch', '/api/v1/batches', '/api/v1/batches/{id}', '/api/v1/batches/{id}/results'],
      ...['/api/v1/locations', '/api/v1/countries', '/api/v1/languages', '/api/v1/account', '/api/v1/usage'],
    ]);
  });

  test('derives request bodies from the schemas that validate them', () => {
    const schema = bodySchemaOf('/api/v1/beta/search');
    expect(schema).toMatchObject({
      type: 'object',
      required: ['query'],
      additionalProperties: false,
      allOf: [
        { not: { required: ['mkt', 'cc'] } },
        { anyOf: [{ required: ['lat', 'lon'] }, { not: { anyOf: [{ required: ['lat'] }, { required: ['lon'] }] } }] },
      ],
    });
    expect(schema.properties.num).toMatchObject({ type: ['integer', 'null'], minimum: 10, maximum: 50 });
    expect(schema.properties.query).toMatchObject({ type: 'string', maxLength: 2048 });
    expect(bodySchemaOf('/api/v1/alpha/search').properties.num.deprecated).toBe(true);
  });

  test('lists every error of a path by its status', async () => {
    const { responses } = (await description()).paths['/api/v1/gamma/search'].post;
    const statuses = [200, 400, 401, 403, 408, 413, 415, 429, 500, 502, 503, 504];
    expect(Object.keys(responses)).toEqual([...statuses.map(String), 'default']);
    expect(resolved(responses['502']).description).toContain('`upstream_captcha`');
    expect(resolved(responses.default).description).toContain('`not_found`');
  });
});

describe('look-ups', () => {
  test('of locations: best match first', async () => {
    const response = await service.get('/api/v1/locations?q=lisb&limit=3');
    const { locations } = response.json();
    expect(locations).toHaveLength(3);
    expect(locations[0]).toMatchObject({ name: 'Lisbon', country_code: 'PT' });
    expect(locations[0].gps).toEqual([expect.closeTo(-9.13, 1), expect.closeTo(38.72, 1)]);
    expect(faultsOfAnswer('get', '/api/v1/locations', response)).toEqual([]);
  });

  test('of locations: ten by default', async () => {
    expect((await service.get('/api/v1/locations?q=san')).json().locations).toHaveLength(10);
  });

  test('of locations: by country and type, with the parent place', async () => {
    const { locations } = (await service.get('/api/v1/locations?q=val&country=es&type=region')).json();
    expect(locations[0]).toMatchObject({ country_code: 'ES', target_type: 'Region', parent_id: 2_724 });
  });

  test('of locations: the nearest to a point', async () => {
    const response = await service.get('/api/v1/locations?lat=38.72&lon=-9.13&type=City&limit=2');
    expect(response.json().locations[0]).toMatchObject({ name: 'Lisbon' });
  });

  test.each([
    ['', 'q'],
    ['?lat=1', 'lon'],
    ['?lat=91&lon=0', 'lat'],
    ['?q=a&country=zz', 'country'],
    [`?q=${'a'.repeat(201)}`, 'q'],
  ])('of locations: an invalid query %j', async (query, field) => {
    const response = await service.get(`/api/v1/locations${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toMatchObject([{ field }]);
  });

  test('of countries and languages', async () => {
    const countries = await service.get('/api/v1/countries');
    const languages = await service.get('/api/v1/languages');
    expect(countries.json().countries).toContainEqual({ code: 'PT', name: 'Portugal' });
    expect(languages.json().languages).toContainEqual({ code: 'pt-BR', name: 'Brazilian Portuguese' });
    expect(faultsOfAnswer('get', '/api/v1/countries', countries)).toEqual([]);
    expect(faultsOfAnswer('get', '/api/v1/languages', languages)).toEqual([]);
  });
});

describe('X-Request-Id', () => {
  test.each(['/livez', '/nowhere', '/api/v1/countries'])('is on the response for %s', async (path) => {
    const { headers } = await service.app.inject(path);
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test.each([
    ['a-b_c.1', 'a-b_c.1'],
    ['x'.repeat(129), expect.stringMatching(/^[\da-f-]{36}$/)],
    ['a b', expect.stringMatching(/^[\da-f-]{36}$/)],
  ])('given as %s', async (given, expected) => {
    const { headers } = await service.app.inject({ url: '/livez', headers: { 'x-request-id': given } });
    expect(headers['x-request-id']).toEqual(expected);
  });
});

test('a closed service rejects searches and still serves health and metrics', async () => {
  const closed = testService();
  closed.lifecycle.stop();
  closed.lifecycle.close();
  const refused = await closed.post('/api/v1/gamma/search', { query: 'a' });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'shutting_down']);
  expect(refused.headers).toMatchObject({ 'retry-after': '5', connection: 'close' });
  const paths = ['/livez', '/readyz', '/metrics'];
  const statuses = await Promise.all(paths.map(async (path) => (await closed.app.inject(path)).statusCode));
  expect(statuses).toEqual([200, 503, 200]);
});
