import { extras as parserExtras } from '@svc/parsers';
import { expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { type Capture, captures, showing } from './helpers/captures.js';
import { extrasAt } from './helpers/description.js';

/**
 * An extra is declared once and passed on from there. These tests check that every declared extra appears in a
 * response, wherever it is declared, and that none appears unless requested.
 */

const pages = captures().filter(({ query, expected }) => query !== '' && expected.state === undefined);
const service = showing();
const extraNames = [...new Set(endpoints.flatMap(({ path }) => extrasAt(path)))];

async function bodyOf({ endpoint, query, page, adapter, ...rest }: Capture, include = ''): Promise<string> {
  service.show({ endpoint, query, page, adapter, ...rest });
  const response = await service.post(endpoint.path + include, { query, ...(page > 1 && { page }) });
  return response.body;
}

test('every extra of the parsers can be requested', () => {
  expect(extraNames).toEqual(expect.arrayContaining(Object.keys(parserExtras)));
});

test.each(extraNames)('include=%s adds something to the response for a captured page', async (name) => {
  for (const capture of pages.filter(({ endpoint }) => extrasAt(endpoint.path).includes(name))) {
    const [without, including] = [await bodyOf(capture), await bodyOf(capture, `?include=${name}`)];
    if (including !== without) return;
  }
  expect.fail(`No response changes with include=${name}: no parser reads it, or no captured page shows it`);
});

test.each(pages.slice(0, 40).map((capture) => [capture.name, capture] as const))(
  'the response for %s with all extras matches its schema',
  async (_name, capture) => {
    const body = await bodyOf(capture, `?include=${extrasAt(capture.endpoint.path).join(',')}`);
    expect(capture.endpoint.response.safeParse(JSON.parse(body)).error?.issues).toBeUndefined();
  },
);

test.each([
  ['alpha.news', 'blocks'],
  ['alpha.videos', 'elements'],
  ['alpha.autocomplete', 'rich'],
  ['beta.search', 'dates'],
])('%s rejects include=%s and lists the extras that it has', async (operation, name) => {
  const capture = captures().find(({ endpoint }) => endpoint.name === operation)!;
  service.show(capture);
  const response = await service.post(`${capture.endpoint.path}?include=${name}`, { query: capture.query });
  expect(response.statusCode).toBe(400);
  const [fault] = response.json().errors;
  expect(fault).toMatchObject({ field: 'include', code: 'invalid_parameter' });
  for (const known of extrasAt(capture.endpoint.path)) expect(fault.message).toContain(known);
});
