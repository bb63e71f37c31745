// Reads pages of a labelled corpus, named by SVC_CORPUS, after random changes. Fails if a parser throws anything but a
// PageError, returns a result that breaks the guarantees for all results (links, texts, numbers), or takes more than 50
// times the median time per character.
// Arguments: number of pages (10000), seed (1).
import { PageError } from '../src/index.js';
import { allExtras, breachesOf } from '../test/support/breaches.js';
import { cpuTimeOf } from '../test/support/cpu-time.js';
import { disturb } from '../test/support/disturb.js';
import { randomNumbers } from '../test/support/generated-pages.js';
import { readLabelled, type SavedPage } from '../test/support/pages.js';

/** A changed page, and the outcome of reading it. */
interface Run {
  name: string;
  page: SavedPage;
  body: string;
  /** `read`, the state of a `PageError`, or the stack of any other error. */
  ending: string;
  /** Milliseconds per character. */
  pace: number;
}

const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);
const maxTimesMedian = 50;
/** Milliseconds. Shorter runs are harmless for pages of any size. */
const minimumTime = 50;
/** Number of slow runs to measure again. */
const maxKept = 200;

const corpus = process.env.SVC_CORPUS;
if (corpus === undefined)
  console.warn('SKIPPED: no page was read, because SVC_CORPUS is not set to a folder of labelled pages.');
else fuzz(readLabelled(corpus));

function fuzz(pages: readonly SavedPage[]): void {
  if (pages.length === 0) throw new Error('The corpus contains no pages');
  const others = pages.map(({ text }) => text);
  const endings = new Map<string, number>();
  const paces: number[] = [];
  let slowest: Run[] = [];
  for (let i = 0; i < count; i++) {
    const run = readChanged(i, pages, others);
    endings.set(run.ending, (endings.get(run.ending) ?? 0) + 1);
    paces.push(run.pace);
    if (run.pace * run.body.length > minimumTime) slowest.push(run);
    if (slowest.length > maxKept * 2) slowest = slowest.sort(bySlowness).slice(0, maxKept);
    if (isFault(run.ending)) console.error(`${run.name}: ${run.ending}`);
  }
  report(endings, paces, slowest.map(timedAgain).sort(bySlowness));
}

function readChanged(index: number, pages: readonly SavedPage[], others: readonly string[]): Run {
  const random = randomNumbers(seed * 1_000_003 + index);
  const page = pages[Math.floor(random() * pages.length)] as SavedPage;
  const { name, text } = page;
  const body = disturb({ page: text, others, random });
  let ending = '';
  const time = cpuTimeOf(() => {
    ending = endingOf(page, body);
  });
  return { name: `page ${index}, from ${name}`, page, body, ending, pace: time / (body.length || 1) };
}

function report(endings: ReadonlyMap<string, number>, paces: number[], slowest: readonly Run[]): void {
  const median = paces.sort((a, b) => a - b)[Math.floor(paces.length / 2)] ?? 0;
  const times = (pace: number) => `${(pace / median).toFixed(1)} times the median`;
  const slow = slowest.filter(({ pace }) => pace > maxTimesMedian * median);
  for (const { name, pace } of slow) console.error(`${name}: ${times(pace)}`);
  console.log(
    `${count} pages, seed ${seed}; median ${(median * 1e6).toFixed(0)} ns per character; slowest ${times(slowest[0]?.pace ?? 0)}`,
  );
  for (const [ending, number] of [...endings].sort((a, b) => b[1] - a[1]))
    console.log(`${String(number).padStart(7)}  ${ending}`);
  if (slow.length > 0 || [...endings.keys()].some(isFault)) process.exitCode = 1;
}

function endingOf(page: SavedPage, body: string): string {
  try {
    const [breach] = breachesOf(page.parse(body, allExtras(page)));
    return breach === undefined ? 'read' : `FAULT ${breach}`;
  } catch (error) {
    if (error instanceof PageError) return error.state;
    return `FAULT ${error instanceof Error ? error.stack : String(error)}`;
  }
}

function isFault(ending: string): boolean {
  return ending.startsWith('FAULT');
}

function bySlowness(a: Run, b: Run): number {
  return b.pace - a.pace;
}

/** The best of three more runs, so that a garbage collection does not count. */
function timedAgain(run: Run): Run {
  const times = [0, 1, 2].map(() => cpuTimeOf(() => endingOf(run.page, run.body)));
  return { ...run, pace: Math.min(run.pace, ...times.map((time) => time / run.body.length)) };
}
