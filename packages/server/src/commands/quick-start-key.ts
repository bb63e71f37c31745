import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The key of a service for which none is configured. */
export interface QuickStartKey {
  key: string;
  /** File that keeps it for the next start; undefined if it could not be written. */
  file: string | undefined;
}

const form = /^svc_[0-9a-f]{32}$/;

/** File of the key: `svc/quick-start-key` in the state folder of the XDG Base Directory Specification. */
export function quickStartFile(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  return join(state, 'svc', 'quick-start-key');
}

/** File of the key for a single run, for a service that other machines can reach. */
export function runKeyFile(env?: Readonly<Record<string, string | undefined>>): string {
  return join(dirname(quickStartFile(env)), 'run-key');
}

/** Reads the key; undefined if there is none, or if other users can read its file. */
export async function readQuickStartKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    const isPrivate = process.platform === 'win32' || ((await stat(file)).mode & 0o077) === 0;
    return isPrivate && form.test(key) ? key : undefined;
  } catch {
    return undefined; // missing or not readable: callers do not distinguish
  }
}

/** Returns the key of the last start, or a new one in a file that only its owner can read. */
export async function loadOrCreateQuickStartKey(file: string): Promise<QuickStartKey> {
  const kept = await readQuickStartKey(file);
  if (kept !== undefined) return { key: kept, file };
  const key = makeKey();
  if (await writeKey(file, key)) return { key, file };
  const other = await readQuickStartKey(file); // another service started at the same time
  return other === undefined ? { key, file: undefined } : { key: other, file };
}

/** Creates a key in a file that only its owner can read. */
export async function writeRunKey(file: string): Promise<QuickStartKey> {
  const key = makeKey();
  return { key, file: (await writeKey(file, key)) ? file : undefined };
}

/** Writes a new file; returns whether it succeeded. */
async function writeKey(file: string, key: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await unlink(file).catch(() => undefined); // it may be readable by others, or invalid
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  } catch {
    return false; // callers only need to know that there is no file
  }
}

function makeKey(): string {
  return `svc_${randomBytes(16).toString('hex')}`;
}
