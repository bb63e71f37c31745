import type { Answer } from '../search/answer.js';

/** An answer as plain JSON. */
interface CachedAnswer {
  readonly facts: Answer['facts'];
  /** Base64: the bytes may be compressed. */
  readonly bytes: string;
}

/** An answer, if there is one, as plain JSON. */
export function writeCached(answer: Answer | undefined): CachedAnswer | undefined {
  return answer && { facts: answer.facts, bytes: Buffer.from(answer.bytes).toString('base64') };
}

/** What `writeCached` made. */
export function readCached(cached: unknown): Answer | undefined {
  if (typeof cached !== 'object' || cached === null) return undefined;
  const { facts, bytes } = cached as CachedAnswer;
  return { facts, bytes: Buffer.from(bytes, 'base64') };
}
