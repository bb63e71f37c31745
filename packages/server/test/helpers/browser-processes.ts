import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A browser process started by a test. */
export interface BrowserProcess {
  pid: number;
  /** Proportional set size: its own memory and its share of shared memory. */
  kilobytes: number;
}

/** All Chromium processes that descend from this one. */
export function browserProcesses(): BrowserProcess[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const own = pids.filter((pid) => isBelow(pid, parents) && /chrom/.test(readIn(pid, 'cmdline')));
  return own.map((pid) => ({ pid, kilobytes: Number(/^Pss:\s+(\d+)/m.exec(readIn(pid, 'smaps_rollup'))?.[1] ?? 0) }));
}

/** Waits until a list is empty, up to five seconds. */
export async function untilEmpty(list: () => readonly unknown[]): Promise<void> {
  for (let tries = 0; tries < 50 && list().length > 0; tries += 1) await sleep(100);
}

function isBelow(pid: number, parents: ReadonlyMap<number, number>): boolean {
  const parent = parents.get(pid) ?? 0;
  return parent === process.pid || (parent > 1 && isBelow(parent, parents));
}

function parentOf(pid: number): number {
  return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readIn(pid, 'stat'))?.[1] ?? 0);
}

/** The process may end while it is inspected. */
function readIn(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
