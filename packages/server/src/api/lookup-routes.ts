import { countries, isoCountry, languages, type Place, type Places } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import { type Fault, faultsError } from '../errors/api-error.js';
import { keyOf } from '../limits/keys/admit.js';
import { lookups, noQuery, placeQuery } from '../operations/lookups.js';
import { readBody } from '../operations/request/read-body.js';
import { createLoopQueue } from '../pages/reading/fair-queue.js';

function placesAskedFor(query: unknown, places: Places): Place[] {
  const {
    q,
    limit = '10',
    country,
    type,
    lat,
    lon,
  } = readBody(query, { params: placeQuery, together: [['lat', 'lon']] }, {});
  const filter = { country: country && isoCountry(country), type };
  if (q !== undefined) return places.find(q, Number(limit), filter);
  if (lat === undefined || lon === undefined) throw faultsError([missing]);
  return places.nearest({ latitude: Number(lat), longitude: Number(lon) }, Number(limit), filter);
}

const missing: Fault = { field: 'q', code: 'missing_parameter', message: '"q" is required, or "lat" and "lon"' };

/** Adds the look-up of places, countries and languages. */
export function addLookupRoutes(api: FastifyInstance, places: Places): void {
  const [byPlace, byCountry, byLanguage] = lookups;
  const queue = createLoopQueue<() => void>({ run: (start) => start() });
  api.get(byPlace.path, async (request) => {
    // An unknown name takes a millisecond: a probe must not wait for all that arrived together.
    await new Promise<void>((resolve) => queue.push(keyOf(request).id, resolve));
    return { locations: placesAskedFor(request.query, places) };
  });
  api.get(byCountry.path, async (request) => {
    readBody(request.query, { params: noQuery }, {});
    return { countries: countries() };
  });
  api.get(byLanguage.path, async (request) => {
    readBody(request.query, { params: noQuery }, {});
    return { languages: languages() };
  });
}
