import type { Script } from './script.js';

/**
 * Claims a search, or prolongs the claim. Answers with the token of whoever has it. Atomic, so that one alone has it.
 *
 * KEYS: claim · ARGV: own token, milliseconds
 */
export const claimFlight: Script = {
  lua: `
local token = redis.call('HGET', KEYS[1], 'token')
if token and token ~= ARGV[1] then return token end
redis.call('HSET', KEYS[1], 'token', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return ARGV[1]`,
};

/**
 * What became of a search: its outcome, `''` while it is in progress, nothing where it is lost. Whoever looks while it is
 * in progress is noted as waiting. Atomic, so that no outcome is told between the look and the note.
 *
 * KEYS: claim, outcome · ARGV: token of whoever has it
 */
export const lookAtFlight: Script = {
  lua: `
local outcome = redis.call('GET', KEYS[2])
if outcome then return outcome end
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return false end
redis.call('HSET', KEYS[1], 'awaited', 1)
return ''`,
};

/**
 * Gives a claim up unless somebody waits for the outcome; whether somebody does. Atomic, so that nobody begins to wait for
 * what will not be told.
 *
 * KEYS: claim · ARGV: token
 */
export const endFlight: Script = {
  lua: `
local values = redis.call('HMGET', KEYS[1], 'token', 'awaited')
if values[1] ~= ARGV[1] then return 0 end
if values[2] then return 1 end
redis.call('DEL', KEYS[1])
return 0`,
};

/**
 * Gives a claim up and tells its outcome, if there is one. Atomic, so that those who wait find the one or the other.
 *
 * KEYS: claim, outcome · ARGV: token, milliseconds, outcome or nothing
 */
export const tellFlight: Script = {
  lua: `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return end
redis.call('DEL', KEYS[1])
if ARGV[3] then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2]) end`,
};
