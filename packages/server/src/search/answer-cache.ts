import { LRUCache } from 'lru-cache';

/** What is told of an answer beside its body. Plain JSON. */
interface AnswerFacts {
  /** Names the answer: another one to the same request has another id. */
  id: string;
  /** The engine's host that answered; undefined when none was asked. */
  host?: string | undefined;
  /** How many pages of the engine are in it, how many rows, and why there are no more. */
  pages: number;
  rows: number;
  stop: string;
}

/** An answer as bytes. */
export interface Answer {
  facts: AnswerFacts;
  bytes: Uint8Array;
}

/** Keeps answers for a while. In memory; one that several processes share makes them share answers. */
export interface AnswerCache {
  get(key: string): Promise<Answer | undefined>;
  set(key: string, answer: Answer): Promise<void>;
}

export interface AnswerCacheOptions {
  /** Seconds that an answer is kept. */
  ttl: number;
  /** Bytes that all answers may take; beyond that the one unused for longest goes. */
  bytes: number;
  /** The clock, in milliseconds. @default performance.now */
  now?: () => number;
}

/** What an entry takes beside its key and its bytes, at most. */
const overhead = 1_000;

/** Keeps answers in memory, bounded by their bytes. An answer larger than a quarter of them all is not kept. */
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
