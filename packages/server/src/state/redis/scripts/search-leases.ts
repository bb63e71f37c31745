import type { Script } from './script.js';

/**
 * Acquires or renews a lease. Returns the token of its holder. Atomic, so that there is one holder.
 *
 * KEYS: lease · ARGV: own token, milliseconds
 */
export const acquireLease: Script = {
  lua: `
local token = redis.call('HGET', KEYS[1], 'token')
if token and token ~= ARGV[1] then return token end
redis.call('HSET', KEYS[1], 'token', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return ARGV[1]`,
};

/**
 * State of a search: its outcome, `''` while it is in progress, nil where it is lost. A reader of a search in progress is
 * registered as waiting. Atomic, so that no outcome is published between the read and the registration.
 *
 * KEYS: lease, outcome · ARGV: token of its holder
 */
export const readLease: Script = {
  lua: `
local outcome = redis.call('GET', KEYS[2])
if outcome then return outcome end
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return false end
redis.call('HSET', KEYS[1], 'awaited', 1)
return ''`,
};

/**
 * Releases a lease unless somebody waits for the outcome; returns whether somebody does. Atomic, so that nobody begins to wait
 * for an outcome that will not be published.
 *
 * KEYS: lease · ARGV: token
 */
export const releaseLease: Script = {
  lua: `
local values = redis.call('HMGET', KEYS[1], 'token', 'awaited')
if values[1] ~= ARGV[1] then return 0 end
if values[2] then return 1 end
redis.call('DEL', KEYS[1])
return 0`,
};

/**
 * Releases a lease and publishes its outcome, if any. Atomic, so that those who wait find one or the other.
 *
 * KEYS: lease, outcome · ARGV: token, milliseconds, outcome or nothing
 */
export const publishOutcome: Script = {
  lua: `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return end
redis.call('DEL', KEYS[1])
if ARGV[3] then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2]) end`,
};
