import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Share of one core that the pacer uses; see `pacer.mjs`. */
export const pacerCpuShare = 0.1;

/** CPU milliseconds of this process so far. */
export function processCpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds of the main thread, which runs the event loop: CPU time and time waiting for a core, both from the kernel,
 * and active time of the event loop.
 */
export function mainThreadTimes() {
  const [main, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { main: main / 1e6, waited: waited / 1e6, active: performance.eventLoopUtilization().active };
}

/** CPU milliseconds of all processes on this machine, except those with low priority (`nice`). */
export function machineCpuTime() {
  const [, user, , system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .map(Number);
  return (user + system + irq + softirq) * 10;
}
