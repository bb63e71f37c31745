import type { Fault } from '../errors/errors.js';
import { nearest } from '../requests/nearest.js';

/** The extras that `?include=` may ask for. */
export const extras = ['dates', 'blocks', 'diagnostics', 'html'] as const;

/** One of the extras. */
type Extra = (typeof extras)[number];

/** Which extras an answer is to carry. */
export type Include = Readonly<Record<Extra, boolean>>;

/** What the query string of a search says, and every fault of it. */
export interface ReadInclude {
  include: Include;
  faults: readonly Fault[];
}

/** Reads the query string of a search: `include` is a comma-separated list and may be repeated. */
export function readInclude(query: Readonly<Record<string, unknown>>): ReadInclude {
  const asked = [query.include ?? []].flat().flatMap((list) => String(list).split(','));
  const names = asked.map((name) => name.trim()).filter((name) => name !== '');
  const faults = [
    ...Object.keys(query)
      .filter((name) => name !== 'include')
      .map(unknownParameter),
    ...names.filter((name) => !isExtra(name)).map(unknownExtra),
  ];
  const include = {
    dates: names.includes('dates'),
    blocks: names.includes('blocks'),
    diagnostics: names.includes('diagnostics'),
    html: names.includes('html'),
  };
  return { include, faults };
}

function isExtra(name: string): name is Extra {
  return extras.some((extra) => extra === name);
}

function unknownParameter(name: string): Fault {
  const message = `"${name}" is not a parameter of the query string; the only one is "include".`;
  return { field: name, code: 'unknown_parameter', message, suggestions: ['include'] };
}

function unknownExtra(name: string): Fault {
  const known = nearest(name, extras);
  const message = `"include" knows no "${name}"; the nearest is "${known}". Known are ${extras.join(', ')}.`;
  return { field: 'include', code: 'invalid_parameter', message, ...(known && { suggestions: [known] }) };
}
