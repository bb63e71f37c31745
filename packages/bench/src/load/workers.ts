import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { writeSection } from '../results-file.js';
import { closedLoop, createCaller } from './caller.js';
import { makeServedPages } from './served-pages.js';

/**
 * `workers [seconds]`: searches with one process and with two, in turn, and writes what each search costs and how many
 * there are in a second into `RESULTS.md`. Costs hold on a busy machine too; how many in a second needs a quiet one.
 */
const seconds = Number(process.argv[2] ?? 20);
const pages = 64;
const callers = 24;
const key = 'key-of-the-workers-command';
const cli = fileURLToPath(import.meta.resolve('@svc/server').replace(/index\.js$/, 'cli.js'));
const engine = fileURLToPath(new URL('./workers-engine.js', import.meta.url));

/** Kernel ticks of processor in a second, on every Linux. */
const ticks = 100;

/** What so many processes make of the load. */
interface Speed {
  workers: number;
  /** Searches a second. */
  rate: number;
  /** Milliseconds of processor for one, of all processes together. */
  cost: number;
}

async function measure(workers: number): Promise<Speed> {
  const child = spawn(process.execPath, [cli, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, SVC_API_KEYS: key, SVC_PORT: '0', SVC_LOG_LEVEL: 'error', SVC_ADAPTER: engine },
      ...{ SVC_WORKERS: `${workers}`, SVC_RATE_LIMIT: '1000000', SVC_MAX_SEARCHES: '1000', SVC_CPU_BACKLOG: '0' },
    },
  });
  const address = await addressOf(child.stdout);
  const caller = createCaller({ address, bare: address, key, queries: [...makeServedPages(pages).keys()] });
  const load = (time: number) => closedLoop(() => caller.search(), { callers, seconds: time });
  await load(seconds); // until all of it is compiled
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
  return { workers, rate: (done / wall) * 1000, cost: used / done };
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
  throw new Error('The service has ended before it listened');
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Milliseconds of processor that processes have used. */
function cpuTime(processes: readonly number[]): number {
  const used = processes.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (used.reduce((sum, one) => sum + one, 0) * 1000) / ticks;
}

function middle(speeds: readonly Speed[], workers: number, what: 'rate' | 'cost'): number {
  const values = speeds.filter((speed) => speed.workers === workers).map((speed) => speed[what]);
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const [others = 0] = loadavg();
const speeds: Speed[] = [];
for (const workers of [1, 2, 2, 1, 1, 2]) speeds.push(await measure(workers));
const [rates, costs] = (['rate', 'cost'] as const).map((what) => [
  middle(speeds, 1, what),
  middle(speeds, 2, what),
]) as [[number, number], [number, number]];
const [rate, cost] = [rates[1] / rates[0], costs[1] / costs[0]];
const report = `# What a second process brings

Written by \`pnpm bench:workers\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}.
${callers} callers beside the service, distinct pages of 560 kB, the middle of three runs of ${seconds} s each in turn. Before it began,
${others.toFixed(1)} other processes wanted a core (load average): with more than none, the searches a second say nothing.

| | \`SVC_WORKERS=1\` | \`SVC_WORKERS=2\` | ratio | limit | |
| --- | --: | --: | --: | --: | --- |
| searches a second | ${rates[0].toFixed(1)} | ${rates[1].toFixed(1)} | ${rate.toFixed(2)} | ≥ 1.4 | ${rate >= 1.4 ? 'met' : 'NOT MET'} |
| processor for a search, ms | ${costs[0].toFixed(2)} | ${costs[1].toFixed(2)} | ${cost.toFixed(2)} | ≤ 1.1 | ${cost <= 1.1 ? 'met' : 'NOT MET'} |
`;
if (seconds >= 5) writeSection('workers', report);
console.log(report);
