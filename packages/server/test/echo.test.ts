import { expect, test } from 'vitest';
import type * as echo from '../src/operations/echo.js';
import { answerSchemaOf, faultsBy, resolved } from './helpers/description.js';
import { alphaSearch, betaSearch } from './helpers/operations.js';
import { testService } from './helpers/service.js';

type Field<Params> = echo.EchoedField<Params>;
type Echo = typeof echo;

test('a parameter that an endpoint does not have cannot be echoed: it does not compile', () => {
  const takes = <Params>(field: Field<Params>) => field;
  const echoed = {} as Pick<Echo, 'q' | 'page' | 'gl'> & { engine: ReturnType<Echo['engine']> };
  type Paged = { query: string; page?: number };
  const paged = [takes<Paged>(echoed.q), takes<Paged>(echoed.page), takes<Paged>(echoed.engine)];
  // @ts-expect-error no such parameter
  paged.push(takes<Paged>(echoed.gl));
  // @ts-expect-error a parameter of another type
  const texts = [takes<{ query: string; page?: string }>(echoed.page)];
  expect([paged.length, texts.length]).toEqual([4, 1]);
});

test('what was not given is null', async () => {
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
