import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median } from '../measure.js';
import { writeResultsSection } from '../report.js';
import { createLoadCaller, runClosedLoop } from './caller.js';
import { makeServedPages } from './served-pages.js';

/**
 * `workers [seconds]`: alternates between one process (with and without a parsing thread) and two processes, and writes
 * the cost of a search and the searches per second into `RESULTS.md`. Costs are valid on a busy machine too, but
 * throughput requires an idle one. Two processes share the Redis of `SVC_REDIS_URL`.
 */
const seconds = Number(process.argv[2] ?? 20);
const pages = 64;
const callers = 64;
const key = 'key-of-the-workers-command';
const cli = fileURLToPath(import.meta.resolve('@svc/server').replace(/index\.js$/, 'cli.js'));
const engine = fileURLToPath(new URL('./workers-engine.js', import.meta.url));

/** Kernel ticks per second, the same on every Linux. */
const ticks = 100;

/** Process configurations of the service. */
const ways = {
  one: { SVC_WORKERS: '1', SVC_READING_THREADS: '0' },
  threaded: { SVC_WORKERS: '1', SVC_READING_THREADS: '1' },
  two: { SVC_WORKERS: '2', SVC_REDIS_URL: process.env.SVC_REDIS_URL ?? 'redis://127.0.0.1:6379' },
} as const;

type Way = keyof typeof ways;

/** Result of a configuration under load. */
interface WorkerSpeed {
  way: Way;
  /** Searches per second. */
  rate: number;
  /** CPU milliseconds of a search, of all processes together. */
  cost: number;
}

async function measure(way: Way): Promise<WorkerSpeed> {
  // A young generation as large as in `npm start`; workers set it themselves.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', cli, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, SVC_API_KEYS: key, SVC_PORT: '0', SVC_LOG_LEVEL: 'error', SVC_ADAPTER: engine },
      ...{ SVC_RATE_LIMIT: '1000000', SVC_MAX_SEARCHES: '1000', SVC_KEY_SEARCHES: '1000', SVC_CPU_BACKLOG: '0' },
      ...ways[way],
    },
  });
  const address = await addressOf(child.stdout);
  const caller = createLoadCaller({ address, bare: address, key, queries: [...makeServedPages(pages).keys()] });
  const load = (time: number) => runClosedLoop(() => caller.search(), { callers, seconds: time });
  await load(seconds); // until the code is compiled
  const processes = [child.pid ?? 0, ...childrenOf(child.pid ?? 0)];
  const [start, before] = [performance.now(), cpuTime(processes)];
  const answers = await load(seconds);
  const [wall, used] = [performance.now() - start, cpuTime(processes) - before];
  caller.close();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  const done = answers.filter(({ status }) => status === 200).length;
  if (done < answers.length) throw new Error(`${answers.length - done} of ${answers.length} searches failed`);
  return { way, rate: (done / wall) * 1000, cost: used / done };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of output) {
    text += part;
    const address = /svc listens on (\S+)/.exec(text)?.[1];
    if (address !== undefined) {
      output.resume();
      return address;
    }
  }
  throw new Error('The service exited before it listened');
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** CPU milliseconds used by processes. */
function cpuTime(processes: readonly number[]): number {
  const used = processes.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (used.reduce((sum, one) => sum + one, 0) * 1000) / ticks;
}

function middle(speeds: readonly WorkerSpeed[], way: Way): { rate: number; cost: number } {
  const own = speeds.filter((speed) => speed.way === way);
  return { rate: median(own.map(({ rate }) => rate)), cost: median(own.map(({ cost }) => cost)) };
}

const [others = 0] = loadavg();
const speeds: WorkerSpeed[] = [];
for (const way of ['one', 'threaded', 'two', 'two', 'threaded', 'one', 'one', 'threaded', 'two'] as const) {
  speeds.push(await measure(way));
}
const [one, threaded, two] = [middle(speeds, 'one'), middle(speeds, 'threaded'), middle(speeds, 'two')];
const [rate, cost] = [two.rate / one.rate, two.cost / one.cost];
const row = (name: string, { rate, cost }: typeof one) =>
  `| ${name} | ${rate.toFixed(1)} | ${(rate / one.rate).toFixed(2)} | ${cost.toFixed(2)} | ${(cost / one.cost).toFixed(2)} |`;
const report = `# What a second core brings

Written by \`pnpm bench:workers\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}.
${callers} callers on the same machine, a different page of 560 kB for each search. Each setup runs three times for ${seconds} s, in turn; the table shows
the median run. The load average before the start was ${others.toFixed(1)}; if other processes run, the searches per second are not reliable.

| | searches per second | ratio | CPU time per search, ms | ratio |
| --- | --: | --: | --: | --: |
${row('one process, all in its event loop', one)}
${row('one process that also parses on a thread (`SVC_READING_THREADS=1`, the default on two cores)', threaded)}
${row('two processes (`SVC_WORKERS=2`)', two)}

Limits for two processes: searches per second at least 1.4 times those of one (${verdict(rate >= 1.4)}), CPU time per search at most 1.1 times (${verdict(cost <= 1.1)}).
`;
if (seconds >= 5) writeResultsSection('workers', report);
console.log(report);

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'NOT MET';
}
