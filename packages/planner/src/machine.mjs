import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Milliseconds of processor of this process so far. */
export function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds of its first thread, which runs the event loop: of processor, and of waiting for one, as the kernel counts
 * both; and those in which it had something to do.
 */
export function mainThread() {
  const [main, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { main: main / 1e6, waited: waited / 1e6, active: performance.eventLoopUtilization().active };
}

/** Milliseconds of processor that anybody on this machine has used, but those who give way to everybody else (`nice`). */
export function machineTime() {
  const [, user, , system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .map(Number);
  return (user + system + irq + softirq) * 10;
}
