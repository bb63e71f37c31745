import { readFileSync } from 'node:fs';

/** Milliseconds of processor of this process so far. */
export function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Those of its first thread, which runs the event loop. */
export function mainThreadTime() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
}

/** Milliseconds of processor that anybody on this machine has used, but those who give way to everybody else (`nice`). */
export function machineTime() {
  const [, user, , system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .map(Number);
  return (user + system + irq + softirq) * 10;
}
