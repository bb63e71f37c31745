import { type Fault, quoted } from '../errors/api-error.js';
import { extraNames } from './extras.js';
import { namesNear } from './request/nearest.js';

/** Names of the extras that an answer is to carry, each once, in one order. */
export type Include = readonly string[];

/** What the query string of a search says, and every fault of it. */
export interface ReadInclude {
  include: Include;
  faults: readonly Fault[];
}

/**
 * Reads the query string of a search: `include` is a comma-separated list and may be repeated.
 *
 * @param known what it may name
 */
export function readInclude(
  query: Readonly<Record<string, unknown>>,
  known: readonly string[] = extraNames,
): ReadInclude {
  const asked = [query.include ?? []].flat().flatMap((list) => String(list).split(','));
  const names = asked.map((name) => name.trim()).filter((name) => name !== '');
  const faults = [
    ...Object.keys(query)
      .filter((name) => name !== 'include')
      .map(unknownParameter),
    ...names.filter((name) => !known.includes(name)).map((name) => unknownExtra(name, known)),
  ];
  return { include: known.filter((name) => names.includes(name)), faults };
}

function unknownParameter(name: string): Fault {
  const message = `"${quoted(name)}" is not a parameter of the query string; the only one is "include".`;
  return { field: quoted(name), code: 'unknown_parameter', message, suggestions: ['include'] };
}

function unknownExtra(name: string, known: readonly string[]): Fault {
  const meant = namesNear(name, known);
  const message = `"include" knows no "${quoted(name)}". Known are ${known.join(', ')}.`;
  const fault = { field: 'include', code: 'invalid_parameter' as const, message };
  return meant.length > 0 ? { ...fault, suggestions: meant } : fault;
}
