import { createHash } from 'node:crypto';
import type { AnswerCache } from '../../search/answer-cache.js';
import type { RedisConnection } from './connection.js';
import { throughRedis } from './fallback.js';
import { packAnswer, unpackAnswer } from './packed-answer.js';

/** Bytes of a packed answer beyond which it is not kept: raw pages that were asked for would fill the memory of Redis. */
const mostBytes = 1_048_576;

/** Keeps answers in Redis, compressed. While it is away nothing is found and nothing kept. @param ttl seconds */
export function redisAnswerCache(connection: RedisConnection, ttl: number): AnswerCache {
  // Keys name queries, and are as long as their caller likes.
  const keyOf = (key: string) => connection.key(`answer:${createHash('sha256').update(key).digest('base64url')}`);
  return {
    async get(key) {
      const packed = await throughRedis<Buffer | null>(
        connection,
        () => connection.ask((redis) => redis.getBuffer(keyOf(key))),
        () => null,
      );
      return packed === null ? undefined : unpackAnswer(packed);
    },
    async set(key, answer) {
      if (!connection.isUp()) return;
      const packed = await packAnswer(answer);
      if (packed.byteLength > mostBytes) return;
      await throughRedis<unknown>(
        connection,
        () => connection.ask((redis) => redis.set(keyOf(key), packed, 'EX', ttl)),
        () => undefined,
      );
    },
  };
}
