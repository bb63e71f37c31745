import type { SearchLease, SearchLeaseStore } from '../../search/search-leases.js';
import { digestOf } from './answer-cache.js';
import type { Script } from './client.js';
import type { RedisConnection } from './connection.js';
import type { RedisPort } from './fallback.js';

/**
 * Acquires or renews a lease. Answers with the token of whoever has it.
 *
 * KEYS: lease · ARGV: own token, milliseconds
 */
const acquireLease: Script = {
  lua: `
local token = redis.call('HGET', KEYS[1], 'token')
if token and token ~= ARGV[1] then return token end
redis.call('HSET', KEYS[1], 'token', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return ARGV[1]`,
};

/**
 * What became of a search: its outcome, `''` while it is in progress, nothing where it is lost. Marks a search in progress as
 * awaited, so that its outcome is kept.
 *
 * KEYS: lease, outcome · ARGV: token of whoever has it
 */
const readLease: Script = {
  lua: `
local outcome = redis.call('GET', KEYS[2])
if outcome then return outcome end
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return false end
redis.call('HSET', KEYS[1], 'awaited', 1)
return ''`,
};

/**
 * Releases a lease unless somebody awaits the outcome; whether somebody does.
 *
 * KEYS: lease · ARGV: token
 */
const releaseLease: Script = {
  lua: `
local values = redis.call('HMGET', KEYS[1], 'token', 'awaited')
if values[1] ~= ARGV[1] then return 0 end
if values[2] then return 1 end
redis.call('DEL', KEYS[1])
return 0`,
};

/**
 * Releases a lease and publishes its outcome, if there is one.
 *
 * KEYS: lease, outcome · ARGV: token, milliseconds, outcome or nothing
 */
const publishOutcome: Script = {
  lua: `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return end
redis.call('DEL', KEYS[1])
if ARGV[3] then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2]) end`,
};

/** Keeps leases of searches in Redis. While it is away each process searches by itself. */
export function redisSearchLeases(connection: RedisConnection): RedisPort<SearchLeaseStore> {
  const leaseOf = ({ key }: SearchLease) => connection.key('lease', digestOf(key));
  const outcomeOf = ({ key, token }: SearchLease) => connection.key('outcome', digestOf(key), token);
  return {
    shared: {
      acquire: async (lease, milliseconds) =>
        String(await connection.run(acquireLease, [leaseOf(lease)], [lease.token, milliseconds])),
      async read(other) {
        const outcome = await connection.run(readLease, [leaseOf(other), outcomeOf(other)], [other.token]);
        if (typeof outcome !== 'string') return { state: 'lost' };
        return outcome === '' ? { state: 'in_progress' } : { state: 'done', outcome };
      },
      release: async (lease) => (await connection.run(releaseLease, [leaseOf(lease)], [lease.token])) === 1,
      async publish(lease, outcome, milliseconds) {
        const args = [lease.token, milliseconds, ...(outcome === null ? [] : [outcome])];
        await connection.run(publishOutcome, [leaseOf(lease), outcomeOf(lease)], args);
      },
    },
    local: {
      acquire: async ({ token }) => token,
      read: async () => ({ state: 'lost' }),
      release: async () => false,
      publish: async () => undefined,
    },
  };
}
