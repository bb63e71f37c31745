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
 * @param others names of the other parameters of the query string
 */
export function readInclude(
  query: Readonly<Record<string, unknown>>,
  known: readonly string[] = extraNames,
  others: readonly string[] = [],
): ReadInclude {
  const asked = [query.include ?? []].flat().flatMap((list) => String(list).split(','));
  const names = asked.map((name) => name.trim()).filter((name) => name !== '');
  const faults = [
    ...Object.keys(query)
      .filter((name) => name !== 'include' && !others.includes(name))
      .map((name) => unknownParameter(name, ['include', ...others])),
    ...names.filter((name) => !known.includes(name)).map((name) => unknownExtra(name, known)),
  ];
  return { include: known.filter((name) => names.includes(name)), faults };
}

function unknownParameter(name: string, known: readonly string[]): Fault {
  const only = known.length === 1 ? 'the only one is "include"' : `known are ${known.join(', ')}`;
  const message = `"${quoted(name)}" is not a parameter of the query string; ${only}.`;
  const suggestions = known.length === 1 ? [...known] : namesNear(name, known);
  return { field: quoted(name), code: 'unknown_parameter', message, suggestions };
}

function unknownExtra(name: string, known: readonly string[]): Fault {
  const meant = namesNear(name, known);
  const message = `"include" knows no "${quoted(name)}". Known are ${known.join(', ')}.`;
  const fault = { field: 'include', code: 'invalid_parameter' as const, message };
  return meant.length > 0 ? { ...fault, suggestions: meant } : fault;
}
