/** The names of the options of a type; the compiler reports those that are missing and those that do not exist. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** Throws a `TypeError` for an option that does not exist: a misspelt one would be ignored, and the default would be used. */
export function assertKnownOptions<T extends object>(options: T, known: OptionNames<T>): void {
  if (typeof options !== 'object' || options === null) throw new TypeError('The options must be an object');
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new TypeError(`Unknown option "${unknown}"; known options are ${Object.keys(known).join(', ')}`);
}
