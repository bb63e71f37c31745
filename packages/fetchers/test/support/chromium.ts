import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { BrowserAdapterOptions } from '../../src/index.js';

/** Where Debian's package has it; `SVC_TEST_CHROMIUM` names another. */
const executablePath = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** Why no test can use a browser; undefined where one can. */
export const noChromium: string | undefined = existsSync(executablePath)
  ? undefined
  : `THERE IS NO CHROMIUM AT ${executablePath}: no page was fetched with a browser (apt-get install chromium)`;

/** How the tests start it: without the sandbox for root, who cannot have one, and without calls to its makers. */
export const chromium: BrowserAdapterOptions = {
  executablePath,
  sandbox: process.getuid?.() !== 0,
  args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

/** A process of a browser that this process has started. */
export interface BrowserProcess {
  pid: number;
  /** Kilobytes that would be free without it: shared pages are divided among those that share them. */
  memory: number;
  /** Whether it is the one that started the others. */
  isMain: boolean;
}

/** Every process of Chromium below this one. */
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

/** A process may end while it is looked at. */
function readIn(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
