import type { Script } from '../state/redis/client.js';

/**
 * Adds a job. It is found by its owner, and by those who look for jobs that are to be run.
 *
 * KEYS: job, jobs of the owner, open jobs, body · ARGV: order, id, when it was made, its name among the open ones,
 * milliseconds until all of it expires
 */
export const addJob: Script = {
  lua: `
redis.call('HSET', KEYS[1], 'order', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[4], ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('SADD', KEYS[3], ARGV[4])
return redis.call('PEXPIRE', KEYS[3], ARGV[5])`,
};

/**
 * Records the answer to a line, unless it has one or the job is gone. Atomic, so that each line has one answer, whoever asks
 * for it a second time: another process, or this one after the answer of Redis was lost.
 *
 * KEYS: job, lines that are answered, answers · ARGV: line, answer, 1 where something was found
 */
export const recordAnswer: Script = {
  lua: `
local left = redis.call('PTTL', KEYS[1])
if left < 0 or redis.call('SADD', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('PEXPIRE', KEYS[2], left)
redis.call('PEXPIRE', KEYS[3], left)
redis.call('HINCRBY', KEYS[1], 'answered', 1)
redis.call('HINCRBY', KEYS[1], 'found', ARGV[3])
return redis.call('HINCRBY', KEYS[1], 'bytes', #ARGV[2])`,
};

/**
 * Notes how a job has ended, once.
 *
 * KEYS: job, lines that are answered, answers · ARGV: state, when, milliseconds that it is kept
 */
export const endJob: Script = {
  lua: `
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HSETNX', KEYS[1], 'state', ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'endedAt', ARGV[2])
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[3]) end
return 1`,
};
