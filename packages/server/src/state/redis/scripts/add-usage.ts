import type { Script } from './script.js';

/**
 * Adds pages to counters, those of a day and of its month. Answers with what each comes to. Atomic, so that nobody sees a
 * page that counts in one of them only. Nothing added leaves no key behind.
 *
 * KEYS: counters · ARGV: pages, then for each counter the seconds since 1970 at which it is of no more use
 */
export const addUsage: Script = {
  lua: `
local totals = {}
for index, key in ipairs(KEYS) do
  if tonumber(ARGV[1]) == 0 then
    totals[index] = tonumber(redis.call('GET', key) or 0)
  else
    totals[index] = redis.call('INCRBY', key, ARGV[1])
    redis.call('EXPIREAT', key, ARGV[1 + index])
  end
end
return totals`,
};
