import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import type { Answer } from '../../search/answer.js';

/** Answers smaller than this are kept as they are. */
const leastBytes = 1_400;

/** The fastest level: what is saved beyond it is not worth the processor of every search. */
const level = constants.Z_BEST_SPEED;

interface Head {
  facts: Answer['facts'];
  isCompressed: boolean;
}

/** An answer as bytes: the length of the head, the head as JSON, the body, compressed where that is worth it. */
export async function packAnswer({ facts, bytes }: Answer): Promise<Buffer> {
  const isCompressed = bytes.byteLength >= leastBytes;
  const body = isCompressed ? await promisify(deflateRaw)(bytes, { level }) : bytes;
  const head = Buffer.from(JSON.stringify({ facts, isCompressed } satisfies Head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** The answer of which `packAnswer` made bytes. */
export async function unpackAnswer(packed: Buffer): Promise<Answer> {
  const start = 4 + packed.readUInt32BE();
  const { facts, isCompressed } = JSON.parse(packed.toString('utf8', 4, start)) as Head;
  const body = packed.subarray(start);
  return { facts, bytes: isCompressed ? await promisify(inflateRaw)(body) : body };
}
