/** Something that is timed. */
export interface Contender {
  readonly name: string;
  readonly run: () => unknown;
}

/** Times in milliseconds, ascending. */
export type Samples = readonly number[];

export interface Effort {
  /** Milliseconds after which no further round begins. */
  readonly budget: number;
  /** Rounds that are run even so. */
  readonly rounds: number;
}

/**
 * Times contenders in turn, round after round, each round begun by another one: what else the machine does meets all
 * of them alike, so that the ratios hold where the times do not. A contender that throws is left out.
 */
export function interleave(contenders: readonly Contender[], effort: Effort): Map<string, Samples> {
  const able = contenders.filter(warmUp);
  const samples = new Map<string, number[]>(able.map(({ name }) => [name, []]));
  const end = performance.now() + effort.budget;
  for (let round = 0; round < effort.rounds || performance.now() < end; round++) {
    for (let i = 0; i < able.length; i++) {
      const { name, run } = able[(i + round) % able.length]!;
      samples.get(name)!.push(timed(run));
    }
  }
  for (const times of samples.values()) times.sort((a, b) => a - b);
  return samples;
}

/** The value below which a share of the sorted samples lies. */
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
    return false; // a peer that cannot read a page has no time for it
  }
}
