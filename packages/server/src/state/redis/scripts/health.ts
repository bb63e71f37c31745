import { clock, type Script } from './script.js';

/** Milliseconds for which strikes are remembered once a cool-down has ended. */
const memory = 3_600_000;

/**
 * How each of some keys fares: milliseconds that it cools for and strikes, one after the other.
 *
 * KEYS: healths
 */
export const readHealth: Script = {
  lua: `${clock}
local found = {}
for index, key in ipairs(KEYS) do
  local values = redis.call('HMGET', key, 'cools', 'strikes')
  found[2 * index - 1] = math.max(0, math.ceil(tonumber(values[1] or 0) - now))
  found[2 * index] = tonumber(values[2] or 0)
end
return found`,
};

/**
 * Adds a strike and cools a key down, unless it is cooling. Answers with the milliseconds that it cools for. Atomic, so that
 * failures that come at once are one strike.
 *
 * KEYS: health · ARGV: first penalty, greatest penalty, least milliseconds
 */
export const coolDown: Script = {
  lua: `${clock}
local values = redis.call('HMGET', KEYS[1], 'cools', 'strikes')
local cools, strikes = tonumber(values[1] or 0), tonumber(values[2] or 0)
if cools <= now then strikes = strikes + 1 end
local penalty = math.min(tonumber(ARGV[2]), tonumber(ARGV[1]) * 2 ^ (strikes - 1))
cools = math.max(cools, now + math.max(penalty, tonumber(ARGV[3])))
redis.call('HSET', KEYS[1], 'cools', string.format('%.3f', cools), 'strikes', strikes)
redis.call('HDEL', KEYS[1], 'claimed')
redis.call('PEXPIRE', KEYS[1], math.ceil(cools - now) + ${memory})
return string.format('%.3f', cools - now)`,
};

/**
 * Claims a key, unless somebody has it. Atomic, so that one alone gets it. A claim outlives neither its time nor the key.
 *
 * KEYS: health · ARGV: milliseconds
 */
export const claimTrial: Script = {
  lua: `${clock}
if tonumber(redis.call('HGET', KEYS[1], 'claimed') or 0) > now then return 0 end
redis.call('HSET', KEYS[1], 'claimed', now + ARGV[1])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 1`,
};
