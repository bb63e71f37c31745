import { idIn } from './batch/batch-line.js';
import { type BodyLine, linesOf } from './batch/body-lines.js';

/** Lines of a block, which one server answers at a time: few, so that little is asked again when it dies. */
export const blockLines = 10;

/** A line of a job, with its index among the lines that are not blank, from 0. */
export interface JobLine extends BodyLine {
  readonly index: number;
}

/** A body on its way into a store. */
export interface BlockedBody {
  /** The body in blocks of `blockLines` lines, each as bytes that `linesInBlock` reads. */
  readonly blocks: AsyncIterable<Buffer>;
  /** How many lines were read so far that are not blank. */
  lines(): number;
  /** The numbers of lines whose id a line before them has: the answers of a job have each id once. */
  repeated(): readonly number[];
}

const newline = Buffer.from('\n');

/** Divides a body. Throws an `ApiError` of code `payload_too_large` at what is beyond the limits of a batch. */
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

/** The lines of a block. @param block its place, from 0 */
export function linesInBlock(bytes: Buffer, block: number): JobLine[] {
  const lines: JobLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const [blank, end] = [bytes.indexOf(' ', start), bytes.indexOf('\n', start)];
    const text = bytes.subarray(blank + 1, end);
    const number = Number(bytes.toString('latin1', start, blank));
    // A line that was too long is kept without its bytes.
    lines.push({ number, bytes: text.length === 0 ? undefined : text, index: block * blockLines + lines.length });
    start = end + 1;
  }
  return lines;
}
