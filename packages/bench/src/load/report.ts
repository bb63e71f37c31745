import { cpus } from 'node:os';
import { engineDelay, type Figures, type Times } from './figures.js';

/** One figure beside what it is to be. */
interface Row {
  what: string;
  measured: string;
  limit: string;
  isMet: boolean;
}

/** When it was measured, and how many other processes wanted a core at that time. */
export interface Circumstances {
  date: string;
  others: number;
}

/** The figures as Markdown. */
export function loadReport(figures: Figures, { date, others }: Circumstances): string {
  const { costs, shares, bare, rates, usual, accepted, refused, probes } = figures;
  const rows: Row[] = [
    row('searches a second ÷ pages a second read alone', shares.rate, { least: 0.9 }),
    row('p99 of accepted searches at 5 × capacity ÷ p99 at 0.8 ×', accepted.p99 / usual.p99, { most: 3 }),
    row('p99 of refusals, ms', refused.p99, { most: 50 }),
    row('p99 of `/livez` while hostile and 2 MB pages are read, ms', probes.p99, { most: 100 }),
    row('processor for an answer from the cache, ms', costs.cached, { most: 0.3 }),
  ];
  return `# How the service holds under load

Written by \`pnpm bench:load\` on ${date}: ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}.
The service in one process, as \`npm start\` runs it, with a thread that helps to read; the load from another; distinct pages of 560 kB from an engine that answers after ${engineDelay} ms.
Before it began, ${others.toFixed(1)} other processes wanted a core (load average): with more than none, times are longer than the service takes.

| | measured | limit | |
| --- | --: | --: | --- |
${rows.map(({ what, measured, limit, isMet }) => `| ${what} | ${measured} | ${limit} | ${isMet ? 'met' : 'NOT MET'} |`).join('\n')}

| load | answers | p50 ms | p99 ms |
| --- | --: | --: | --: |
${timesRow(`0.8 × ${rates.searches.toFixed(0)} searches a second`, usual)}
${timesRow('5 ×: accepted', accepted)}
${timesRow('5 ×: refused with 503', refused)}
${timesRow('`/livez` beside hostile pages', probes)}

Processor: ${costs.page.toFixed(2)} ms to read a page alone, ${costs.search.toFixed(2)} ms for a search (reading is ${shares.processor.toFixed(2)} of it),
${costs.cached.toFixed(2)} ms for a cached one;
a bare \`node:http\` server takes ${bare.toFixed(2)} ms to send the bytes of a cached one. Alone, ${rates.alone.toFixed(0)} pages a second are read.
`;
}

function row(what: string, value: number, { least, most }: { least?: number; most?: number }): Row {
  const isMet = value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
  const limit = least === undefined ? `≤ ${most}` : `≥ ${least}`;
  return { what, measured: value.toFixed(2), limit, isMet };
}

function timesRow(load: string, { count, p50, p99 }: Times): string {
  return `| ${load} | ${count} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |`;
}
