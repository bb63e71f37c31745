import { createHash } from 'node:crypto';
import type { SearchLease, SearchLeaseStore } from '../../search/search-leases.js';
import type { RedisConnection } from './connection.js';
import { throughRedis } from './fallback.js';
import { acquireLease, publishOutcome, readLease, releaseLease } from './scripts/search-leases.js';

/**
 * Keeps leases of searches in Redis. While Redis is away every process searches by itself: a lease it acquires is its own, and
 * the search it waits for is lost.
 */
export function redisSearchLeases(connection: RedisConnection): SearchLeaseStore {
  // Keys hold queries, and are as long as their caller likes.
  const leaseOf = ({ key }: SearchLease) =>
    connection.key(`flight:${createHash('sha256').update(key).digest('base64url')}`);
  const outcomeOf = ({ token }: SearchLease) => connection.key(`outcome:${token}`);
  return {
    acquire: (lease, milliseconds) =>
      throughRedis(
        connection,
        async () => String(await connection.run(acquireLease, [leaseOf(lease)], [lease.token, milliseconds])),
        () => lease.token,
      ),
    async read(other) {
      const outcome = await throughRedis(
        connection,
        () => connection.run(readLease, [leaseOf(other), outcomeOf(other)], [other.token]),
        () => null,
      );
      if (typeof outcome !== 'string') return { state: 'lost' };
      return outcome === '' ? { state: 'in_progress' } : { state: 'done', outcome };
    },
    release: (lease) =>
      throughRedis(
        connection,
        async () => (await connection.run(releaseLease, [leaseOf(lease)], [lease.token])) === 1,
        () => false,
      ),
    async publish(lease, outcome, milliseconds) {
      const args = [lease.token, milliseconds, ...(outcome === null ? [] : [outcome])];
      await throughRedis<unknown>(
        connection,
        () => connection.run(publishOutcome, [leaseOf(lease), outcomeOf(lease)], args),
        () => undefined,
      );
    },
  };
}
