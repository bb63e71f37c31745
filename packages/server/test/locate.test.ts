import type { Place, Places } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { coordinatesFor, placeFor } from '../src/operations/locate.js';

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

test('a place that the engine cannot be told is a fault, never a search from elsewhere', () => {
  const fault = expect.objectContaining({ code: 'unknown_location' });
  expect(() => placeFor({ location: 'Nowhere' }, places)).toThrow(fault);
  expect(() => coordinatesFor({ location: 'Nowhere' }, places)).toThrow(fault);
});

test('without a location the engine is told none', () => {
  expect(placeFor({}, places)).toEqual({});
  expect(coordinatesFor({}, places)).toEqual({});
});

describe('alpha is told the country of the place', () => {
  const placed = (country_code: string): Places => ({
    ...places,
    resolve: () => ({ place: { ...nowhere, country_code } }),
    uuleOf: () => 'w+CAIQ',
  });

  test('beside its own encoding', () => {
    expect(placeFor({ location: 'Here' }, placed('PT'))).toEqual({ uule: 'w+CAIQ', placeCountry: 'PT' });
  });

  test('unless it has no code of ISO 3166-1', () => {
    expect(placeFor({ location: 'Here' }, placed('EU'))).toEqual({ uule: 'w+CAIQ' });
    expect(placeFor({ location: 'Here' }, placed(''))).toEqual({ uule: 'w+CAIQ' });
  });

  test('not where the place is given in the encoding of the engine', () => {
    expect(placeFor({ uule: 'w+CAIQ' }, placed('PT'))).toEqual({ uule: 'w+CAIQ' });
  });
});

describe('a country is told as such, not as its largest city', () => {
  const country: Places = {
    ...places,
    resolve: () => ({ place: { ...nowhere, country_code: 'PT', target_type: 'Country', gps: [-8, 39] } }),
  };

  test('to either engine', () => {
    expect(placeFor({ location: 'Portugal' }, country)).toEqual({ placeCountry: 'PT' });
    expect(coordinatesFor({ location: 'Portugal' }, country)).toEqual({ placeCountry: 'PT' });
  });
});

test('beta is told the name, region and country of the place', () => {
  const porto: Place = {
    ...nowhere,
    name: 'Porto',
    canonical_name: 'Porto,Norte,Portugal',
    country_code: 'PT',
    gps: [-8.6, 41.1],
  };
  const list: Places = { ...places, resolve: () => ({ place: porto }) };
  const told = { coordinates: { lat: 41.1, lon: -8.6 }, placeName: 'Porto, Norte', placeCountry: 'PT' };
  expect(coordinatesFor({ location: 'Porto' }, list)).toEqual(told);
});
