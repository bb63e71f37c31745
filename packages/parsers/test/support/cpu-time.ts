/** Milliseconds that the processor spends on a task, whatever else the machine does meanwhile. */
export function cpuTimeOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
