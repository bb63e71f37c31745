import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import type { Answer } from '../../search/answer.js';
import type { AnswerCache } from '../../search/answer-cache.js';
import type { RedisConnection } from './connection.js';
import type { RedisPort } from './fallback.js';

/** Bytes of a packed answer beyond which it is not kept: raw pages that were asked for would fill the memory of Redis. */
const mostBytes = 1_048_576;

/** Answers smaller than this are kept uncompressed. */
const leastCompressed = 1_400;

/** The fastest level: what a better one saves is not worth the processor of every search. */
const level = constants.Z_BEST_SPEED;

interface PackedHead {
  facts: Answer['facts'];
  isCompressed: boolean;
}

/** The part of a key's name that stands for a text of the callers, which is as long as they like. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Keeps answers in Redis, compressed. @param ttl seconds */
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
        if (packed.byteLength <= mostBytes) await connection.ask((redis) => redis.set(keyOf(key), packed, 'EX', ttl));
      },
    },
    local: { get: async () => undefined, set: async () => undefined },
  };
}

/** An answer as bytes: the length of the head, the head as JSON, the body, compressed where that is worth it. */
async function packAnswer({ facts, bytes }: Answer): Promise<Buffer> {
  const isCompressed = bytes.byteLength >= leastCompressed;
  const body = isCompressed ? await promisify(deflateRaw)(bytes, { level }) : bytes;
  const head = Buffer.from(JSON.stringify({ facts, isCompressed } satisfies PackedHead));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** The answer of which `packAnswer` made bytes. */
async function unpackAnswer(packed: Buffer): Promise<Answer> {
  const start = 4 + packed.readUInt32BE();
  const { facts, isCompressed } = JSON.parse(packed.toString('utf8', 4, start)) as PackedHead;
  const body = packed.subarray(start);
  return { facts, bytes: isCompressed ? await promisify(inflateRaw)(body) : body };
}
