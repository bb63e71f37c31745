import { quantile } from '../measure.js';
import { type Answered, type Caller, closedLoop, createCaller, openLoop } from './caller.js';
import { type Loaded, startLoaded } from './loaded.js';

/** Milliseconds, of the answers with one status. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Figures {
  /** Milliseconds of processor: of a page read alone, and of a search with everything. */
  readonly costs: { readonly page: number; readonly search: number; readonly cached: number };
  /** Pages a second, read alone, and searches a second through the service. */
  readonly rates: { readonly alone: number; readonly searches: number };
  /** Searches at 0.8 of what it can do, and at 5 times that: accepted and refused. */
  readonly usual: Times;
  readonly accepted: Times;
  readonly refused: Times;
  /** Probes while hostile and very large pages are read. */
  readonly probes: Times;
}

/** Milliseconds that the engine takes in these measurements. */
export const engineDelay = 100;

/** Callers that keep the processor busy without a queue that counts as overload. */
const callers = 12;

/** Seconds of searching until what a search runs through is compiled: some thousand searches. */
const compiling = 20;

/** Seconds at the start of each load that do not count: until the overload is noticed. */
const settling = 3;

/** Measures, with loads of so many seconds. */
export async function measureLoad(seconds: number): Promise<Figures> {
  const loaded = await startLoaded({ engineDelay });
  const caller = createCaller(loaded);
  try {
    const throughput = await throughputOf(loaded, caller, seconds);
    const usual = await openLoop(() => caller.search(), { rate: throughput.rate * 0.8, seconds: seconds + settling });
    const flood = await openLoop(() => caller.search(), { rate: throughput.rate * 5, seconds: seconds + settling });
    const probes = await probesOf(caller, seconds);
    return {
      costs: { page: throughput.alone.cost, search: throughput.cost, cached: await cachedCost() },
      rates: { alone: throughput.alone.rate, searches: throughput.rate },
      usual: timesOf(usual, 200),
      accepted: timesOf(flood, 200),
      refused: timesOf(flood, 503),
      probes,
    };
  } finally {
    caller.close();
    await loaded.stop();
  }
}

/** How fast something is done, and what it costs. */
interface Speed {
  /** Times a second. */
  rate: number;
  /** Milliseconds of processor. */
  cost: number;
}

/** Searching, beside reading alone before and after it: what else the machine does meets both. */
async function throughputOf(loaded: Loaded, caller: Caller, seconds: number): Promise<Speed & { alone: Speed }> {
  await closedLoop(() => caller.search(), { callers, seconds: compiling });
  const before = await loaded.readAlone();
  const [start, used] = [performance.now(), await loaded.usage()];
  const answers = await closedLoop(() => caller.search(), { callers, seconds });
  const took = performance.now() - start;
  const { cpu } = await loaded.usage();
  const after = await loaded.readAlone();
  const done = answers.filter(({ status }) => status === 200).length;
  const [pages, wall] = [before.pages + after.pages, before.wall + after.wall];
  const alone = { rate: (pages / wall) * 1000, cost: (before.cpu + after.cpu) / pages };
  return { rate: (done / took) * 1000, cost: (cpu - used.cpu) / done, alone };
}

/** Probes a hundred times a second while four callers search for pages that take long to read. */
async function probesOf(caller: Caller, seconds: number): Promise<Times> {
  const hostile = closedLoop(() => caller.search('no page answers this'), { callers: 4, seconds: seconds + settling });
  const probes = await openLoop(() => caller.probe(), { rate: 100, seconds: seconds + settling });
  await hostile;
  return timesOf(probes, 200);
}

/** Milliseconds of processor that an answer from the cache costs. */
async function cachedCost(): Promise<number> {
  const loaded = await startLoaded({ engineDelay: 0, pages: 1, env: { SVC_CACHE: 'memory' } });
  const { address, key, queries } = loaded;
  const body = JSON.stringify({ query: queries[0] });
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const ask = async () => {
    const response = await fetch(`${address}/api/v1/alpha/search`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  };
  await closedLoop(ask, { callers: 4, seconds: 2 });
  const before = await loaded.usage();
  const answers = await closedLoop(ask, { callers: 4, seconds: 3 });
  const after = await loaded.usage();
  await loaded.stop();
  return (after.cpu - before.cpu) / answers.length;
}

function timesOf(answers: readonly Answered[], status: number): Times {
  const counted = answers.filter((answer) => answer.status === status && answer.due >= settling * 1000);
  const times = counted.map(({ took }) => took).sort((a, b) => a - b);
  return { count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
