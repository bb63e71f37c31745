/** Some of the properties. An undefined one counts as left out. */
export type Some<T> = { [Name in keyof T]?: T[Name] | undefined };

/** The defaults, replaced by the values that are given. */
export function withDefaults<T extends object>(defaults: T, given: Some<T> = {}): T {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(values) };
}
