import { clock, type Script } from './script.js';

/**
 * Takes tokens from a bucket, by the arithmetic of `draw` in `limits/gcra.ts`. Answers with the milliseconds that were
 * missing before, from which the caller draws the same conclusion. Atomic: of those who come at once nobody sees a bucket
 * from which another takes.
 *
 * KEYS: bucket · ARGV: cost, tokens of a full bucket, milliseconds in which it fills
 */
export const takeTokens: Script = {
  lua: `${clock}
local cost, tokens, capacity = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local interval = capacity / tokens
local missing = math.max(0, tonumber(redis.call('GET', KEYS[1]) or 0) - now)
local wait = missing + math.min(cost, tokens) * interval - capacity
if cost > 0 and wait <= 0.000001 then
  local left = missing + cost * interval
  redis.call('SET', KEYS[1], string.format('%.6f', now + left), 'PX', math.ceil(left) + 1000)
end
return string.format('%.6f', missing)`,
};

/**
 * Takes what was taken without Redis, whether it is there or not.
 *
 * KEYS: bucket · ARGV: milliseconds that are missing more
 */
export const oweTokens: Script = {
  lua: `${clock}
local left = math.max(0, tonumber(redis.call('GET', KEYS[1]) or 0) - now) + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.6f', now + left), 'PX', math.ceil(left) + 1000)`,
};
