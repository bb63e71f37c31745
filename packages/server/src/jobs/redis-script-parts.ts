import { redisClock } from '../state/redis/client.js';
import { blockLines } from './blocks.js';

/**
 * Beginning of a script whose first keys are job, body, answered, results, blocks, paid. Sets `now` and defines `finish(state, keep)`,
 * which ends a job that runs and sets when its keys expire.
 */
export const finishing: string = `${redisClock}
local function finish(state, keep)
  if redis.call('HSETNX', KEYS[1], 'state', state) == 0 then return end
  redis.call('HSET', KEYS[1], 'endedAt', now)
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, keep) end
end
`;

/**
 * Part of a script with the same keys. Defines `isWhole(answered)`: whether as many answers are stored as were recorded. Redis may have
 * evicted one key of a job but not the others.
 */
export const checking: string = `
local function isWhole(answered)
  if redis.call('LLEN', KEYS[4]) ~= answered then return false end
  return answered == 0 or redis.call('EXISTS', KEYS[3]) == 1
end
`;

/** Part of a script with the same keys. Defines `unanswered()`: pages paid for lines without an answer. */
export const refunding: string = `
local function unanswered()
  local paid, left = redis.call('HGETALL', KEYS[6]), 0
  for index = 1, #paid, 2 do
    if redis.call('GETBIT', KEYS[3], paid[index]) == 0 then left = left + tonumber(paid[index + 1]) end
  end
  return left
end
`;

/**
 * Part of a script with the same keys. Defines `restored(lines, time)`: restores the leases of all blocks with unanswered lines, and
 * returns the first block that nobody holds. Leases that were held last `time` milliseconds, so that their holders can renew them.
 */
export const restoring: string = `
local function restored(lines, time)
  local free
  for index = lines - 1, 0, -1 do
    if redis.call('GETBIT', KEYS[3], index) == 0 then
      local block = math.floor(index / ${blockLines})
      local isHeld = redis.call('HEXISTS', KEYS[1], 'epoch of ' .. block) == 1
      redis.call('ZADD', KEYS[5], isHeld and now + time or 0, block)
      if not isHeld then free = block end
    end
  end
  redis.call('PEXPIRE', KEYS[5], math.max(1, redis.call('PTTL', KEYS[1])))
  return free
end
`;
