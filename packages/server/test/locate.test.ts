import type { Place, Places } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { coordinatesFor, placeFor } from '../src/endpoints/locate.js';

const nowhere: Place = {
  id: 1,
  name: 'Nowhere',
  canonical_name: 'Nowhere,Atlantis',
  country_code: 'XX',
  target_type: 'City',
  population: null,
  gps: null,
};

/** A list whose only place is not on the map. */
const places: Places = { find: () => [nowhere], resolve: () => ({ place: nowhere }), uuleOf: () => undefined };

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

  test('unless another is given', () => {
    expect(placeFor({ location: 'Here' }, placed('PT'))).toEqual({ uule: 'w+CAIQ', gl: 'PT' });
    expect(placeFor({ location: 'Here', gl: 'es' }, placed('PT'))).toEqual({ uule: 'w+CAIQ' });
  });

  test('unless it has no code of ISO 3166-1', () => {
    expect(placeFor({ location: 'Here' }, placed('XK'))).toEqual({ uule: 'w+CAIQ' });
    expect(placeFor({ location: 'Here' }, placed(''))).toEqual({ uule: 'w+CAIQ' });
  });

  test('not where the place is given in the encoding of the engine', () => {
    expect(placeFor({ uule: 'w+CAIQ' }, placed('PT'))).toEqual({ uule: 'w+CAIQ' });
  });
});
