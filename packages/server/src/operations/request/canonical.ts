/** Parameters that mean the same in any case. */
const caseless: ReadonlySet<string> = new Set(['gl', 'cc', 'hl', 'mkt']);

/** Parameters for which 1 is true and 0 is false. */
const switches: ReadonlySet<string> = new Set(['nfpr', 'filter']);

/** What a parameter means when it is not given. */
const usual: Readonly<Record<string, unknown>> = { page: 1, cp: 0, device: 'desktop' };

/**
 * Makes what spells the parameters of an operation in the one way that stands for all those of the same meaning: codes in
 * lower case, defaults written out, names in order. It tells whether two requests have the same answer, and is never sent
 * anywhere.
 *
 * @param known the parameters that the operation takes
 */
export function createCanonical(known: object): (given: object) => Readonly<Record<string, unknown>> {
  const names = Object.keys(known).sort();
  return (given) => {
    const values: Readonly<Record<string, unknown>> = { ...given };
    return Object.fromEntries(names.map((name) => [name, canonicalValue(name, values[name] ?? usual[name])]));
  };
}

function canonicalValue(name: string, value: unknown): unknown {
  if (typeof value === 'string' && caseless.has(name)) return value.toLowerCase();
  if (typeof value === 'number' && switches.has(name)) return value === 1;
  return name === 'page' && value === 0 ? 1 : value; // 0 and 1 both mean the first page
}
