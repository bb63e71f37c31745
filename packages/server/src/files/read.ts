import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors/reasons.js';

/** Bytes that a file may have: beyond, reading it would stop all answers for long. */
export const largestFile: number = 16 * 2 ** 20;

/** A path leads to something that is not read. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** Why, where other errors have their code. */
  readonly code: string;

  constructor(code: string) {
    super(`The file is refused: ${code}`);
    this.code = code;
  }
}

/**
 * Reads a file of at most 16 MiB as text; undefined where nothing is there. Throws a `FileRefused` for a larger one, and for
 * what is no file: a pipe would never end.
 */
export async function readSmallFile(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new FileRefused('no file');
    if (found.size > largestFile) throw new FileRefused('larger than 16 MiB');
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file of the built package: threads run no TypeScript. */
export function builtFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/server/package.json')), 'dist', name);
}
