import { cpus } from 'node:os';
import { engineDelay, type Figures, type Times } from './figures.js';
import type { Overhead } from './overhead.js';

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
export function loadReport(figures: Figures & { overhead: Overhead }, { date, others }: Circumstances): string {
  const { costs, shares, bare, rates, overhead, usual, accepted, refused, probes } = figures;
  const rows: Row[] = [
    row('processor for a search beyond reading ÷ a bare Fastify with got, the same page and JSON', overhead.share, 1.5),
    row('p99 of accepted searches at 5 × capacity ÷ p99 at 0.8 ×', accepted.p99 / usual.p99, 3),
    row('p99 of refusals, ms', refused.p99, 50),
    row('p99 of `/livez` while hostile and 2 MB pages are read, ms', probes.p99, 100),
    row('processor for an answer from the cache, ms', costs.cached, 0.3),
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
a bare \`node:http\` server takes ${bare.toFixed(2)} ms to send the bytes of a cached one. Alone, ${rates.alone.toFixed(0)} pages a second are read;
searched, ${shares.rate.toFixed(2)} of that. With an engine behind HTTP, a search takes ${overhead.search.toFixed(2)} ms, of which reading
takes ${overhead.page.toFixed(2)}; a bare Fastify that gets the page with got and sends the same JSON takes ${overhead.plain.toFixed(2)}.
`;
}

function row(what: string, value: number, most: number): Row {
  return { what, measured: value.toFixed(2), limit: `≤ ${most}`, isMet: value <= most };
}

function timesRow(load: string, { count, p50, p99 }: Times): string {
  return `| ${load} | ${count} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |`;
}
