import type { FastifyInstance } from 'fastify';
import { keyOf } from '../limits/keys/admit.js';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Limiter } from '../limits/limiter.js';
import type { Standing } from '../limits/policy.js';
import type { Slots } from '../limits/slots.js';
import { account, usage } from '../operations/account.js';
import { noQuery } from '../operations/lookups.js';
import { readBody } from '../operations/request/read-body.js';

/** What an account is made of. */
interface AccountParts {
  limiter: Limiter;
  slots: Slots;
  /** How many searches a key may have in progress whose own limits do not say. */
  concurrency: number;
}

/** Adds the path that tells a key what it may do and what it has done. */
export function addAccountRoute(api: FastifyInstance, { limiter, slots, concurrency }: AccountParts): void {
  api.get(account.path, async (request) => {
    readBody(request.query, { params: noQuery }, {});
    const key = keyOf(request);
    const { active, waiting } = await slots.load(key.id);
    const limit = key.limits.concurrency ?? concurrency;
    const standings = await limiter.standings(key);
    return {
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      expires_at: key.expiresAt === undefined ? null : new Date(key.expiresAt).toISOString(),
      limits: Object.fromEntries(standings.map((standing) => [names[standing.name], useOf(standing)])),
      concurrency: { limit, used: active, remaining: Math.max(0, limit - active), waiting },
    };
  });
}

/** The rate of searches is `default` in the headers, where it is the first one. */
const names: Readonly<Record<Standing['name'], string>> = {
  default: 'rate',
  lookups: 'lookups',
  day: 'day',
  month: 'month',
};

function useOf({ limit, used, remaining, window, reset }: Standing): object {
  return { limit: limit ?? null, used, remaining: remaining ?? null, window, reset };
}

/** Adds the path that tells an administrator what every key has used. */
export function addUsageRoute(api: FastifyInstance, { keys, limiter }: { keys: KeyRing; limiter: Limiter }): void {
  api.get(usage.path, async (request) => {
    readBody(request.query, { params: noQuery }, {});
    const rows = keys.all().map(async (key) => {
      const standings = await limiter.standings(key);
      const pages = (name: 'day' | 'month') => {
        const { used = 0, limit } = standings.find((standing) => standing.name === name) ?? {};
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
