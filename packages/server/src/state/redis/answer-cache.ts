import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import type { Answer } from '../../search/answer.js';
import type { AnswerCache } from '../../search/answer-cache.js';
import type { RedisConnection } from './connection.js';
import type { RedisPort } from './fallback.js';

/** Most bytes of a packed answer that is stored: answers with raw pages would fill the memory of Redis. */
const maxBytes = 1_048_576;

/** Fewer bytes are stored uncompressed. */
const minCompressedBytes = 1_400;

/** The fastest level: a better one saves less than it costs every search. */
const level = constants.Z_BEST_SPEED;

interface PackedHead {
  facts: Answer['facts'];
  isCompressed: boolean;
}

/** A short name for a text of callers, which may have any length. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Stores answers in Redis, compressed. @param ttl seconds */
export function redisAnswerCache(connection: RedisConnection, ttl: number): RedisPort<AnswerCache> {
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
async function packAnswer({ facts, bytes }: Answer): Promise<Buffer> {
  const isCompressed = bytes.byteLength >= minCompressedBytes;
  const body = isCompressed ? await promisify(deflateRaw)(bytes, { level }) : bytes;
  const head = Buffer.from(JSON.stringify({ facts, isCompressed } satisfies PackedHead));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** Reverses `packAnswer`. */
async function unpackAnswer(packed: Buffer): Promise<Answer> {
  const start = 4 + packed.readUInt32BE();
  const { facts, isCompressed } = JSON.parse(packed.toString('utf8', 4, start)) as PackedHead;
  const body = packed.subarray(start);
  return { facts, bytes: isCompressed ? await promisify(inflateRaw)(body) : body };
}
