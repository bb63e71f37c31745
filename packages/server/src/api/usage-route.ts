import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Limiter } from '../limits/limiter.js';
import { noQuery } from '../operations/lookups.js';
import { readBody } from '../operations/request/read-body.js';
import { usage } from '../operations/usage.js';

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
