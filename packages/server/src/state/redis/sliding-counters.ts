import type { Counts } from '@svc/fetchers';
import { type LuaScript, redisTimeLua } from './client.js';

/** Number of slices of a window: tenths, or minutes when those are shorter. */
function slicesOf(window: number): number {
  return Math.max(10, Math.ceil(window / 60_000));
}

/** Milliseconds of a slice. */
export function sliceLength(window: number): number {
  return Math.ceil(window / slicesOf(window));
}

/** Number of the slice that contains a time, as in the scripts below. */
export function sliceAt(time: number, window: number): number {
  return Math.floor(time / (window / slicesOf(window)));
}

/** Totals of the fields of counters at a time, as in the scripts below. */
export function windowTotals(fields: Readonly<Record<string, string>>, time: number, window: number): Counts {
  const first = sliceAt(time, window) - slicesOf(window) + 1;
  const totals: Record<string, number> = {};
  for (const [field, amount] of Object.entries(fields)) {
    const [, slice, name] = /^(\d+) (.*)$/.exec(field) ?? [];
    if (name !== undefined && Number(slice) >= first) totals[name] = (totals[name] ?? 0) + Number(amount);
  }
  return totals;
}

/**
 * Beginning of a script over the counters of a window of `ARGV[1]` milliseconds, a hash with a field for each slice and name. Sets
 * `slice` to the current one, `totals` by name, and defines `add`; drops old slices. A slice is a tenth of the window, or a minute when
 * that is shorter.
 */
const slidingWindow = `${redisTimeLua}
local slices = math.max(10, math.ceil(ARGV[1] / 60000))
local slice = math.floor(now / (ARGV[1] / slices))
local totals, over = {}, {}
local fields = redis.call('HGETALL', KEYS[1])
for index = 1, #fields, 2 do
  local at, name = string.match(fields[index], '^(%d+) (.*)$')
  if tonumber(at) <= slice - slices then over[#over + 1] = fields[index]
  else totals[name] = (totals[name] or 0) + tonumber(fields[index + 1]) end
end
for from = 1, #over, 1000 do redis.call('HDEL', KEYS[1], unpack(over, from, math.min(from + 999, #over))) end
local function add(name, amount)
  redis.call('HINCRBY', KEYS[1], slice .. ' ' .. name, amount)
  redis.call('PEXPIRE', KEYS[1], ARGV[1] + math.ceil(ARGV[1] / slices))
  totals[name] = (totals[name] or 0) + amount
end`;

/**
 * Adds to counters. Replies with names and totals in turn.
 *
 * KEYS: counters · ARGV: milliseconds of the window, then names and amounts
 */
export const addCounts: LuaScript = {
  lua: `${slidingWindow}
for index = 2, #ARGV, 2 do add(ARGV[index], tonumber(ARGV[index + 1])) end
local answer = {}
for name, total in pairs(totals) do
  answer[#answer + 1] = name
  answer[#answer + 1] = total
end
return answer`,
};

/**
 * Adds one to a counter unless that would exceed its allowance. Replies with whether it did.
 *
 * KEYS: counters · ARGV: milliseconds of the window, counter, minimum, then names of counters and the allowance of each unit
 */
export const incrementIfAllowed: LuaScript = {
  lua: `${slidingWindow}
local allowed = tonumber(ARGV[3])
for index = 4, #ARGV, 2 do allowed = allowed + tonumber(ARGV[index + 1]) * (totals[ARGV[index]] or 0) end
if (totals[ARGV[2]] or 0) + 1 > allowed then return 0 end
add(ARGV[2], 1)
return 1`,
};
