import { randomUUID } from 'node:crypto';
import type { OrganicResult } from '@svc/parsers';
import { LRUCache } from 'lru-cache';
import { type ContentEncoding, compress } from '../http/answers.js';
import type { SearchOutcome, SearchPlan } from '../operations/endpoint.js';
import { placeHeader, type ResolvedLocation } from '../operations/locate.js';

/** Facts about an answer, in plain JSON. */
interface AnswerFacts {
  /** Id of this answer: another answer to the same request has another id. */
  id: string;
  /** Host of the engine that answered; undefined when none was asked. */
  host?: string | undefined;
  /** Number of engine pages, number of rows, and why there are no more. */
  pages: number;
  rows: number;
  stop: string;
}

/** An answer as bytes. */
export interface SerializedAnswer {
  facts: AnswerFacts;
  bytes: Uint8Array;
}

/** The answer for one caller. */
export interface SearchAnswer {
  answer: SerializedAnswer;
  plan: SearchPlan;
  /** The place that `location` resolved to. */
  location: ResolvedLocation | undefined;
  /** How the cache was used; omitted if there is none. */
  cache?: 'HIT' | 'MISS' | 'BYPASS';
}

/** Creates an answer without `search_parameters`, which differ between callers. */
export function serializedAnswerOf({ body, host, pages, rows, stop }: SearchOutcome): SerializedAnswer {
  const facts = { id: randomUUID(), host, pages, rows, stop: `${stop}` };
  return { facts, bytes: Buffer.from(JSON.stringify(body)) };
}

/** Serializes an answer for one caller. */
export type SerializeAnswer = (answer: SerializedAnswer, form: AnswerForm) => Promise<Uint8Array>;

/** The caller's `search_parameters` and content encoding. */
interface AnswerForm {
  parameters: object;
  encoding: ContentEncoding | undefined;
}

/** Creates a `SerializeAnswer` that caches compressed bytes: compressing costs more than the rest of a cached answer. */
export function createAnswerSerializer(cache: AnswerCache | undefined): SerializeAnswer {
  return async (answer, { parameters, encoding }) => {
    const json = JSON.stringify(parameters);
    if (encoding === undefined) return withParameters(answer.bytes, json);
    const key = JSON.stringify([answer.facts.id, encoding, json]);
    const kept = await cache?.get(key);
    if (kept !== undefined) return kept.bytes;
    const bytes = await compress(withParameters(answer.bytes, json), encoding);
    await cache?.set(key, { facts: answer.facts, bytes });
    return bytes;
  };
}

interface AnswerObject extends Record<string, unknown> {
  organic_results?: readonly OrganicResult[];
}

/** The answer for one caller as an object that can be changed. */
export function toAnswerObject({ answer, plan }: SearchAnswer): AnswerObject {
  const body = JSON.parse(Buffer.from(answer.bytes).toString()) as object;
  return { ...body, search_parameters: plan.echo(answer.facts.host) };
}

/** Bytes of a JSON object with `search_parameters` added at its end. */
function withParameters(object: Uint8Array, json: string): Buffer {
  return Buffer.concat([object.subarray(0, -1), Buffer.from(`,"search_parameters":${json}}`)]);
}

/** Response headers about an answer. */
export function answerHeaders({ answer: { facts }, location, cache }: SearchAnswer): Record<string, string> {
  return {
    // A structured field: the number of engine pages in the answer, and why there are no more.
    'x-gathered-pages': `${facts.pages};stop=${facts.stop}`,
    ...(location && { 'x-location': placeHeader(location) }),
    ...(cache && { 'x-cache': cache }),
  };
}

/** The `Deprecation` header (RFC 9745) of a parameter that has been deprecated since a day such as `2026-11-20`. */
export function deprecationHeader(since: string | undefined): Record<string, string> {
  return since === undefined ? {} : { deprecation: `@${Date.parse(since) / 1000}` };
}

/** A cache of answers, in memory or shared by several processes. */
export interface AnswerCache {
  get(key: string): Promise<SerializedAnswer | undefined>;
  set(key: string, answer: SerializedAnswer): Promise<void>;
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
  const kept = new LRUCache<string, SerializedAnswer>({
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
