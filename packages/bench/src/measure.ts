/** A function to be timed. */
export interface Contender {
  readonly name: string;
  readonly run: () => unknown;
}

/** Times in milliseconds, ascending. */
export type Samples = readonly number[];

/** How long to sample: until both minimums are reached. */
export interface SamplingOptions {
  /** Minimum milliseconds for all rounds together; 0 for only `minRounds` rounds. */
  readonly minTime: number;
  /** Minimum number of rounds. */
  readonly minRounds: number;
}

/**
 * Times contenders in rounds, starting each round with another one, so that other load affects all of them alike and
 * their ratios are valid even if the times are not. A contender that throws is omitted.
 */
export function timeInterleaved(contenders: readonly Contender[], sampling: SamplingOptions): Map<string, Samples> {
  const able = contenders.filter(warmUp);
  const samples = new Map<string, number[]>(able.map(({ name }) => [name, []]));
  const end = performance.now() + sampling.minTime;
  for (let round = 0; round < sampling.minRounds || performance.now() < end; round++) {
    for (let i = 0; i < able.length; i++) {
      const { name, run } = able[(i + round) % able.length]!;
      samples.get(name)!.push(timed(run));
    }
  }
  for (const times of samples.values()) times.sort((a, b) => a - b);
  return samples;
}

/** The quantile of sorted samples. */
export function quantile(samples: Samples, share: number): number {
  return samples[Math.min(samples.length - 1, Math.floor(share * samples.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

let sink: unknown;

function timed(run: () => unknown): number {
  const start = performance.now();
  sink = run();
  return performance.now() - start;
}

function warmUp({ run }: Contender): boolean {
  try {
    for (let i = 0; i < 3; i++) sink = run();
    return sink !== undefined;
  } catch {
    return false; // a library that cannot parse a page has no time for it
  }
}
