import type { Script } from './script.js';

/** Seconds for which the API keys are kept that nobody reads: longer than any service is down. */
const lifetime = 400 * 86_400;

/**
 * The revision of the API keys and, unless the reader has it, the keys. Whoever reads them keeps them alive.
 *
 * KEYS: API keys · ARGV: revision that the reader has
 */
export const readKeys: Script = {
  lua: `
redis.call('EXPIRE', KEYS[1], ${lifetime})
local values = redis.call('HMGET', KEYS[1], 'revision', 'records')
local revision = values[1] or '0'
if revision == ARGV[1] then return { revision } end
return { revision, values[2] }`,
};

/**
 * Replaces the API keys, unless somebody has changed them since they were read; whether it did. Atomic, so that no change is
 * lost of those that come at once.
 *
 * KEYS: API keys · ARGV: revision that was read, records
 */
export const replaceKeys: Script = {
  lua: `
local revision = redis.call('HGET', KEYS[1], 'revision') or '0'
if revision ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'revision', revision + 1, 'records', ARGV[2])
redis.call('EXPIRE', KEYS[1], ${lifetime})
return 1`,
};
