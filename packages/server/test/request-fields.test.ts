import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter, PageRequest } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../src/index.js';
import { typical } from './helpers/captures.js';
import { bodySchemaOf, description } from './helpers/description.js';
import { testService } from './helpers/service.js';

/** Optional parameters that are sent to the engine but not echoed in the response. */

function endpointOf(name: string): Endpoint {
  return endpoints.find((endpoint) => endpoint.name === name)!;
}

/** The first request of a search to the engine, and the response. */
async function search(name: string, params: object) {
  const capture = typical(endpointOf(name));
  const service = testService({ adapter: capture.adapter });
  const { query } = capture;
  const response = await service.post(capture.endpoint.path, { query, ...params });
  const [request] = service.requests as [PageRequest];
  return { request, response, sent: Object.fromEntries(new URL(request.url).searchParams) };
}

const ofAlpha = ['alpha.search', 'alpha.news', 'alpha.videos'];

describe.each(ofAlpha)('%s sends', (name) => {
  test.each([
    [{ safe: true }, { safe: 'active' }],
    [{ safe: false }, { safe: 'off' }],
    [{ lr: 'lang_pt|lang_zh-TW' }, { lr: 'lang_pt|lang_zh-TW' }],
    [{ cr: 'countryPT|-countryBR' }, { cr: 'countryPT|-countryBR' }],
    [{ nfpr: true }, { nfpr: '1' }],
    [{ nfpr: 0 }, { nfpr: '0' }],
    [{ filter: false }, { filter: '0' }],
    [{ filter: 1 }, { filter: '1' }],
    [{ tbs: 'qdr:w,sbd:1' }, { tbs: 'qdr:w,sbd:1' }],
  ])('%o', async (params, parameters) => {
    expect((await search(name, params)).sent).toMatchObject(parameters);
  });

  test('no parameters that are missing, null or empty', async () => {
    const empty = { safe: null, lr: '', cr: null, nfpr: '', filter: null, tbs: '', device: '' };
    const { sent } = await search(name, empty);
    for (const field of Object.keys(empty)) expect(sent).not.toHaveProperty(field);
  });
});

describe('beta.search sends', () => {
  test.each([
    [true, 'strict', 'ADLT=STRICT'],
    [false, 'off', 'ADLT=OFF'],
  ])('safe %s', async (safe, adlt, cookie) => {
    const { request, sent } = await search('beta.search', { safe });
    expect(sent).toMatchObject({ adlt });
    expect(request.cookies).toMatchObject({ SRCHHPGUSR: cookie });
  });

  test.each([
    ['day', /^ex1:"ez1"$/],
    ['week', /^ex1:"ez2"$/],
    ['month', /^ex1:"ez3"$/],
    ['year', /^ex1:"ez5_\d{5}_\d{5}"$/],
  ])('freshness %s', async (freshness, filters) => {
    expect((await search('beta.search', { freshness })).sent.filters).toMatch(filters);
  });
});

describe('gamma.search sends', () => {
  test.each([
    [true, 'strict'],
    [false, 'off'],
  ])('safe %s', async (safe, safesearch) => {
    expect((await search('gamma.search', { safe })).request.cookies).toMatchObject({ safesearch });
  });

  test.each([
    ['day', 'pd'],
    ['week', 'pw'],
    ['month', 'pm'],
    ['year', 'py'],
  ])('freshness %s', async (freshness, tf) => {
    expect((await search('gamma.search', { freshness })).sent).toMatchObject({ tf });
  });
});

describe.each(endpoints.map(({ name }) => name))('the User-Agent of %s is that of', (name) => {
  test.each([
    [undefined, /Windows|Macintosh|X11/, /Android|Mobile|Tablet/],
    ['desktop', /Windows|Macintosh|X11/, /Android|Mobile|Tablet/],
    ['mobile', /Android.*Mobile/, /Tablet/],
    ['tablet', /Android/, /Mobile/],
  ])('%s', async (device, is, isNot) => {
    const { request } = await search(name, device === undefined ? {} : { device });
    expect(request.headers['user-agent']).toMatch(is);
    expect(request.headers['user-agent']).not.toMatch(isNot);
    const { 'sec-ch-ua-mobile': hint = device === 'mobile' ? '?1' : '?0' } = request.headers;
    expect(hint).toBe(device === 'mobile' ? '?1' : '?0');
  });
});

const deviceOnly = { device: 'mobile' };

const everyField: Readonly<Record<string, object>> = {
  alpha: { device: 'tablet', safe: true, lr: 'lang_en', cr: 'countryUS', nfpr: 1, filter: 0, tbs: 'qdr:y' },
  beta: { device: 'tablet', safe: true, freshness: 'year' },
  gamma: { device: 'tablet', safe: true, freshness: 'year' },
};

test.each(endpoints.map(({ name }) => name))('%s does not echo optional parameters', async (name) => {
  const [engine = '', kind] = name.split('.');
  const fields = kind === 'autocomplete' ? deviceOnly : (everyField[engine] ?? deviceOnly);
  const [plain, given] = await Promise.all([search(name, {}), search(name, fields)]);
  expect([plain.response.statusCode, given.response.statusCode]).toEqual([200, 200]);
  expect(given.response.json().search_parameters).toEqual(plain.response.json().search_parameters);
});

test('the same search with two devices is two searches', async () => {
  const { adapter, query, endpoint } = typical(endpointOf('gamma.search'));
  const slow: Adapter = async (request, context) => {
    await sleep(100);
    return adapter(request, context);
  };
  const service = testService({ adapter: slow });
  const devices = ['desktop', 'mobile', 'desktop'];
  await Promise.all(devices.map((device) => service.post(endpoint.path, { query, device })));
  expect(service.requests).toHaveLength(2);
});

describe('the API description', () => {
  test.each(endpoints.map(({ name, path }) => [name, path] as const))('has the parameters of %s', (name, path) => {
    const { properties } = bodySchemaOf(path);
    const [engine = '', kind] = name.split('.');
    const fields = kind === 'autocomplete' ? deviceOnly : (everyField[engine] ?? deviceOnly);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(fields)));
    expect(properties.device).toMatchObject({ enum: ['desktop', 'mobile', 'tablet', null], type: ['string', 'null'] });
    if (properties.nfpr) expect(properties.nfpr.anyOf).toContainEqual({ type: 'null' });
    const { headers } = description.paths[path].post.responses[200];
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Location', 'Deprecation']));
  });

  test('has a count of errors that are not listed', () => {
    const { properties } = description.components.schemas.Problem;
    expect(properties.errors_omitted).toMatchObject({ type: 'integer' });
    expect(properties.errors).toMatchObject({ maxItems: 20 });
  });
});
