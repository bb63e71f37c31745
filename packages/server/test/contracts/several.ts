/** Two sides of one thing: the same for one process, and of two processes for what they share. */
interface Several<T> {
  one: T;
  other: T;
}

/** Opens them anew, with nothing in them. */
export type OpenSeveral<T> = () => Promise<Several<T>>;

/** Resolves after so many milliseconds. */
export const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
