import type { AlphaSearchResult } from '@svc/parsers';
import { describe, expect, test } from 'vitest';
import { typical } from './helpers/captures.js';
import { answerSchemaOf, faultsBy, resolved } from './helpers/description.js';
import { alphaNews, alphaSearch, gammaSearch } from './helpers/operations.js';
import { testService } from './helpers/service.js';

test('kinds of blocks that the parser does not know are left out', () => {
  const { blocks } = answerSchemaOf(alphaSearch.path).properties;
  const empty = Object.fromEntries(resolved(blocks).required.map((name: string) => [name, []]));
  expect(faultsBy(blocks, empty)).toEqual([]);
  expect(faultsBy(blocks, { ...empty, crosswords: [] })).not.toEqual([]);
  expect(faultsBy(blocks, { ...empty, ads: [{ title: 'a' }] })).not.toEqual([]);
});

test('the API description describes blocks', () => {
  const { blocks } = answerSchemaOf(alphaSearch.path).properties;
  const { properties, additionalProperties } = resolved(blocks);
  expect(resolved(properties.people_also_ask.items).required).toEqual(['question']);
  expect(additionalProperties).toBe(false);
  expect(answerSchemaOf(gammaSearch.path).properties).toHaveProperty('blocks');
  expect(answerSchemaOf(alphaNews.path).properties).not.toHaveProperty('blocks');
});

describe('links below rows', () => {
  const { query } = typical(alphaSearch);
  const ask = async (params: object) => {
    const response = await testService().post(`${alphaSearch.path}?include=blocks`, { query, ...params });
    const { organic_results, blocks }: AlphaSearchResult = response.json();
    return blocks?.sitelinks.map(({ position, links }) => [organic_results[position - 1]?.title, links.length]);
  };

  test('refer to the row above them, whichever part of the page is requested', async () => {
    const [whole] = (await ask({})) ?? [];
    expect(whole).toEqual([expect.any(String), expect.any(Number)]);
    expect(await ask({ num: 3 })).toEqual([whole]);
    expect(await ask({ num: 2, page: 2 })).toEqual([whole]);
  });

  test('are left out together with their row', async () => {
    expect(await ask({ num: 2 })).toEqual([]);
  });

  test('are not required if blocks are not requested', async () => {
    const response = await testService().post(alphaSearch.path, { query, num: 5, page: 2 });
    expect([response.statusCode, response.json().blocks]).toEqual([200, undefined]);
  });
});
