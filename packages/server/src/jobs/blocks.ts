import { idIn } from './batch/batch-line.js';
import { type BodyLine, linesOf } from './batch/body-lines.js';

/** Lines per block, the unit that a server leases: few, so that few are searched again when it dies. */
export const blockLines = 10;

/** A line of a job, with its index among the non-blank lines, from 0. */
export interface JobLine extends BodyLine {
  readonly index: number;
}

/** A body on its way into a store. */
export interface BlockedBody {
  /** The body in blocks of `blockLines` lines, each as bytes that `linesInBlock` reads. */
  readonly blocks: AsyncIterable<Buffer>;
  /** Number of non-blank lines read so far. */
  lines(): number;
  /** Numbers of the lines that repeat an earlier id: the answers of a job have each id once. */
  repeated(): readonly number[];
}

const newline = Buffer.from('\n');

/** Divides a body into blocks. Throws an `ApiError` with code `payload_too_large` where it exceeds the limits of a batch. */
export function blocksOf(body: AsyncIterable<Uint8Array>): BlockedBody {
  const ids = new Set<string>();
  const repeated: number[] = [];
  let lines = 0;

  async function* blocks(): AsyncGenerator<Buffer> {
    let block: Buffer[] = [];
    for await (const { number, bytes } of linesOf(body)) {
      const id = bytes && idIn(bytes);
      if (id !== undefined && ids.has(id)) repeated.push(number);
      else if (id !== undefined) ids.add(id);
      block.push(Buffer.from(`${number} `), bytes ?? Buffer.of(), newline);
      lines += 1;
      if (lines % blockLines !== 0) continue;
      yield Buffer.concat(block);
      block = [];
    }
    if (block.length > 0) yield Buffer.concat(block);
  }

  return { blocks: blocks(), lines: () => lines, repeated: () => repeated };
}

/** The lines of a block. @param block its index, from 0 */
export function linesInBlock(bytes: Buffer, block: number): JobLine[] {
  const lines: JobLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const [blank, end] = [bytes.indexOf(' ', start), bytes.indexOf('\n', start)];
    const text = bytes.subarray(blank + 1, end);
    const number = Number(bytes.toString('latin1', start, blank));
    // A line that was too long is stored without its bytes.
    lines.push({ number, bytes: text.length === 0 ? undefined : text, index: block * blockLines + lines.length });
    start = end + 1;
  }
  return lines;
}
