import { loadavg } from 'node:os';
import { writeSection } from '../results-file.js';
import { measureLoad } from './figures.js';
import { measureOverhead } from './overhead.js';
import { loadReport } from './report.js';
import { soak } from './soak.js';

/**
 * `load [seconds]`: loads the service from this process and writes the figures into `RESULTS.md`; each load takes so many
 * seconds, 10 unless said. `load soak [minutes]` searches for 10 minutes, or as said, and looks whether memory grows. A very
 * short run prints its figures and writes nothing.
 */
/** Minutes and seconds from which on figures are worth writing down. */
const [shortestSoak, shortestLoad] = [3, 5];

const [first = '10', second = '10'] = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);

if (first === 'soak') {
  const minutes = positive(second);
  const { report, isFlat } = await soak(minutes, date);
  if (minutes >= shortestSoak) writeSection('soak', report);
  console.log(report);
  process.exitCode = isFlat ? 0 : 1;
} else {
  const seconds = positive(first);
  const [others = 0] = loadavg();
  const overhead = await measureOverhead(seconds);
  const report = loadReport({ ...(await measureLoad(seconds)), overhead }, { date, others });
  if (seconds >= shortestLoad) writeSection('load', report);
  console.log(report);
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new TypeError(`"${text}" must be a number above 0`);
  return number;
}
