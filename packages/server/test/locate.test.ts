import type { Place, Places } from '@svc/fetchers';
import { expect, test } from 'vitest';
import { coordinatesFor, uuleFor } from '../src/operations/locate.js';

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
  expect(() => uuleFor({ location: 'Nowhere' }, places)).toThrow(fault);
  expect(() => coordinatesFor({ location: 'Nowhere' }, places)).toThrow(fault);
});

test('without a location the engine is told none', () => {
  expect(uuleFor({}, places)).toEqual({});
  expect(coordinatesFor({}, places)).toEqual({});
});
