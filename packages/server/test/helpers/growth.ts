/** Maximum number of rounds. The fastest of them counts, as other load can only slow a round down. */
const rounds = 25;

/** A growth that only linear time reaches: no further round is needed then. */
const linear = 6;

/**
 * How much more processor time some work takes for four times the size: 4 if it is linear, 16 if it is quadratic.
 *
 * @param work does the work for a size
 */
export function growthOf(work: (size: number) => void, size: number): number {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds && !(large / small < linear); round += 1) {
    small = Math.min(
      small,
      timeOf(() => work(size)),
    );
    large = Math.min(
      large,
      timeOf(() => work(4 * size)),
    );
  }
  return large / small;
}

function timeOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return user + system;
}
