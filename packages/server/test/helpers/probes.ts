import { existsSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Response times of probes sent while `work` runs, in ascending milliseconds, each measured from when it was due. */
export async function probesWhile(address: string, work: () => Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const probe = async () => {
    for (let due = performance.now(); !isOver; due = performance.now() + 10) {
      const starved = starvation();
      await sleep(Math.max(0, due - performance.now()));
      await probeOnce(`${address}/livez`, agent);
      times.push(performance.now() - due - (starvation() - starved));
    }
  };
  const probing = probe();
  await work();
  isOver = true;
  await probing;
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

function probeOnce(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}

/**
 * Milliseconds for which this thread was ready to run without getting a core, as counted by Linux. They are subtracted,
 * since other processes cause them.
 */
function starvation(): number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  const [, waited = '0'] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  return Number(waited) / 1e6;
}

/** The 99th percentile of ascending times. */
export function p99(times: readonly number[]): number {
  return times[Math.floor(0.99 * (times.length - 1))] ?? Number.NaN;
}
