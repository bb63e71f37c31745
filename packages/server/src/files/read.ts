import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors/reasons.js';

/** Maximum size of a file in bytes; reading a larger one would block the event loop for long. */
export const maxFileBytes: number = 16 * 2 ** 20;

/** A path names something that must not be read. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** The reason, in the place of the code of other errors. */
  readonly code: string;

  constructor(code: string) {
    super(`The file is refused: ${code}`);
    this.code = code;
  }
}

/**
 * Reads a file of at most 16 MiB as text; undefined if it does not exist. Throws a `FileRefused` for a larger file, and for
 * anything that is not a regular file: a pipe would never end.
 */
export async function readSmallFile(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new FileRefused('not a file');
    if (found.size > maxFileBytes) throw new FileRefused('larger than 16 MiB');
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Path of a file of the built package, because threads cannot run TypeScript. */
export function builtFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/server/package.json')), 'dist', name);
}
