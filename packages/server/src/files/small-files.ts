import { randomBytes } from 'node:crypto';
import { chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../errors/reasons.js';

/**
 * Replaces a file atomically, so that nobody ever reads half of it: if anything goes wrong, such as a full disk, the previous
 * file stays unchanged. Only its owner, who stays the same, may read it. Of a symbolic link the target is replaced.
 */
export async function writeFileAtomically(path: string, text: string | Uint8Array): Promise<void> {
  const place = await resolveSymlinks(path);
  const draft = `${place}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await keepOwner(draft, place);
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Resolves symbolic links in a path. The file need not exist, but its folder must. */
export async function resolveSymlinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return join(await realpath(dirname(path)), basename(path));
  }
}

/** Keeps the owner of a file, so that a command run by an administrator leaves it to the user of the service. */
async function keepOwner(draft: string, place: string): Promise<void> {
  if (process.getuid?.() !== 0) return; // only root may change owners
  const before = await stat(place).catch(() => undefined);
  if (before !== undefined) await chown(draft, before.uid, before.gid);
}

/** Maximum size of a file in bytes; reading a larger one would block the event loop for long. */
export const maxFileBytes: number = 16 * 2 ** 20;

/** A path names something that must not be read. */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
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
    if (!found.isFile()) throw new FileRefusedError('not a file');
    if (found.size > maxFileBytes) throw new FileRefusedError('larger than 16 MiB');
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Path of a file of the built package, because threads cannot run TypeScript. */
export function distFilePath(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/server/package.json')), 'dist', name);
}
