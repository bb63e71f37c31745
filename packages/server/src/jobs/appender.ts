import type { FileHandle } from 'node:fs/promises';

interface Waiting {
  bytes: Uint8Array;
  resolve(): void;
  reject(error: unknown): void;
}

/** Appends to a file. Resolves once the bytes are on the disk; what comes meanwhile shares the next write. */
export function createAppender(file: FileHandle): (bytes: Uint8Array) => Promise<void> {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(all: readonly Waiting[]): Promise<void> {
    try {
      await file.appendFile(Buffer.concat(all.map(({ bytes }) => bytes)));
      await file.datasync();
      for (const { resolve } of all) resolve();
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const all = waiting;
      waiting = [];
      await write(all);
    }
    isWriting = false;
  }

  return (bytes) =>
    new Promise((resolve, reject) => {
      waiting.push({ bytes, resolve, reject });
      void writeAll();
    });
}
