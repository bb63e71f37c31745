/** The mutant that is switched on, and what is passed on the way. Every site of a mutant in the bundle asks here. */
export const mutants = {
  active: -1,
  /** The mutants that are reached, while that is found out: first while the modules are loaded. */
  reached: new Set(),
  /** Sites passed so far, and how many may be: a mutant that goes round for good passes ever more. */
  passed: 0,
  mostPassed: Number.POSITIVE_INFINITY,
};

globalThis.__mutant = (id) => {
  mutants.reached?.add(id);
  if (++mutants.passed > mutants.mostPassed) throw new Error('without end');
  return id === mutants.active;
};
