import { expect, test } from 'vitest';
import { answerSchemaOf, faultsBy, resolved } from './helpers/description.js';
import { alphaSearch, betaSearch } from './helpers/operations.js';
import { testService } from './helpers/service.js';

test('search_parameters has null for a missing parameter', async () => {
  const service = testService();
  const echoed = async (path: string, params: object) => {
    const { search_parameters } = (await service.post(path, { query: 'how to descale a kettle', ...params })).json();
    return search_parameters;
  };
  expect(await echoed(alphaSearch.path, {})).toMatchObject({ gl: null });
  expect(await echoed(alphaSearch.path, { gl: 'PT' })).toMatchObject({ gl: 'PT' });
  const { lat, q } = resolved(answerSchemaOf(betaSearch.path).properties.search_parameters).properties;
  expect(faultsBy(lat, null)).toEqual([]);
  expect(faultsBy(q, null)).not.toEqual([]);
});
