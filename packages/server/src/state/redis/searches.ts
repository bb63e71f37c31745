import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import type { SearchLease, SearchLeaseStore } from '../../search/across-processes.js';
import type { AnswerCache, SerializedAnswer } from '../../search/answer.js';
import type { LuaScript } from './client.js';
import type { RedisConnection } from './connection.js';
import type { PortWithFallback } from './fallback.js';

/** Most bytes of a packed answer that is stored: answers with raw pages would fill the memory of Redis. */
const maxBytes = 1_048_576;

/** Fewer bytes are stored uncompressed. */
const minCompressedBytes = 1_400;

/** The fastest level: a better one saves less than it costs every search. */
const level = constants.Z_BEST_SPEED;

interface PackedHead {
  facts: SerializedAnswer['facts'];
  isCompressed: boolean;
}

/** A short name for a text of callers, which may have any length. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Stores answers in Redis, compressed. @param ttl seconds */
export function redisAnswerCache(connection: RedisConnection, ttl: number): PortWithFallback<AnswerCache> {
  const keyOf = (key: string) => connection.key('answer', digestOf(key));
  return {
    shared: {
      async get(key) {
        const packed = await connection.ask((redis) => redis.getBuffer(keyOf(key)));
        return packed === null ? undefined : unpackAnswer(packed);
      },
      async set(key, answer) {
        const packed = await packAnswer(answer);
        if (packed.byteLength <= maxBytes) await connection.ask((redis) => redis.set(keyOf(key), packed, 'EX', ttl));
      },
    },
    local: { get: async () => undefined, set: async () => undefined },
  };
}

/** An answer as bytes: length of the head, head as JSON, body, which is compressed when it is long enough. */
async function packAnswer({ facts, bytes }: SerializedAnswer): Promise<Buffer> {
  const isCompressed = bytes.byteLength >= minCompressedBytes;
  const body = isCompressed ? await promisify(deflateRaw)(bytes, { level }) : bytes;
  const head = Buffer.from(JSON.stringify({ facts, isCompressed } satisfies PackedHead));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** Reverses `packAnswer`. */
async function unpackAnswer(packed: Buffer): Promise<SerializedAnswer> {
  const start = 4 + packed.readUInt32BE();
  const { facts, isCompressed } = JSON.parse(packed.toString('utf8', 4, start)) as PackedHead;
  const body = packed.subarray(start);
  return { facts, bytes: isCompressed ? await promisify(inflateRaw)(body) : body };
}

/** Suffix of a lease whose outcome another process awaits; before it stands the token of its holder. */
const awaitedMark = ' awaited';

function tokenIn(lease: string): string {
  return lease.split(' ', 1)[0]!;
}

/**
 * Replies with the outcome of a search, `''` while it is in progress, nothing when it is lost. Marks a search in progress as awaited,
 * so that its outcome is published.
 *
 * KEYS: lease, outcome · ARGV: token of the holder
 */
const readLease: LuaScript = {
  lua: `
local outcome = redis.call('GET', KEYS[2])
if outcome then return outcome end
local lease = redis.call('GET', KEYS[1])
if lease == ARGV[1] .. '${awaitedMark}' then return '' end
if lease ~= ARGV[1] then return false end
redis.call('SET', KEYS[1], lease .. '${awaitedMark}', 'KEEPTTL')
return ''`,
};

/**
 * Releases a lease unless another process awaits the outcome. Replies with whether one does.
 *
 * KEYS: lease · ARGV: token
 */
const releaseLease: LuaScript = {
  lua: `
local lease = redis.call('GET', KEYS[1])
if lease == ARGV[1] .. '${awaitedMark}' then return 1 end
if lease == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`,
};

/**
 * Releases a lease and publishes its outcome, if any.
 *
 * KEYS: lease, outcome · ARGV: token, milliseconds, outcome or nothing
 */
const publishOutcome: LuaScript = {
  lua: `
local lease = redis.call('GET', KEYS[1])
if lease ~= ARGV[1] and lease ~= ARGV[1] .. '${awaitedMark}' then return end
redis.call('DEL', KEYS[1])
if ARGV[3] then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2]) end`,
};

/** Keeps leases of searches in Redis. While it is away each process searches by itself. */
export function redisSearchLeases(connection: RedisConnection): PortWithFallback<SearchLeaseStore> {
  const leaseOf = ({ key }: SearchLease) => connection.key('search', digestOf(key));
  const outcomeOf = ({ key, token }: SearchLease) => connection.key('outcome', digestOf(key), token);
  return {
    shared: {
      async acquire(lease, milliseconds) {
        const key = leaseOf(lease);
        const held = await connection.ask((redis) => redis.set(key, lease.token, 'PX', milliseconds, 'NX', 'GET'));
        const token = held === null ? lease.token : tokenIn(held);
        if (held !== null && token === lease.token) await connection.ask((redis) => redis.pexpire(key, milliseconds));
        return token;
      },
      async read(other) {
        const outcome = await connection.run(readLease, [leaseOf(other), outcomeOf(other)], [other.token]);
        if (typeof outcome !== 'string') return { state: 'lost' };
        return outcome === '' ? { state: 'in_progress' } : { state: 'done', outcome };
      },
      release: async (lease) => (await connection.run(releaseLease, [leaseOf(lease)], [lease.token])) === 1,
      async publish(lease, outcome, milliseconds) {
        const args = [lease.token, milliseconds, ...(outcome === null ? [] : [outcome])];
        await connection.run(publishOutcome, [leaseOf(lease), outcomeOf(lease)], args);
      },
    },
    local: {
      acquire: async ({ token }) => token,
      read: async () => ({ state: 'lost' }),
      release: async () => false,
      publish: async () => undefined,
    },
  };
}
