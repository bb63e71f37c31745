/**
 * The cases of a list that `npm test` tries: one of `every`, or all if the variable SVC_ALL_CASES is set. It is for lists
 * of similar cases that take minutes.
 */
export function sampleOf<T>(cases: readonly T[], every: number): T[] {
  return allCases ? [...cases] : cases.filter((_, index) => index % every === 0);
}

/** Whether tests try all cases. */
export const allCases: boolean = process.env.SVC_ALL_CASES !== undefined;
