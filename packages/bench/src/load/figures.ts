import { median, quantile } from '../measure.js';
import { createLoadCaller, type LoadCaller, runClosedLoop, runOpenLoop, type TimedResponse } from './caller.js';
import { type LoadedService, startLoadedService } from './loaded.js';

/** Response times in milliseconds, of responses with one status. */
export interface ResponseTimes {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export interface LoadFigures {
  /** CPU milliseconds of parsing a page alone, of a complete search, and of a cached search. */
  readonly costs: { readonly page: number; readonly search: number; readonly cached: number };
  /** CPU milliseconds of a server without application code for a request, with as many bytes as a cached response. */
  readonly bare: number;
  /** What a complete search achieves relative to parsing alone: by CPU time, and by pages per second. */
  readonly shares: { readonly processor: number; readonly rate: number };
  /** Pages per second when only parsing, and searches per second through the service. */
  readonly rates: { readonly alone: number; readonly searches: number };
  /** Searches at 0.8 of the capacity, and at 5 times the capacity: accepted and rejected. */
  readonly usual: ResponseTimes;
  readonly accepted: ResponseTimes;
  readonly refused: ResponseTimes;
  /** Probes while hostile and very large pages are parsed. */
  readonly probes: ResponseTimes;
}

/** Response time of the engine in milliseconds. */
export const engineDelay = 100;

/**
 * Enough callers to keep the cores busy although each waits for the engine, without a queue that counts as overload.
 */
const callers = 32;

/** Searches before measuring, so that the code is compiled. They use small pages, so that it takes only seconds. */
const compiling = 8_000;

/** How often searching and parsing alone alternate, so that other load affects both. */
const rounds = 3;

/** Seconds at the start of each load that are not counted, until overload is detected. */
const settling = 3;

/** Measures each load for this many seconds. */
export async function measureLoad(seconds: number): Promise<LoadFigures> {
  const loaded = await startLoadedService({ engineDelay });
  const caller = createLoadCaller(loaded);
  try {
    await runClosedLoop(() => caller.search(loaded.smallPageQuery), { callers, max: compiling });
    const throughput = await throughputOf(loaded, caller, seconds);
    const rate = throughput.rates.searches;
    const usual = await runOpenLoop(() => caller.search(), { rate: rate * 0.8, seconds: seconds + settling });
    const flood = await runOpenLoop(() => caller.search(), { rate: rate * 5, seconds: seconds + settling });
    const probes = await probesOf(caller, seconds);
    const { cached, bare } = await cachedCosts();
    return {
      ...throughput,
      costs: { ...throughput.costs, cached },
      bare,
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

/** Speed and cost of an operation. */
interface Speed {
  /** Operations per second. */
  rate: number;
  /** CPU milliseconds. */
  cost: number;
}

type Throughput = Pick<LoadFigures, 'shares' | 'rates'> & { costs: Omit<LoadFigures['costs'], 'cached'> };

/** Alternates between searching and parsing alone. */
async function throughputOf(loaded: LoadedService, caller: LoadCaller, seconds: number): Promise<Throughput> {
  const measured: { alone: Speed; searches: Speed }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = speedOf(await loaded.readAlone());
    measured.push({ alone, searches: await searchingFor(loaded, caller, seconds) });
  }
  const middle = (figure: (round: { alone: Speed; searches: Speed }) => number) => median(measured.map(figure));
  return {
    costs: { page: middle(({ alone }) => alone.cost), search: middle(({ searches }) => searches.cost) },
    rates: { alone: middle(({ alone }) => alone.rate), searches: middle(({ searches }) => searches.rate) },
    shares: {
      processor: middle(({ alone, searches }) => alone.cost / searches.cost),
      rate: middle(({ alone, searches }) => searches.rate / alone.rate),
    },
  };
}

async function searchingFor(loaded: LoadedService, caller: LoadCaller, seconds: number): Promise<Speed> {
  const [start, used] = [performance.now(), await loaded.usage()];
  const answers = await runClosedLoop(() => caller.search(), { callers, seconds });
  const wall = performance.now() - start;
  const { cpu } = await loaded.usage();
  return speedOf({ pages: answers.filter(({ status }) => status === 200).length, wall, cpu: cpu - used.cpu });
}

function speedOf({ pages, wall, cpu }: ParsingCost): Speed {
  return { rate: (pages / wall) * 1000, cost: cpu / pages };
}

/** Sends a hundred probes per second while four callers search for pages that are slow to parse. */
async function probesOf(caller: LoadCaller, seconds: number): Promise<ResponseTimes> {
  const hostile = runClosedLoop(() => caller.search('no page answers this'), {
    callers: 4,
    seconds: seconds + settling,
  });
  const probes = await runOpenLoop(() => caller.probe(), { rate: 100, seconds: seconds + settling });
  await hostile;
  return timesOf(probes, 200);
}

/** CPU milliseconds of a cached response, and of a server without application code that sends as many bytes. */
async function cachedCosts(): Promise<{ cached: number; bare: number }> {
  const loaded = await startLoadedService({ engineDelay: 0, pages: 1, env: { SVC_CACHE: 'memory' } });
  const caller = createLoadCaller(loaded);
  const costOf = async (send: () => Promise<number>) => {
    await runClosedLoop(send, { callers: 4, max: compiling });
    const { cpu } = await loaded.usage();
    await runClosedLoop(send, { callers: 4, max: compiling / 2 });
    return ((await loaded.usage()).cpu - cpu) / (compiling / 2);
  };
  const cached = await costOf(() => caller.repeat());
  const bare = await costOf(() => caller.bare());
  caller.close();
  await loaded.stop();
  return { cached, bare };
}

function timesOf(answers: readonly TimedResponse[], status: number): ResponseTimes {
  const counted = answers.filter((answer) => answer.status === status && answer.dueAt >= settling * 1000);
  const times = counted.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return { count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Messages from the loading process to the loaded one. */
export type ServiceCommand = 'read' | 'usage' | 'collect' | 'stop';

/** Pages parsed one after another, without other work. */
export interface ParsingCost {
  readonly pages: number;
  /** Milliseconds of wall time. */
  readonly wall: number;
  /** CPU milliseconds. */
  readonly cpu: number;
}

export interface ServiceReady {
  readonly address: string;
  /**
   * URL of a server that only sends as many bytes as a response; with an engine behind HTTP, it also fetches the page.
   */
  readonly bare: string;
  /** A query for each distinct page. */
  readonly queries: readonly string[];
  /** A query answered by a page without scripts, which is parsed quickly. */
  readonly smallPageQuery: string;
}

export interface ProcessUsage {
  /** CPU milliseconds so far. */
  readonly cpu: number;
  /** Bytes. */
  readonly heapUsed: number;
  readonly rss: number;
}

/** Messages from the loaded process. */
export type ServiceMessage = { ready: ServiceReady } | { alone: ParsingCost } | { usage: ProcessUsage };
