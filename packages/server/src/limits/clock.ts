/**
 * Milliseconds since 1970 as they were when the process started, counted on evenly: whoever sets the clock of the machine
 * neither locks a key out until the old time comes round nor fills its bucket.
 */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
