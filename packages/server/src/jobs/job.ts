import { randomBytes } from 'node:crypto';
import type { ExtractRequest } from '../operations/extract.js';
import type { IncludedExtras } from '../operations/extras.js';
import { readLineId } from './batch/batch-line.js';
import { type BodyLine, bodyLinesOf } from './batch/body-lines.js';

/** Identifies a job. It includes the owner, so that nobody can name the job of another key. */
export interface JobRef {
  /** Id of the API key that owns it. */
  readonly owner: string;
  readonly id: string;
}

/** What a job has to do. */
export interface JobSpec extends JobRef {
  /** `KeySecret.credential` of the secret that submitted it: once that is rotated out, no further line is searched. */
  readonly credential: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it ends, however many lines are answered. */
  readonly deadline: number;
  /** Number of lines in its body, without blank ones. */
  readonly lines: number;
  /** Numbers of the lines that repeat the id of an earlier line. */
  readonly repeated: readonly number[];
  readonly include: IncludedExtras;
  /** Which of the found pages are read. @default none */
  readonly extract?: ExtractRequest | undefined;
  /** Whether the cache is bypassed. */
  readonly fresh: boolean;
  /** Where to send a notification of its end; null for nowhere. */
  readonly webhook: string | null;
}

/** How a job has ended. `damaged`: part of its data cannot be read, so it stopped. */
export type JobEnd = 'completed' | 'cancelled' | 'expired' | 'damaged';

/** Failed attempts to notify the owner of a job that it has ended. */
export interface FailedNotifications {
  /** How many have failed. */
  readonly attempts: number;
  /** When the next one is due, in milliseconds since 1970. */
  readonly nextAt: number;
}

/** What is done around each attempt to notify an owner. */
export interface NotificationAttempts {
  /** Resolves when an attempt may be made; rejects when another server makes it. */
  ready(): Promise<void>;
  /** Called after a failed attempt that is followed by another one. */
  onFailure(failed: FailedNotifications): Promise<void>;
}

/** A job and its progress. */
export interface Job extends JobSpec {
  readonly state: 'running' | JobEnd;
  /** When it ended, in milliseconds since 1970; null while it runs. */
  readonly endedAt: number | null;
  /** Number of answered lines. */
  readonly answered: number;
  /** How many of them have a result page. */
  readonly found: number;
  /** Bytes of all answers. */
  readonly bytes: number;
  /** @default none has failed */
  readonly failedNotifications?: FailedNotifications;
}

/** A new id. */
export function newJobId(): string {
  return `batch_${randomBytes(12).toString('hex')}`;
}

/** Whether a text has the form of an id. */
export function isJobId(text: string): boolean {
  return /^batch_[0-9a-f]{24}$/.test(text);
}

/** Lines per block, the unit that a server leases: few, so that few are searched again when it dies. */
export const linesPerBlock = 10;

/** A line of a job, with its index among the non-blank lines, from 0. */
export interface JobLine extends BodyLine {
  readonly index: number;
}

/** A body on its way into a store. */
interface BodyBlocks {
  /** The body in blocks of `linesPerBlock` lines, each as bytes that `jobLinesInBlock` reads. */
  readonly blocks: AsyncIterable<Buffer>;
  /** Number of non-blank lines read so far. */
  lines(): number;
  /** Numbers of the lines that repeat an earlier id: the answers of a job have each id once. */
  repeated(): readonly number[];
}

const newline = Buffer.from('\n');

/** Divides a body into blocks. Throws an `ApiError` with code `payload_too_large` where it exceeds the limits of a batch. */
export function splitIntoBlocks(body: AsyncIterable<Uint8Array>): BodyBlocks {
  const ids = new Set<string>();
  const repeated: number[] = [];
  let lines = 0;

  async function* blocks(): AsyncGenerator<Buffer> {
    let block: Buffer[] = [];
    for await (const { number, bytes } of bodyLinesOf(body)) {
      const id = bytes && readLineId(bytes);
      if (id !== undefined && ids.has(id)) repeated.push(number);
      else if (id !== undefined) ids.add(id);
      block.push(Buffer.from(`${number} `), bytes ?? Buffer.of(), newline);
      lines += 1;
      if (lines % linesPerBlock !== 0) continue;
      yield Buffer.concat(block);
      block = [];
    }
    if (block.length > 0) yield Buffer.concat(block);
  }

  return { blocks: blocks(), lines: () => lines, repeated: () => repeated };
}

/** The lines of a block. @param blockIndex its index, from 0 */
export function jobLinesInBlock(bytes: Buffer, blockIndex: number): JobLine[] {
  const lines: JobLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const [blank, end] = [bytes.indexOf(' ', start), bytes.indexOf('\n', start)];
    const text = bytes.subarray(blank + 1, end);
    const number = Number(bytes.toString('latin1', start, blank));
    // A line that was too long is stored without its bytes.
    lines.push({
      number,
      bytes: text.length === 0 ? undefined : text,
      index: blockIndex * linesPerBlock + lines.length,
    });
    start = end + 1;
  }
  return lines;
}
