import { countries, languages, type Places } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import { lookups, noQuery, placeQuery } from '../endpoints/lookups.js';
import { readBody } from '../requests/read-body.js';

/** Adds the look-up of places, countries and languages. */
export function addLookupRoutes(api: FastifyInstance, places: Places): void {
  const [byPlace, byCountry, byLanguage] = lookups;
  api.get(byPlace.path, async (request) => {
    const { q, limit = '10' } = readBody(request.query, { params: placeQuery }, {});
    return { locations: places.find(q, Number(limit)) };
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
