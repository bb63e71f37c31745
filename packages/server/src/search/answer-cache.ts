import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.js';

/** A cache of answers, in memory or shared by several processes. */
export interface AnswerCache {
  get(key: string): Promise<Answer | undefined>;
  set(key: string, answer: Answer): Promise<void>;
}

interface AnswerCacheOptions {
  /** Seconds for which an answer is kept. */
  ttl: number;
  /** Maximum size of all answers in bytes; beyond it the least recently used one is dropped. */
  bytes: number;
  /** The clock, in milliseconds. @default performance.now */
  now?: () => number;
}

/** Maximum size of an entry without its key and body, in bytes. */
const overhead = 1_000;

/** Creates a cache in memory, bounded by bytes. An answer larger than a quarter of them is not cached. */
export function memoryAnswerCache({ ttl, bytes, now }: AnswerCacheOptions): AnswerCache {
  const kept = new LRUCache<string, Answer>({
    ttl: ttl * 1000,
    maxSize: bytes,
    maxEntrySize: Math.ceil(bytes / 4),
    sizeCalculation: ({ bytes }, key) => bytes.byteLength + 2 * key.length + overhead,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  });
  return {
    get: async (key) => kept.get(key),
    async set(key, answer) {
      kept.set(key, answer);
    },
  };
}
