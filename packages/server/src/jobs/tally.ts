import { open } from 'node:fs/promises';
import { resultHead } from './batch/line-result.js';
import { isMissing } from './files.js';

/** What is in a file of answers, without what a crash has left half written at its end. */
export interface Tally {
  /** Where each answer ends, in bytes. */
  readonly ends: readonly number[];
  /** The lines that are answered. */
  readonly lines: ReadonlySet<number>;
  /** How many of them with a result page. */
  readonly found: number;
  /** Looks at what was appended since. A file that is not there is empty. */
  read(): Promise<void>;
}

const newline = 0x0a;
const chunkBytes = 1 << 18;

/** Bytes at the start of an answer that say its line and its status. */
const headBytes = 64;

/** Makes the tally of a file that was not yet looked at. */
export function createTally(path: string): Tally {
  const ends: number[] = [];
  const lines = new Set<number>();
  let found = 0;
  let reading = Promise.resolve();

  function count(head: string, end: number): void {
    const [, line, status] = resultHead.exec(head) ?? [];
    ends.push(end);
    lines.add(Number(line));
    if (status === '200') found += 1;
  }

  async function readOn(): Promise<void> {
    const file = await open(path, 'r').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (file === undefined) return;
    try {
      await readFrom(ends.at(-1) ?? 0, async (into, at) => (await file.read(into, 0, into.length, at)).bytesRead);
    } finally {
      await file.close();
    }
  }

  async function readFrom(at: number, read: (into: Buffer, at: number) => Promise<number>): Promise<void> {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let head = '';
    for (let offset = at; ; ) {
      const bytes = await read(buffer, offset);
      if (bytes === 0) return;
      const chunk = buffer.subarray(0, bytes);
      for (let start = 0; start < bytes; ) {
        const end = chunk.indexOf(newline, start);
        head += chunk.toString('latin1', start, Math.min(end < 0 ? bytes : end, start + headBytes - head.length));
        if (end < 0) break;
        count(head, offset + end + 1);
        head = '';
        start = end + 1;
      }
      offset += bytes;
    }
  }

  return {
    ends,
    lines,
    get found() {
      return found;
    },
    read() {
      reading = reading.then(readOn, readOn);
      return reading;
    },
  };
}
