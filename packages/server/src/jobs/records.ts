import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

/** Stored data of a job cannot be read: a checksum or a length is wrong. */
export class DamagedJobError extends Error {
  override readonly name = 'DamagedJobError';
  /** Name of the damaged file or key, for logs. */
  readonly where: string;

  constructor(where: string, what: string) {
    super(`${where} is damaged: ${what}`);
    this.where = where;
  }
}

/** One stored record: bytes, and the line that they belong to. */
export interface StoredJobRecord {
  /** Index of the line; 0 for a record that belongs to no line. */
  readonly index: number;
  /** Whether an answer is a result page. */
  readonly isSuccess: boolean;
  /** Whether it is the number of pages paid for the line, instead of an answer. @default false */
  readonly isPayment?: boolean;
  readonly bytes: Buffer;
}

/** Bytes of the head of a record: mark, flags, index, length before and after compression, both checksums. */
export const jobRecordHeaderBytes = 24;

const mark = 0x5253; // "SR"
const [foundFlag, compressedFlag, paymentFlag] = [1, 2, 4];

/** Fewer bytes are stored uncompressed. */
const minCompressedBytes = 1_400;

/** A record as bytes: a head with its own checksum, then the content, compressed when it is long enough. */
export async function packJobRecord({ index, isSuccess, isPayment = false, bytes }: StoredJobRecord): Promise<Buffer> {
  const isCompressed = bytes.length >= minCompressedBytes;
  const body = isCompressed ? await promisify(deflateRaw)(bytes, { level: constants.Z_BEST_SPEED }) : bytes;
  const head = Buffer.alloc(jobRecordHeaderBytes);
  head.writeUInt16BE(mark, 0);
  const flags = (isSuccess ? foundFlag : 0) | (isCompressed ? compressedFlag : 0) | (isPayment ? paymentFlag : 0);
  head.writeUInt16BE(flags, 2);
  head.writeUInt32BE(index, 4);
  head.writeUInt32BE(bytes.length, 8);
  head.writeUInt32BE(body.length, 12);
  head.writeUInt32BE(crc32(body), 16);
  head.writeUInt32BE(crc32(head.subarray(0, 20)), 20);
  return Buffer.concat([head, body]);
}

/** What the head of a record says. */
export interface JobRecordHeader {
  readonly index: number;
  readonly isSuccess: boolean;
  readonly isPayment: boolean;
  readonly isCompressed: boolean;
  /** Bytes of the content before compression. */
  readonly size: number;
  /** Bytes that follow the head. */
  readonly length: number;
  readonly checksum: number;
}

/** Whether the bytes at the end of a file are an incomplete head, as a crash leaves them. */
export function isTruncatedJobRecordHeader(bytes: Buffer): boolean {
  return (
    bytes.length < jobRecordHeaderBytes &&
    bytes.subarray(0, 2).equals(Buffer.from([mark >> 8, mark & 0xff]).subarray(0, bytes.length))
  );
}

/** Reads the head of a record. Throws a `DamagedJobError`. */
export function readJobRecordHeader(head: Buffer, where: string): JobRecordHeader {
  if (head.length < jobRecordHeaderBytes) throw new DamagedJobError(where, 'a record is cut off');
  if (head.readUInt16BE(0) !== mark || crc32(head.subarray(0, 20)) !== head.readUInt32BE(20)) {
    throw new DamagedJobError(where, 'the head of a record is garbled');
  }
  const flags = head.readUInt16BE(2);
  return {
    index: head.readUInt32BE(4),
    isSuccess: (flags & foundFlag) !== 0,
    isPayment: (flags & paymentFlag) !== 0,
    isCompressed: (flags & compressedFlag) !== 0,
    size: head.readUInt32BE(8),
    length: head.readUInt32BE(12),
    checksum: head.readUInt32BE(16),
  };
}

/** Checks what follows a head. Throws a `DamagedJobError`. */
export function assertJobRecordIntact({ length, checksum }: JobRecordHeader, body: Buffer, where: string): void {
  if (body.length < length) throw new DamagedJobError(where, 'a record is cut off');
  if (crc32(body.subarray(0, length)) !== checksum)
    throw new DamagedJobError(where, 'the checksum of a record is wrong');
}

/** Reverses `packJobRecord`. Throws a `DamagedJobError`. */
export async function unpackJobRecord(packed: Buffer, where: string): Promise<StoredJobRecord> {
  const head = readJobRecordHeader(packed.subarray(0, jobRecordHeaderBytes), where);
  const body = packed.subarray(jobRecordHeaderBytes);
  assertJobRecordIntact(head, body, where);
  if (body.length > head.length) throw new DamagedJobError(where, 'a record has bytes behind its end');
  const bytes = head.isCompressed ? await promisify(inflateRaw)(body) : body;
  return { index: head.index, isSuccess: head.isSuccess, bytes };
}

/** A value as a record with its JSON. */
export function packJsonJobRecord(value: unknown): Promise<Buffer> {
  return packJobRecord({ index: 0, isSuccess: false, bytes: Buffer.from(JSON.stringify(value)) });
}

/** Reverses `packJsonJobRecord`. Throws a `DamagedJobError`. */
export async function unpackJsonJobRecord<T>(packed: Buffer, where: string): Promise<T> {
  const { bytes } = await unpackJobRecord(packed, where);
  return JSON.parse(bytes.toString()) as T;
}
