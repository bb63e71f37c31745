/** The CPU time of a task in milliseconds, which does not depend on other processes. */
export function cpuTimeOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
