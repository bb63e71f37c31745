/** The mutant that is switched on, and the sites passed. Every site in the bundle checks it. */
export const mutants = {
  active: -1,
  /** The mutants reached, while they are recorded: first while the modules are loaded. */
  reached: new Set(),
  /** Number of sites passed, and its limit: a mutant in an endless loop exceeds it. */
  passed: 0,
  maxPassed: Number.POSITIVE_INFINITY,
};

/** Tells the parent process, at most every few seconds, that a mutant is not in an endless loop. */
export function sayBusy() {
  if (performance.now() - lastSaid < 5_000) return;
  lastSaid = performance.now();
  process.send('busy');
}

let lastSaid = 0;

globalThis.__mutant = (id) => {
  mutants.reached?.add(id);
  if (++mutants.passed > mutants.maxPassed) throw new Error('endless loop');
  return id === mutants.active;
};
