import { randomUUID } from 'node:crypto';
import { compress, type Encoding } from '../http/compression.js';
import type { Found } from '../operations/endpoint.js';
import type { Answer, AnswerCache } from './answer-cache.js';

/** What was found as an answer that still lacks `search_parameters`. */
export function answerOf({ body, host, pages, rows, stop }: Found): Answer {
  const facts = { id: randomUUID(), host, pages, rows, stop: `${stop}` };
  return { facts, bytes: Buffer.from(JSON.stringify(body)) };
}

/** Makes the bytes to send of an answer, for one caller. */
export type MakeBytes = (answer: Answer, form: AnswerForm) => Promise<Uint8Array>;

/** How a caller is to get an answer. */
interface AnswerForm {
  /** The caller's `search_parameters`. */
  parameters: object;
  encoding: Encoding | undefined;
}

/** Makes a `MakeBytes` that keeps what was compressed: once more would cost more than all the rest of a cached answer. */
export function createMakeBytes(cache: AnswerCache | undefined): MakeBytes {
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

/** Bytes of a JSON object with one more member at its end. */
function withParameters(object: Uint8Array, json: string): Buffer {
  return Buffer.concat([object.subarray(0, -1), Buffer.from(`,"search_parameters":${json}}`)]);
}
