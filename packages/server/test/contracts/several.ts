/** Two views of one store: the same object within a process, or two objects as in two processes. */
interface Several<T> {
  one: T;
  other: T;
}

/** Opens two views of a new, empty store. */
export type OpenSeveral<T> = () => Promise<Several<T>>;

/** Resolves after this many milliseconds. */
export const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
