import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

/** What is kept of a job cannot be read: a checksum or a length is wrong. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
  /** The file or key that is damaged, as a name for logs. */
  readonly place: string;

  constructor(place: string, what: string) {
    super(`${place} is damaged: ${what}`);
    this.place = place;
  }
}

/** One kept record: bytes, and a number that says what they are of. */
export interface KeptRecord {
  /** Index of the line that an answer is to; 0 where there is nothing to number. */
  readonly index: number;
  /** Whether an answer is a result page. */
  readonly isFound: boolean;
  /** Whether it is no answer but says how many pages are paid for the line. @default false */
  readonly isPayment?: boolean;
  readonly bytes: Buffer;
}

/** Bytes of the head of a record: mark, flags, index, length before and after compression, both checksums. */
export const headBytes = 24;

const mark = 0x5253; // "SR"
const [foundFlag, compressedFlag, paymentFlag] = [1, 2, 4];

/** Shorter bytes are kept uncompressed. */
const leastCompressed = 1_400;

/** A record as bytes: its head with a checksum of its own, then its bytes, compressed where that is worth it. */
export async function packRecord({ index, isFound, isPayment = false, bytes }: KeptRecord): Promise<Buffer> {
  const isCompressed = bytes.length >= leastCompressed;
  const body = isCompressed ? await promisify(deflateRaw)(bytes, { level: constants.Z_BEST_SPEED }) : bytes;
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE(mark, 0);
  const flags = (isFound ? foundFlag : 0) | (isCompressed ? compressedFlag : 0) | (isPayment ? paymentFlag : 0);
  head.writeUInt16BE(flags, 2);
  head.writeUInt32BE(index, 4);
  head.writeUInt32BE(bytes.length, 8);
  head.writeUInt32BE(body.length, 12);
  head.writeUInt32BE(crc32(body), 16);
  head.writeUInt32BE(crc32(head.subarray(0, 20)), 20);
  return Buffer.concat([head, body]);
}

/** What the head of a record says. */
export interface RecordHead {
  readonly index: number;
  readonly isFound: boolean;
  readonly isPayment: boolean;
  readonly isCompressed: boolean;
  /** Bytes before compression. */
  readonly size: number;
  /** Bytes that follow the head. */
  readonly length: number;
  readonly checksum: number;
}

/** Whether bytes at the end of a file are the beginning of a head, as a crash leaves them. */
export function isCutHead(bytes: Buffer): boolean {
  return (
    bytes.length < headBytes &&
    bytes.subarray(0, 2).equals(Buffer.from([mark >> 8, mark & 0xff]).subarray(0, bytes.length))
  );
}

/** Reads the head of a record. Throws a `DamagedError`. */
export function readHead(head: Buffer, place: string): RecordHead {
  if (head.length < headBytes) throw new DamagedError(place, 'a record is cut off');
  if (head.readUInt16BE(0) !== mark || crc32(head.subarray(0, 20)) !== head.readUInt32BE(20)) {
    throw new DamagedError(place, 'the head of a record is garbled');
  }
  const flags = head.readUInt16BE(2);
  return {
    index: head.readUInt32BE(4),
    isFound: (flags & foundFlag) !== 0,
    isPayment: (flags & paymentFlag) !== 0,
    isCompressed: (flags & compressedFlag) !== 0,
    size: head.readUInt32BE(8),
    length: head.readUInt32BE(12),
    checksum: head.readUInt32BE(16),
  };
}

/** Checks what follows a head. Throws a `DamagedError`. */
export function checkBody({ length, checksum }: RecordHead, body: Buffer, place: string): void {
  if (body.length < length) throw new DamagedError(place, 'a record is cut off');
  if (crc32(body.subarray(0, length)) !== checksum) throw new DamagedError(place, 'the checksum of a record is wrong');
}

/** The record that `packRecord` made bytes of. Throws a `DamagedError`. */
export async function unpackRecord(packed: Buffer, place: string): Promise<KeptRecord> {
  const head = readHead(packed.subarray(0, headBytes), place);
  const body = packed.subarray(headBytes);
  checkBody(head, body, place);
  if (body.length > head.length) throw new DamagedError(place, 'a record has bytes behind its end');
  const bytes = head.isCompressed ? await promisify(inflateRaw)(body) : body;
  return { index: head.index, isFound: head.isFound, bytes };
}

/** A value as a record of JSON. */
export function packJson(value: unknown): Promise<Buffer> {
  return packRecord({ index: 0, isFound: false, bytes: Buffer.from(JSON.stringify(value)) });
}

/** The value of which `packJson` made a record. Throws a `DamagedError`. */
export async function unpackJson<T>(packed: Buffer, place: string): Promise<T> {
  const { bytes } = await unpackRecord(packed, place);
  return JSON.parse(bytes.toString()) as T;
}
