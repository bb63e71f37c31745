import { closedLoop, createCaller } from './caller.js';
import { startLoaded } from './loaded.js';

/** Bytes that are in use after one part of the soak. */
interface Sample {
  readonly heapUsed: number;
  readonly rss: number;
  /** Answers since the start. */
  readonly answers: number;
}

/** How many times memory is looked at. */
const parts = 10;

/** How much the heap may grow from the first half of the soak to the second, in bytes: what is compiled late, not what is kept. */
const mostGrowth = 3_000_000;

/** Searches for so many minutes, good pages and hostile ones, and looks whether memory grows. */
export async function soak(minutes: number, date: string): Promise<{ report: string; isFlat: boolean }> {
  const loaded = await startLoaded({ engineDelay: 20, env: { SVC_CACHE: 'memory', SVC_CACHE_MEGABYTES: '2' } });
  const caller = createCaller(loaded);
  let sent = 0;
  const search = () => {
    sent += 1;
    return caller.search(sent % 200 === 0 ? 'no page answers this' : undefined);
  };
  const samples: Sample[] = [];
  for (let part = 0; part < parts; part += 1) {
    await closedLoop(search, { callers: 4, seconds: (minutes * 60) / parts });
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
  const isFlat = late - early <= mostGrowth;
  const rows = samples.map(
    ({ heapUsed, rss, answers }, part) =>
      `| ${(((part + 1) * minutes) / parts).toFixed(1)} | ${answers} | ${mega(heapUsed)} | ${mega(rss)} |`,
  );
  const report = `# Whether memory grows

Written by \`pnpm bench:load soak ${minutes}\` on ${date}: four callers, distinct searches, one in 200 for a hostile page, a cache of 2 MB;
the heap after a collection. From the first half to the second it grew by ${mega(late - early)} MB: ${isFlat ? 'flat' : 'NOT FLAT'}.

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
