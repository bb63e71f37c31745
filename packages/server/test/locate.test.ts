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

/** A list whose only place is not on the map. */
const places: Places = {
  find: () => [nowhere],
  nearest: () => [nowhere],
  resolve: () => ({ place: nowhere }),
  uuleOf: () => undefined,
};

/** What the engine is told of a place; the code of the error where it is not asked. */
async function told(endpoint: typeof alphaSearch, params: object, known: Places = places) {
  const service = testService({ places: known });
  const response = await service.post(endpoint.path, { query: 'a', ...params });
  const [request] = service.requests;
  if (request === undefined) return response.json().code;
  const { searchParams: asked } = new URL(request.url);
  return {
    uule: asked.get('uule'),
    country: asked.get('gl') ?? asked.get('cc'),
    exit: request.country,
    place: request.cookies?.USRLOC,
  };
}

const nothing = { uule: null, country: null, exit: undefined, place: undefined };

test('a place that cannot be sent to the engine is a fault, never a search from elsewhere', async () => {
  expect(await told(alphaSearch, { location: 'Nowhere' })).toBe('unknown_location');
  expect(await told(betaSearch, { location: 'Nowhere' })).toBe('unknown_location');
});

test('without a location none is sent to the engine', async () => {
  expect(await told(alphaSearch, {})).toEqual(nothing);
  expect(await told(betaSearch, {})).toEqual(nothing);
});

describe('alpha gets the country of the place', () => {
  const placed = (country_code: string): Places => ({
    ...places,
    resolve: () => ({ place: { ...nowhere, country_code } }),
    uuleOf: () => 'w+CAIQ',
  });

  test('beside its own encoding', async () => {
    const asked = await told(alphaSearch, { location: 'Here' }, placed('PT'));
    expect(asked).toEqual({ ...nothing, uule: 'w+CAIQ', country: 'pt', exit: 'pt' });
  });

  test('unless it has no code of ISO 3166-1', async () => {
    for (const code of ['EU', '']) {
      expect(await told(alphaSearch, { location: 'Here' }, placed(code))).toEqual({ ...nothing, uule: 'w+CAIQ' });
    }
  });

  test('except if the place is given in the encoding of the engine', async () => {
    const uule = 'w+CAIQICIGTGlzYm9u';
    expect(await told(alphaSearch, { uule }, placed('PT'))).toEqual({ ...nothing, uule });
  });
});

test('a country is sent as such to both engines, not as its largest city', async () => {
  const country: Places = {
    ...places,
    resolve: () => ({ place: { ...nowhere, country_code: 'PT', target_type: 'Country', gps: [-8, 39] } }),
  };
  const asked = { ...nothing, country: 'pt', exit: 'pt' };
  expect(await told(alphaSearch, { location: 'Portugal' }, country)).toEqual(asked);
  expect(await told(betaSearch, { location: 'Portugal' }, country)).toEqual(asked);
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
  expect(await told(betaSearch, { location: 'Porto' }, list)).toEqual({ ...nothing, country: 'pt', exit: 'pt', place });
});
