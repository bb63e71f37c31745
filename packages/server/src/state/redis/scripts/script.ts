/**
 * A Lua script. Redis runs one from its beginning to its end before anything else, so that what a script reads cannot
 * change before it writes: that is what makes each of them atomic.
 */
export interface Script {
  readonly lua: string;
}

/**
 * The clock of Redis, as `now` in milliseconds since 1970, for the beginning of a script: machines whose own clocks differ
 * then still agree.
 */
export const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
