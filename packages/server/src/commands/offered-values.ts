import type { Argument, Option } from 'commander';

/** The values that shells offer for an option or an argument. */
export interface OfferedValues {
  readonly values: readonly string[];
  /** Whether a value is a comma-separated list of them. @default false */
  readonly isList?: boolean;
}

const offered = new WeakMap<Option | Argument, OfferedValues>();

/** Lets shells offer values. Unlike `choices`, it refuses no other value: where it is used, a better message does. */
export function offerValues<T extends Option | Argument>(declared: T, values: OfferedValues): T {
  offered.set(declared, values);
  return declared;
}

/** The values to offer: those that were declared, otherwise the choices. */
export function offeredValues(declared: Option | Argument): OfferedValues {
  return offered.get(declared) ?? { values: declared.argChoices ?? [] };
}
