import { type LuaScript, redisTimeLua } from '../state/redis/client.js';
import { linesPerBlock } from './job.js';
import { settlementBlock } from './store.js';

/**
 * Beginning of a script whose first keys are job, body, answered, results, blocks, paid. Sets `now` and defines `finish(state, keep)`,
 * which ends a job that runs and sets when its keys expire.
 */
const finishing: string = `${redisTimeLua}
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
const checking: string = `
local function isWhole(answered)
  if redis.call('LLEN', KEYS[4]) ~= answered then return false end
  return answered == 0 or redis.call('EXISTS', KEYS[3]) == 1
end
`;

/** Part of a script with the same keys. Defines `unanswered()`: pages paid for lines without an answer. */
const refunding: string = `
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
const restoring: string = `
local function restored(lines, time)
  local free
  for index = lines - 1, 0, -1 do
    if redis.call('GETBIT', KEYS[3], index) == 0 then
      local block = math.floor(index / ${linesPerBlock})
      local isHeld = redis.call('HEXISTS', KEYS[1], 'epoch of ' .. block) == 1
      redis.call('ZADD', KEYS[5], isHeld and now + time or 0, block)
      if not isHeld then free = block end
    end
  end
  redis.call('PEXPIRE', KEYS[5], math.max(1, redis.call('PTTL', KEYS[1])))
  return free
end
`;

/** Replies of scripts: no such job, nothing to lease, keys are missing, and outcomes as in `RecordOutcome`. */
export type ScriptReply = 'gone' | 'none' | 'damaged' | 'held' | 'lost' | 'closed' | 'recorded' | 'ended';

/**
 * Adds a job whose body was received.
 *
 * KEYS: job, body · ARGV: order, lines, deadline, milliseconds until all of it expires
 */
export const addJob: LuaScript = {
  lua: `
redis.call('HSET', KEYS[1], 'order', ARGV[1], 'lines', ARGV[2], 'deadline', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return redis.call('PEXPIRE', KEYS[2], ARGV[4])`,
};

/**
 * Leases the first block whose lease has expired, or else the next new one. Replies with block and epoch, then index and paid pages of
 * each unanswered line; or with a word. Ends a job that is past its deadline. When no block is left or leased but lines are unanswered,
 * Redis has evicted the leases, which are then restored.
 *
 * KEYS: job, body, answered, results, blocks, paid · ARGV: milliseconds of a lease, milliseconds that an ended job is kept, by
 * how much the epoch rises, milliseconds of a restored lease
 */
export const leaseBlock: LuaScript = {
  lua: `${finishing}${checking}${restoring}
local values = redis.call('HMGET', KEYS[1], 'state', 'lines', 'next', 'deadline', 'settled', 'answered', 'damaged')
local state, lines, next = values[1], tonumber(values[2]), tonumber(values[3] or 0)
local answered = tonumber(values[6] or 0)
if not lines or values[5] then return 'gone' end
if not values[7] and not isWhole(answered) then return 'damaged' end
if not state and now > tonumber(values[4]) then
  finish('expired', ARGV[2])
  state = 'expired'
end
local block
if state then
  if tonumber(redis.call('ZSCORE', KEYS[5], '${settlementBlock}') or 0) > now then return 'none' end
  block = ${settlementBlock}
else
  block = tonumber(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now, 'LIMIT', 0, 1)[1])
  if not block and next * ${linesPerBlock} < lines then
    block = redis.call('HINCRBY', KEYS[1], 'next', 1) - 1
  elseif not block and answered < lines and redis.call('EXISTS', KEYS[5]) == 0 then
    block = restored(lines, ARGV[4])
  end
  if not block then return 'none' end
end
local epoch = redis.call('HINCRBY', KEYS[1], 'epoch', ARGV[3])
redis.call('HSET', KEYS[1], 'epoch of ' .. block, epoch)
redis.call('ZADD', KEYS[5], now + ARGV[1], block)
redis.call('PEXPIRE', KEYS[5], math.max(1, redis.call('PTTL', KEYS[1])))
local answer = { block, epoch }
if block >= 0 then
  for index = block * ${linesPerBlock}, math.min(lines, (block + 1) * ${linesPerBlock}) - 1 do
    if redis.call('GETBIT', KEYS[3], index) == 0 then
      answer[#answer + 1] = index
      answer[#answer + 1] = tonumber(redis.call('HGET', KEYS[6], index) or 0)
    end
  end
end
return answer`,
};

/**
 * Renews leases, all or none. Includes expired ones that nobody else has taken.
 *
 * KEYS: job, blocks · ARGV: milliseconds, then block and epoch of each
 */
export const renewBlockLeases: LuaScript = {
  lua: `${redisTimeLua}
local state = redis.call('HGET', KEYS[1], 'state')
for index = 2, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], 'epoch of ' .. ARGV[index]) ~= ARGV[index + 1] then return 'lost' end
  if state and tonumber(ARGV[index]) ~= ${settlementBlock} then return 'closed' end
end
for index = 2, #ARGV, 2 do redis.call('ZADD', KEYS[2], now + ARGV[1], ARGV[index]) end
return 'held'`,
};

/**
 * Records an answer if the lease is held and the job runs. The last answer ends the job.
 *
 * KEYS: job, body, answered, results, blocks, paid · ARGV: block, epoch, index of the line, 1 where something was found, bytes
 * before packing, packed answer, milliseconds that an ended job is kept
 */
export const recordAnswer: LuaScript = {
  lua: `${finishing}${checking}
local values = redis.call('HMGET', KEYS[1], 'epoch of ' .. ARGV[1], 'state', 'lines', 'answered')
if not values[3] or values[2] then return 'closed' end
if values[1] ~= ARGV[2] then return 'lost' end
if not isWhole(tonumber(values[4] or 0)) then return 'damaged' end
if redis.call('SETBIT', KEYS[3], ARGV[3], 1) == 1 then return 'recorded' end
redis.call('RPUSH', KEYS[4], ARGV[6])
redis.call('HINCRBY', KEYS[1], 'found', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'bytes', ARGV[5])
local answered = redis.call('HINCRBY', KEYS[1], 'answered', 1)
if answered == 1 then
  for index = 3, 4 do redis.call('PEXPIRE', KEYS[index], redis.call('PTTL', KEYS[1])) end
end
if answered < tonumber(values[3]) then return 'recorded' end
finish('completed', ARGV[7])
return 'ended'`,
};

/**
 * Notes pages paid for a line, if the lease is held and the job runs.
 *
 * KEYS: job, paid · ARGV: block, epoch, index of the line, pages
 */
export const recordLineCharge: LuaScript = {
  lua: `
local values = redis.call('HMGET', KEYS[1], 'epoch of ' .. ARGV[1], 'state', 'lines')
if not values[3] or values[2] then return 'closed' end
if values[1] ~= ARGV[2] then return 'lost' end
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
if redis.call('HLEN', KEYS[2]) == 1 then redis.call('PEXPIRE', KEYS[2], redis.call('PTTL', KEYS[1])) end
return 'held'`,
};

/**
 * Drops the note of pages paid for a line, if the lease is held; whether it did.
 *
 * KEYS: job, paid · ARGV: block, epoch, index of the line
 */
export const dropLineCharge: LuaScript = {
  lua: `
if redis.call('HGET', KEYS[1], 'epoch of ' .. ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('HDEL', KEYS[2], ARGV[3])`,
};

/**
 * Drops the notes of pages paid for lines without an answer, if the lease of the end is held. Replies with the number of pages.
 *
 * KEYS: job, body, answered, results, blocks, paid · ARGV: block, epoch
 */
export const takeUnansweredCharges: LuaScript = {
  lua: `${refunding}
if redis.call('HGET', KEYS[1], 'epoch of ' .. ARGV[1]) ~= ARGV[2] then return 0 end
local left = unanswered()
redis.call('DEL', KEYS[6])
return left`,
};

/**
 * Records failed attempts to notify the owner, if the lease of the end is held.
 *
 * KEYS: job · ARGV: block, epoch, attempts, when the next one is due
 */
export const recordFailedNotifications: LuaScript = {
  lua: `
if redis.call('HGET', KEYS[1], 'epoch of ' .. ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('HSET', KEYS[1], 'attempts', ARGV[3], 'nextAt', ARGV[4])`,
};

/**
 * Gives up a lease: the block is finished, or free for others at once. Finishing the end of a job settles it.
 *
 * KEYS: job, body, answered, results, blocks, paid · ARGV: block, epoch, 1 where it is done
 */
export const releaseBlock: LuaScript = {
  lua: `
if redis.call('HGET', KEYS[1], 'epoch of ' .. ARGV[1]) ~= ARGV[2] then return 'lost' end
redis.call('HDEL', KEYS[1], 'epoch of ' .. ARGV[1])
if ARGV[3] ~= '1' then
  redis.call('ZADD', KEYS[5], 0, ARGV[1])
elseif tonumber(ARGV[1]) == ${settlementBlock} then
  redis.call('HSET', KEYS[1], 'settled', 1)
  redis.call('DEL', KEYS[2], KEYS[3], KEYS[5], KEYS[6])
else
  redis.call('ZREM', KEYS[5], ARGV[1])
end
return 'held'`,
};

/**
 * Ends a running job.
 *
 * KEYS: job, body, answered, results, blocks, paid · ARGV: state, milliseconds that it is kept
 */
export const endJob: LuaScript = {
  lua: `${finishing}
if redis.call('HEXISTS', KEYS[1], 'order') == 1 then finish(ARGV[1], ARGV[2]) end`,
};

/**
 * Ends a job as damaged, unless that is done or it was removed. Replies with whether it exists.
 *
 * KEYS: job, body, answered, results, blocks, paid · ARGV: milliseconds that it is kept
 */
export const markJobDamaged: LuaScript = {
  lua: `${finishing}
if redis.call('HEXISTS', KEYS[1], 'order') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'damaged', 1)
finish('damaged', ARGV[1])
return 1`,
};

/**
 * Deletes a job. Replies with the pages to refund: those paid for lines without an answer, unless it was settled.
 *
 * KEYS: job, body, answered, results, blocks, paid
 */
export const removeJob: LuaScript = {
  lua: `${refunding}
local left = 0
if redis.call('HEXISTS', KEYS[1], 'settled') == 0 then left = unanswered() end
redis.call('DEL', unpack(KEYS))
return left`,
};
