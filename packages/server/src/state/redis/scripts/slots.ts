import { clock, type Script } from './script.js';

/**
 * Takes a slot of a key, unless all are taken. Each is a lease that ends by itself, so that those of a process that died are
 * free again. Atomic, so that the last slot is taken once.
 *
 * KEYS: leases · ARGV: id of the lease, milliseconds that it lasts, slots
 */
export const takeSlot: Script = {
  lua: `${clock}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1`,
};

/**
 * Counts the slots that are taken.
 *
 * KEYS: leases
 */
export const countSlots: Script = {
  lua: `${clock}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZCARD', KEYS[1])`,
};
