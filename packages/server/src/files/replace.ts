import { randomBytes } from 'node:crypto';
import { chown, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../errors/reasons.js';

/**
 * Replaces a file in one step, so that nobody ever reads half of it: whatever goes wrong, a full disk included, the one from
 * before stays as it was. Only its owner, who stays the same, may read it. A link stays one; what it leads to is replaced.
 */
export async function replaceFile(path: string, text: string | Uint8Array): Promise<void> {
  const place = await placeOf(path);
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

/** Where a path leads by links, also where nothing is there yet. Its folder must be there. */
export async function placeOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return join(await realpath(dirname(path)), basename(path));
  }
}

/** A command that an administrator runs must leave the file to the user that the service runs as. */
async function keepOwner(draft: string, place: string): Promise<void> {
  if (process.getuid?.() !== 0) return; // nobody else may give files away
  const before = await stat(place).catch(() => undefined);
  if (before !== undefined) await chown(draft, before.uid, before.gid);
}
