import type { z } from 'zod';
import { type Fault, faultsError } from '../errors/api-error.js';
import type { Fields } from '../schema/fields.js';
import { nearest } from './nearest.js';

/** Which parameters go together and which do not. */
export interface ParameterRules<Name extends string = string> {
  /** Pairs of which at most one may be given. */
  exclusive?: readonly (readonly [Name, Name])[];
  /** Pairs that are given both or not at all. */
  together?: readonly (readonly [Name, Name])[];
}

/** What a body is checked against. */
export interface BodyRules<Params extends object> extends ParameterRules {
  params: Fields<Params>;
}

/** Checks a value against what is known only at run time, such as the places: the fault, if there is one. */
export type Check = (value: string) => Fault | undefined;

/** Checks by parameter, made only on values that are right by themselves. */
export type Checks = Readonly<Record<string, Check>>;

/**
 * The parameters that a body gives. A known one that is null or `''` counts as not given. Throws one `ApiError` that
 * lists every fault.
 */
export function readBody<Params extends object>(body: unknown, rules: BodyRules<Params>, checks: Checks): Params {
  if (!isObject(body)) {
    const message = 'The body must be a JSON object.';
    throw faultsError([{ field: '', code: 'invalid_parameter', message }]);
  }
  const { shape } = rules.params;
  const given = givenIn(body, shape);
  const parsed = rules.params.object.safeParse(given);
  const faults = [
    ...(parsed.success ? [] : shapeFaults(parsed.error, given, shape)),
    ...exclusiveFaults(given, rules),
    ...togetherFaults(given, rules),
  ];
  faults.push(...checkFaults(given, new Set(faults.map(({ field }) => field)), checks));
  const [first, ...rest] = faults;
  if (first !== undefined) throw faultsError([first, ...rest]);
  if (!parsed.success) throw parsed.error; // cannot be: its issues are faults
  return parsed.data;
}

type Given = Readonly<Record<string, unknown>>;

function isObject(body: unknown): body is Given {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function givenIn(body: Given, params: z.ZodRawShape): Given {
  const isGiven = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(params, name) || (value !== null && value !== '');
  return Object.fromEntries(Object.entries(body).filter(isGiven));
}

/** One fault per parameter: the first thing that is wrong with it. */
function shapeFaults({ issues }: z.ZodError, given: Given, params: z.ZodRawShape): Fault[] {
  const faults = new Map<string, Fault>();
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) faults.set(name, unknownFault(name, params));
      continue;
    }
    const name = String(issue.path[0]);
    if (faults.has(name)) continue;
    const isMissing = !Object.hasOwn(given, name);
    const code = isMissing ? 'missing_parameter' : 'invalid_parameter';
    faults.set(name, { field: name, code, message: `"${name}" ${isMissing ? 'is required' : issue.message}.` });
  }
  return [...faults.values()];
}

function unknownFault(name: string, params: z.ZodRawShape): Fault {
  const known = nearest(name, Object.keys(params));
  const message = `"${shorten(name)}" is not a parameter of this operation; the nearest one is "${known}".`;
  return { field: shorten(name), code: 'unknown_parameter', message, ...(known && { suggestions: [known] }) };
}

function exclusiveFaults(given: Given, { exclusive = [] }: ParameterRules): Fault[] {
  const broken = exclusive.filter(([one, other]) => Object.hasOwn(given, one) && Object.hasOwn(given, other));
  return broken.flatMap(([one, other]) =>
    [one, other].map((field) => ({
      field,
      code: 'mutually_exclusive' as const,
      message: `"${one}" and "${other}" cannot be used together.`,
    })),
  );
}

function togetherFaults(given: Given, { together = [] }: ParameterRules): Fault[] {
  return together
    .flatMap(([one, other]) => [
      { present: one, absent: other },
      { present: other, absent: one },
    ])
    .filter(({ present, absent }) => Object.hasOwn(given, present) && !Object.hasOwn(given, absent))
    .map(({ present, absent }) => ({
      field: absent,
      code: 'missing_parameter' as const,
      message: `"${absent}" is required with "${present}".`,
    }));
}

function checkFaults(given: Given, faulty: ReadonlySet<string>, checks: Checks): Fault[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (faulty.has(name) || typeof value !== 'string' || !Object.hasOwn(checks, name)) return [];
    return checks[name]?.(value) ?? [];
  });
}

/** A name that a caller made up may be of any length. */
function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
