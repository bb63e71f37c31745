import type { z } from 'zod';
import { ApiError, type Fault, faultsError, mostFaults, quoted } from '../../errors/api-error.js';
import type { Fields } from '../schema/fields.js';
import { namesNear } from './nearest.js';

/** Which parameters go together and which do not. */
export interface ParameterRules<Name extends string = string> {
  /** Pairs of which at most one may be given. */
  exclusive?: readonly (readonly [Name, Name])[];
  /** Pairs that are given both or not at all. */
  together?: readonly (readonly [Name, Name])[];
}

/** What a body is checked against. */
interface BodyRules<Params extends object> extends ParameterRules {
  params: Fields<Params>;
}

/** Checks a value against what is known only at run time, such as the places: the fault, if there is one. */
export type ValueCheck = (value: string) => Fault | undefined;

/** Checks by parameter, made only on values that are right by themselves. */
export type Checks = Readonly<Record<string, ValueCheck>>;

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
  if (first !== undefined) throw faultsError([first, ...rest], unlistedIn(parsed.error));
  if (!parsed.success) throw parsed.error; // cannot be: its issues are faults
  return parsed.data;
}

/** Whether a body gives a parameter: null and `''` do not count. */
export function isGiven(body: unknown, name: string): boolean {
  return isObject(body) && Object.hasOwn(body, name) && body[name] !== null && body[name] !== '';
}

type GivenBody = Readonly<Record<string, unknown>>;

function isObject(body: unknown): body is GivenBody {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function givenIn(body: GivenBody, params: z.ZodRawShape): GivenBody {
  const counts = ([name]: [string, unknown]) => !Object.hasOwn(params, name) || isGiven(body, name);
  return Object.fromEntries(Object.entries(body).filter(counts));
}

/** One fault per parameter: the first thing that is wrong with it. */
function shapeFaults({ issues }: z.ZodError, given: GivenBody, params: z.ZodRawShape): Fault[] {
  const faults = new Map<string, Fault>();
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys.slice(0, mostFaults)) faults.set(name, unknownFault(name, params));
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
  const meant = namesNear(name, Object.keys(params));
  const proposal = meant.length > 0 ? ` Did you mean ${meant.map((known) => `"${known}"`).join(' or ')}?` : '';
  const message = `"${quoted(name)}" is not a parameter of this operation.${proposal}`;
  const fault = { field: quoted(name), code: 'unknown_parameter' as const, message };
  return meant.length > 0 ? { ...fault, suggestions: meant } : fault;
}

/** Of the names that do not exist, not more are looked at than are listed. */
function unlistedIn(error: z.ZodError | undefined): number {
  const issues = error?.issues ?? [];
  const unknown = issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);
  return Math.max(0, unknown - mostFaults);
}

function exclusiveFaults(given: GivenBody, { exclusive = [] }: ParameterRules): Fault[] {
  const broken = exclusive.filter(([one, other]) => Object.hasOwn(given, one) && Object.hasOwn(given, other));
  return broken.flatMap(([one, other]) =>
    [one, other].map((field) => ({
      field,
      code: 'mutually_exclusive' as const,
      message: `"${one}" and "${other}" cannot be used together.`,
    })),
  );
}

function togetherFaults(given: GivenBody, { together = [] }: ParameterRules): Fault[] {
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

function checkFaults(given: GivenBody, faulty: ReadonlySet<string>, checks: Checks): Fault[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (faulty.has(name) || typeof value !== 'string' || !Object.hasOwn(checks, name)) return [];
    return checks[name]?.(value) ?? [];
  });
}

/** The value, unless making it or the rest of the request has faults: then one `ApiError` lists them all. */
export function valueOrFaults<T>(make: () => T, others: readonly Fault[]): T {
  const [first, ...rest] = others;
  if (first === undefined) return make();
  const { faults, unlisted } = faultsOf(make);
  throw faultsError([first, ...rest, ...faults], unlisted);
}

function faultsOf(make: () => unknown): Pick<ApiError, 'faults' | 'unlisted'> {
  try {
    make();
    return { faults: [], unlisted: 0 };
  } catch (error) {
    if (error instanceof ApiError && error.faults.length > 0) return error;
    throw error;
  }
}
