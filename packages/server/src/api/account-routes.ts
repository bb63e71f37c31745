import { countries, languages, type Place, type Places, toIsoCountryCode } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import { errorFromFaults, type Fault } from '../errors/api-error.js';
import { admittedKeyOf } from '../limits/keys/admit.js';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Limiter } from '../limits/limiter.js';
import type { LimitStatus } from '../limits/policy.js';
import type { ConcurrencySlots } from '../limits/slots.js';
import { accountLookup, lookups, noQueryParameters, placeQueryParameters, usageLookup } from '../operations/lookups.js';
import { validateParameters } from '../operations/request/read-body.js';
import { createEventLoopQueue } from '../pages/reading/thread-pool.js';

/** What the routes of accounts need. */
interface AccountParts {
  limiter: Limiter;
  slots: ConcurrencySlots;
  /** Number of searches that a key may have in progress by default. */
  concurrency: number;
}

/** Adds the path where a caller sees the limits and usage of its key. */
export function addAccountRoute(api: FastifyInstance, { limiter, slots, concurrency }: AccountParts): void {
  api.get(accountLookup.path, async (request) => {
    validateParameters(request.query, { params: noQueryParameters }, {});
    const key = admittedKeyOf(request);
    const { active, waiting } = await slots.occupancy(key.id);
    const limit = key.limits.concurrency ?? concurrency;
    const limitStatuses = await limiter.limitStatuses(key);
    return {
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      expires_at: key.expiresAt === undefined ? null : new Date(key.expiresAt).toISOString(),
      limits: Object.fromEntries(limitStatuses.map((limitStatus) => [names[limitStatus.name], useOf(limitStatus)])),
      concurrency: { limit, used: active, remaining: Math.max(0, limit - active), waiting },
    };
  });
}

/** The rate of searches is named `default` in the headers. */
const names: Readonly<Record<LimitStatus['name'], string>> = {
  default: 'rate',
  lookups: 'lookups',
  day: 'day',
  month: 'month',
};

function useOf({ limit, used, remaining, window, reset }: LimitStatus): object {
  return { limit: limit ?? null, used, remaining: remaining ?? null, window, reset };
}

/** Adds the path where an administrator sees the usage of every key. */
export function addUsageRoute(api: FastifyInstance, { keys, limiter }: { keys: KeyRing; limiter: Limiter }): void {
  api.get(usageLookup.path, async (request) => {
    validateParameters(request.query, { params: noQueryParameters }, {});
    const rows = keys.all().map(async (key) => {
      const limitStatuses = await limiter.limitStatuses(key);
      const pages = (name: 'day' | 'month') => {
        const { used = 0, limit } = limitStatuses.find((limitStatus) => limitStatus.name === name) ?? {};
        return { used, limit: limit ?? null };
      };
      const expires_at = key.expiresAt === undefined ? null : new Date(key.expiresAt).toISOString();
      return {
        ...{ id: key.id, name: key.name, disabled: key.disabled, expires_at },
        day: pages('day'),
        month: pages('month'),
      };
    });
    return { keys: await Promise.all(rows) };
  });
}

function findPlaces(query: unknown, places: Places): Place[] {
  const {
    q,
    limit = '10',
    country,
    type,
    lat,
    lon,
  } = validateParameters(query, { params: placeQueryParameters, together: [['lat', 'lon']] }, {});
  const filter = { country: country && toIsoCountryCode(country), type };
  if (q !== undefined) return places.find(q, Number(limit), filter);
  if (lat === undefined || lon === undefined) throw errorFromFaults([missing]);
  return places.nearest({ latitude: Number(lat), longitude: Number(lon) }, Number(limit), filter);
}

const missing: Fault = { field: 'q', code: 'missing_parameter', message: '"q" is required, or "lat" and "lon"' };

/** Adds the paths for looking up places, countries and languages. */
export function addLookupRoutes(api: FastifyInstance, places: Places): void {
  const [byPlace, byCountry, byLanguage] = lookups;
  const queue = createEventLoopQueue<() => void>({ run: (start) => start() });
  api.get(byPlace.path, async (request) => {
    // An unknown name takes a millisecond, so many look-ups at once must not delay a probe.
    await new Promise<void>((resolve) => queue.push(admittedKeyOf(request).id, resolve));
    return { locations: findPlaces(request.query, places) };
  });
  api.get(byCountry.path, async (request) => {
    validateParameters(request.query, { params: noQueryParameters }, {});
    return { countries: countries() };
  });
  api.get(byLanguage.path, async (request) => {
    validateParameters(request.query, { params: noQueryParameters }, {});
    return { languages: languages() };
  });
}
