import type { Place, Places } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { alphaSearch, betaSearch } from './helpers/operations.js';
import { testService } from './helpers/service.js';

const nowhere: Place = {
  id: 1,
  name: 'Nowhere',
  canonical_name: 'Nowhere,Atlantis',
  country_code: 'XX',
  target_type: 'City',
  population: null,
  gps: null,
  parent_id: null,
};

/** A list with a single place, which has no coordinates. */
const places: Places = {
  find: () => [nowhere],
  nearest: () => [nowhere],
  resolve: () => ({ place: nowhere }),
  uuleOf: () => undefined,
};

/** Parts of the request to the engine that depend on the place, or the code of the error if none was sent. */
async function sentPlace(endpoint: typeof alphaSearch, params: object, known: Places = places) {
  const service = testService({ places: known });
  const response = await service.post(endpoint.path, { query: 'a', ...params });
  const [request] = service.requests;
  if (request === undefined) return response.json().code;
  const { searchParams: sent } = new URL(request.url);
  return {
    uule: sent.get('uule'),
    country: sent.get('gl') ?? sent.get('cc'),
    exit: request.country,
    place: request.cookies?.USRLOC,
  };
}

const nothing = { uule: null, country: null, exit: undefined, place: undefined };

test('a place that cannot be sent to the engine is an error, not a search from elsewhere', async () => {
  expect(await sentPlace(alphaSearch, { location: 'Nowhere' })).toBe('unknown_location');
  expect(await sentPlace(betaSearch, { location: 'Nowhere' })).toBe('unknown_location');
});

test('no location is sent if none is given', async () => {
  expect(await sentPlace(alphaSearch, {})).toEqual(nothing);
  expect(await sentPlace(betaSearch, {})).toEqual(nothing);
});

describe('alpha gets the country of the place', () => {
  const placed = (country_code: string): Places => ({
    ...places,
    resolve: () => ({ place: { ...nowhere, country_code } }),
    uuleOf: () => 'w+CAIQ',
  });

  test('together with the place as uule', async () => {
    const expected = await sentPlace(alphaSearch, { location: 'Here' }, placed('PT'));
    expect(expected).toEqual({ ...nothing, uule: 'w+CAIQ', country: 'pt', exit: 'pt' });
  });

  test('only if its code is in ISO 3166-1', async () => {
    for (const code of ['EU', '']) {
      expect(await sentPlace(alphaSearch, { location: 'Here' }, placed(code))).toEqual({ ...nothing, uule: 'w+CAIQ' });
    }
  });

  test('unless the place is given as uule', async () => {
    const uule = 'w+CAIQICIGTGlzYm9u';
    expect(await sentPlace(alphaSearch, { uule }, placed('PT'))).toEqual({ ...nothing, uule });
  });
});

test('a country is sent as a country to both engines, not as its largest city', async () => {
  const country: Places = {
    ...places,
    resolve: () => ({ place: { ...nowhere, country_code: 'PT', target_type: 'Country', gps: [-8, 39] } }),
  };
  const expected = { ...nothing, country: 'pt', exit: 'pt' };
  expect(await sentPlace(alphaSearch, { location: 'Portugal' }, country)).toEqual(expected);
  expect(await sentPlace(betaSearch, { location: 'Portugal' }, country)).toEqual(expected);
});

test('beta gets the name, region and country of the place', async () => {
  const porto: Place = {
    ...nowhere,
    name: 'Porto',
    canonical_name: 'Porto,Norte,Portugal',
    country_code: 'PT',
    gps: [-8.6, 41.1],
  };
  const list: Places = { ...places, resolve: () => ({ place: porto }) };
  const place = expect.stringMatching(/LAT=41\.09\d*\|LON=-8\.60\d*\|N=Porto%2C%20Norte\|/);
  expect(await sentPlace(betaSearch, { location: 'Porto' }, list)).toEqual({
    ...nothing,
    country: 'pt',
    exit: 'pt',
    place,
  });
});
