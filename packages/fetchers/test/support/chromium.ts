import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { BrowserAdapterOptions } from '../../src/index.js';

/** `SVC_TEST_CHROMIUM`, or the path of Debian's package. */
const executablePath = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** Why the tests cannot use a browser, or undefined. */
export const noChromium: string | undefined = existsSync(executablePath)
  ? undefined
  : `CHROMIUM IS MISSING AT ${executablePath}: no page was fetched with a browser (apt-get install chromium)`;

/** Options of the tests: no sandbox for root, which cannot have one, and no requests to the vendor. */
export const chromium: BrowserAdapterOptions = {
  executablePath,
  sandbox: process.getuid?.() !== 0,
  args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

/** A process of a browser that this process has started. */
export interface BrowserProcess {
  pid: number;
  /** Proportional set size (PSS) in kilobytes: shared pages are divided among the processes that share them. */
  memory: number;
  /** Whether it has started the others. */
  isMain: boolean;
}

/** All Chromium processes that descend from this process. */
export function browserProcesses(): BrowserProcess[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter(isNumber)
      .map((pid) => [Number(pid), parentOf(Number(pid))]),
  );
  const below = [...parents.keys()].filter((pid) => isBelow(pid, parents) && /chrom/.test(commandOf(pid)));
  return below.map((pid) => ({ pid, memory: memoryOf(pid), isMain: isMain(commandOf(pid)) }));
}

function isBelow(pid: number, parents: ReadonlyMap<number, number>): boolean {
  const parent = parents.get(pid) ?? 0;
  return parent === process.pid || (parent > 1 && isBelow(parent, parents));
}

function isMain(command: string): boolean {
  return command.includes('--remote-debugging') && !command.includes('--type=');
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

function parentOf(pid: number): number {
  return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readIn(pid, 'stat'))?.[1] ?? 0);
}

function commandOf(pid: number): string {
  return readIn(pid, 'cmdline');
}

function memoryOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readIn(pid, 'smaps_rollup'))?.[1] ?? 0);
}

/** Returns an empty string for a process that has just ended. */
function readIn(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
