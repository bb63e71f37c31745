import { clock, type Script } from './script.js';

/**
 * Notes that a process shares the state, for some milliseconds. Answers with the schema in use and how many processes there
 * are. Atomic, so that of two schemas which begin at once one is first.
 *
 * KEYS: schema in use, processes · ARGV: own schema, own id, milliseconds for which both count
 */
export const join: Script = {
  lua: `${clock}
local schema = redis.call('GET', KEYS[1])
if schema and schema ~= ARGV[1] then return { schema, 0 } end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return { ARGV[1], redis.call('ZCARD', KEYS[2]) }`,
};
