import { cpus, loadavg } from 'node:os';
import { writeResultsSection } from '../report.js';
import { createLoadCaller, runClosedLoop } from './caller.js';
import { engineDelay, type LoadFigures, measureLoad, type ResponseTimes } from './figures.js';
import { startLoadedService } from './loaded.js';
import { measureOverhead, type SearchOverhead } from './overhead.js';

/** Minutes and seconds from which results are written to the file. */
const [minSoak, minLoad] = [3, 5];

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new TypeError(`"${text}" must be a number above 0`);
  return number;
}

/** A measured value and its target. */
interface Row {
  what: string;
  measured: string;
  limit: string;
  isMet: boolean;
}

/** The date of the measurement, and the number of other processes that were using the cores. */
interface Circumstances {
  date: string;
  others: number;
}

/** The results as Markdown. */
function loadReport(figures: LoadFigures & { overhead: SearchOverhead }, { date, others }: Circumstances): string {
  const { costs, shares, bare, rates, overhead, usual, accepted, refused, probes } = figures;
  const rows: Row[] = [
    row(
      'CPU time of a search without parsing ÷ CPU time of a bare Fastify server with got for the same page and JSON',
      overhead.share,
      1.5,
    ),
    row('p99 of accepted searches at 5 × capacity ÷ p99 at 0.8 ×', accepted.p99 / usual.p99, 3),
    row('p99 of refusals, ms', refused.p99, 50),
    row('p99 of `/livez` while hostile pages and pages of 2 MB are parsed, ms', probes.p99, 100),
    row('CPU time of a cached search, ms', costs.cached, 0.3),
  ];
  return `# How the service holds under load

Written by \`pnpm bench:load\` on ${date}: ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}.
The service runs in one process, as with \`npm start\`, with one parsing thread; the load comes from another process. The engine responds after ${engineDelay} ms, with
a different page of 560 kB each time. The load average before the start was ${others.toFixed(1)}; other processes make the times longer.

| | measured | limit | |
| --- | --: | --: | --- |
${rows.map(({ what, measured, limit, isMet }) => `| ${what} | ${measured} | ${limit} | ${isMet ? 'met' : 'NOT MET'} |`).join('\n')}

| load | answers | p50 ms | p99 ms |
| --- | --: | --: | --: |
${timesRow(`0.8 × ${rates.searches.toFixed(0)} searches a second`, usual)}
${timesRow('5 ×: accepted', accepted)}
${timesRow('5 ×: refused with 503', refused)}
${timesRow('`/livez` beside hostile pages', probes)}

CPU times: parsing a page takes ${costs.page.toFixed(2)} ms, a search ${costs.search.toFixed(2)} ms (share of parsing: ${shares.processor.toFixed(2)}), and a cached search ${costs.cached.toFixed(2)} ms; a bare
\`node:http\` server takes ${bare.toFixed(2)} ms to send the same bytes as a cached search. The parsers alone parse ${rates.alone.toFixed(0)} pages per second; the
service reaches ${shares.rate.toFixed(2)} of that rate. If the engine is requested over HTTP, a search takes ${overhead.search.toFixed(2)} ms, of which parsing takes ${overhead.page.toFixed(2)} ms;
a bare Fastify server that fetches the page with got and sends the same JSON takes ${overhead.plain.toFixed(2)} ms.
`;
}

function row(what: string, value: number, most: number): Row {
  return { what, measured: value.toFixed(2), limit: `≤ ${most}`, isMet: value <= most };
}

function timesRow(load: string, { count, p50, p99 }: ResponseTimes): string {
  return `| ${load} | ${count} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |`;
}

/** Memory in use after a part of the soak test. */
interface Sample {
  readonly heapUsed: number;
  readonly rss: number;
  /** Responses since the start. */
  readonly answers: number;
}

/** How often memory is sampled. */
const parts = 10;

/** Bytes by which the heap may grow from the first half of the soak test to the second, because of late compilation. */
const maxGrowth = 3_000_000;

/** Searches with good and hostile pages for this many minutes, and checks whether memory grows. */
async function soak(minutes: number, date: string): Promise<{ report: string; isFlat: boolean }> {
  const loaded = await startLoadedService({ engineDelay: 20, env: { SVC_CACHE: 'memory', SVC_CACHE_MEGABYTES: '2' } });
  const caller = createLoadCaller(loaded);
  let sent = 0;
  const search = () => {
    sent += 1;
    return caller.search(sent % 200 === 0 ? 'no page answers this' : undefined);
  };
  const samples: Sample[] = [];
  for (let part = 0; part < parts; part += 1) {
    await runClosedLoop(search, { callers: 4, seconds: (minutes * 60) / parts });
    loaded.collect();
    const { heapUsed, rss } = await loaded.usage();
    samples.push({ heapUsed, rss, answers: sent });
  }
  caller.close();
  await loaded.stop();
  const [early, late] = [samples.slice(1, parts / 2), samples.slice(parts / 2)].map((half) => middle(half)) as [
    number,
    number,
  ];
  const isFlat = late - early <= maxGrowth;
  const rows = samples.map(
    ({ heapUsed, rss, answers }, part) =>
      `| ${(((part + 1) * minutes) / parts).toFixed(1)} | ${answers} | ${mega(heapUsed)} | ${mega(rss)} |`,
  );
  const report = `# Whether memory grows

Written by \`pnpm bench:load soak ${minutes}\` on ${date}: four callers, distinct searches, one
in 200 for a hostile page, a cache of 2 MB. The heap is measured after a garbage collection. Its median grew by ${mega(late - early)} MB from the first half
to the second: ${isFlat ? 'flat' : 'NOT FLAT'}.

| minutes | answers | heap MB | resident MB |
| --: | --: | --: | --: |
${rows.join('\n')}
`;
  return { report, isFlat };
}

function middle(samples: readonly Sample[]): number {
  const sorted = samples.map(({ heapUsed }) => heapUsed).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/**
 * `load [seconds]`: loads the service from this process and writes the results into `RESULTS.md`; each load lasts this
 * many seconds, by default 10. `load soak [minutes]` searches for 10 minutes by default, and checks whether memory
 * grows. A very short run only prints its results.
 */
const [first = '10', second = '10'] = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);

if (first === 'soak') {
  const minutes = positive(second);
  const { report, isFlat } = await soak(minutes, date);
  if (minutes >= minSoak) writeResultsSection('soak', report);
  console.log(report);
  process.exitCode = isFlat ? 0 : 1;
} else {
  const seconds = positive(first);
  const [others = 0] = loadavg();
  const overhead = await measureOverhead(seconds);
  const report = loadReport({ ...(await measureLoad(seconds)), overhead }, { date, others });
  if (seconds >= minLoad) writeResultsSection('load', report);
  console.log(report);
}
