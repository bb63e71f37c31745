import { createHash } from 'node:crypto';
import type { FlightClaim, FlightStore } from '../../search/single-flight.js';
import type { RedisConnection } from './connection.js';
import { throughRedis } from './fallback.js';
import { claimFlight, endFlight, lookAtFlight, tellFlight } from './scripts/flights.js';

/**
 * Keeps searches in progress in Redis. While it is away every process searches by itself: what was claimed is its own, and
 * the search that it waits for is lost.
 */
export function redisFlights(connection: RedisConnection): FlightStore {
  // Keys name queries, and are as long as their caller likes.
  const claimOf = ({ key }: FlightClaim) =>
    connection.key(`flight:${createHash('sha256').update(key).digest('base64url')}`);
  const outcomeOf = ({ token }: FlightClaim) => connection.key(`outcome:${token}`);
  return {
    claim: (claim, milliseconds) =>
      throughRedis(
        connection,
        async () => String(await connection.run(claimFlight, [claimOf(claim)], [claim.token, milliseconds])),
        () => claim.token,
      ),
    async look(other) {
      const told = await throughRedis(
        connection,
        () => connection.run(lookAtFlight, [claimOf(other), outcomeOf(other)], [other.token]),
        () => null,
      );
      if (typeof told !== 'string') return { state: 'lost' };
      return told === '' ? { state: 'in_progress' } : { state: 'over', outcome: told };
    },
    end: (claim) =>
      throughRedis(
        connection,
        async () => (await connection.run(endFlight, [claimOf(claim)], [claim.token])) === 1,
        () => false,
      ),
    async tell(claim, outcome, milliseconds) {
      const args = [claim.token, milliseconds, ...(outcome === null ? [] : [outcome])];
      await throughRedis<unknown>(
        connection,
        () => connection.run(tellFlight, [claimOf(claim), outcomeOf(claim)], args),
        () => undefined,
      );
    },
  };
}
