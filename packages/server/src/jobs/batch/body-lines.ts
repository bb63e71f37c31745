import { ApiError } from '../../errors/api-error.js';
import { maxBodyBytes } from '../../http/body.js';

/** A line of a body. */
export interface BodyLine {
  /** Its number among all lines, from 1. */
  readonly number: number;
  /** Its content; undefined when it is longer than the body of one search may be. */
  readonly bytes: Buffer | undefined;
}

const newline = 0x0a;
const blanks = new Set([0x20, 0x09, 0x0d]);

/**
 * Splits a body into lines and skips blank ones. Reads only as far as lines are requested, and holds at most one line. Throws an
 * `ApiError` with code `payload_too_large` where the body exceeds the limits of a batch.
 */
export async function* bodyLinesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<BodyLine> {
  const line = createLine();
  let read = 0;
  let number = 0;

  function* end(): Generator<BodyLine> {
    number += 1;
    const ended = line.end();
    if (number > maxBatchLines && (ended === undefined || ended.length > 0)) throw tooMany();
    if (ended !== undefined && isBlank(ended)) return;
    yield { number, bytes: ended };
  }

  for await (const chunk of body) {
    read += chunk.length;
    if (read > maxBatchBytes) throw batchTooLargeError();
    let start = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
      if (number === maxBatchLines) throw tooMany();
      line.add(chunk.subarray(start, at));
      yield* end();
      start = at + 1;
    }
    line.add(chunk.subarray(start));
  }
  yield* end();
}

function tooMany(): ApiError {
  return new ApiError('payload_too_large', `A batch has at most ${maxBatchLines} lines, blank ones included.`);
}

/** The error for a body above the limit. */
export function batchTooLargeError(): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${maxBatchBytes / 2 ** 20} MiB.`);
}

/** Collects one line after another. */
function createLine(): { add(part: Uint8Array): void; end(): Buffer | undefined } {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    add(part) {
      length += part.length;
      if (length > maxBodyBytes) parts = [];
      else if (part.length > 0) parts.push(part);
    },
    end() {
      const ended = length > maxBodyBytes ? undefined : Buffer.concat(parts);
      parts = [];
      length = 0;
      return ended;
    },
  };
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => blanks.has(byte));
}

/** Largest body of a batch, in bytes. */
export const maxBatchBytes: number = 16 * 1024 * 1024;

/** Greatest number of lines of a batch. */
export const maxBatchLines = 10_000;

/** Path of the batches that are answered at once. */
export const batchPath = '/api/v1/batch';

/** Path of the batches that are jobs. */
export const jobsPath = '/api/v1/batches';
