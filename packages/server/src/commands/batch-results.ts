import { readFile } from 'node:fs/promises';
import { replaceFile } from '../files/replace.js';

/** A line of the file of answers. */
interface Line {
  id: string;
  status: number;
  body?: { retryable?: unknown };
}

/**
 * The ids that a file has an answer for which another run would not better. Every other line is taken out of it: those that
 * failed for a reason that may pass, and one that broke off.
 */
export async function keepAnswered(file: string): Promise<ReadonlySet<string>> {
  const text = await readIfThere(file);
  if (text === undefined) return new Set();
  const lines = text.split('\n').filter((line) => line !== '');
  const kept = lines.filter((line) => isFinal(lineIn(line)));
  if (kept.length < lines.length || !text.endsWith('\n')) {
    await replaceFile(file, kept.map((line) => `${line}\n`).join(''));
  }
  return new Set(kept.flatMap((line) => lineIn(line)?.id ?? []));
}

function isFinal(line: Line | undefined): boolean {
  if (line === undefined) return false;
  return (
    line.status === 200 ||
    (line.status >= 400 && line.status < 500 && line.status !== 401 && line.body?.retryable !== true)
  );
}

function lineIn(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    return typeof line?.id === 'string' && typeof line.status === 'number' ? (line as Line) : undefined;
  } catch {
    return undefined; // the last line of a run that was killed
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
