import type { z } from 'zod';
import {
  ApiError,
  errorFromFaults,
  type Fault,
  maxFaultsPerError,
  truncateForMessage,
} from '../../errors/api-error.js';
import type { SchemaFields } from '../schema/fields.js';
import { didYouMean, findSimilarNames } from './nearest.js';

/** Rules between parameters. */
export interface ParameterRules<Name extends string = string> {
  /** Pairs that must not be given together. */
  exclusive?: readonly (readonly [Name, Name])[];
  /** Pairs that must be given together. */
  together?: readonly (readonly [Name, Name])[];
}

/** The parameters and rules of a body. */
interface BodyRules<Params extends object> extends ParameterRules {
  params: SchemaFields<Params>;
}

/** Checks a value against data of the service, such as the places; returns the fault, if any. */
export type ValueCheck = (value: string) => Fault | undefined;

/** Checks by parameter. They are only run on otherwise valid values. */
export type ParameterChecks = Readonly<Record<string, ValueCheck>>;

/**
 * The parameters that a body gives. A known one that is null or `''` counts as not given. Throws one `ApiError` that
 * lists every fault.
 */
export function validateParameters<Params extends object>(
  body: unknown,
  rules: BodyRules<Params>,
  checks: ParameterChecks,
): Params {
  if (!isObject(body)) {
    const message = 'The body must be a JSON object.';
    throw errorFromFaults([{ field: '', code: 'invalid_parameter', message }]);
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
  if (first !== undefined) throw errorFromFaults([first, ...rest], unlistedIn(parsed.error));
  if (!parsed.success) throw parsed.error; // unreachable: its issues are faults
  return parsed.data;
}

/** Whether a body has a parameter; null and `''` do not count. */
export function hasParameter(body: unknown, name: string): boolean {
  return isObject(body) && Object.hasOwn(body, name) && body[name] !== null && body[name] !== '';
}

type GivenBody = Readonly<Record<string, unknown>>;

function isObject(body: unknown): body is GivenBody {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function givenIn(body: GivenBody, params: z.ZodRawShape): GivenBody {
  const counts = ([name]: [string, unknown]) => !Object.hasOwn(params, name) || hasParameter(body, name);
  return Object.fromEntries(Object.entries(body).filter(counts));
}

/** One fault per parameter, the first one. */
function shapeFaults({ issues }: z.ZodError, given: GivenBody, params: z.ZodRawShape): Fault[] {
  const faults = new Map<string, Fault>();
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys.slice(0, maxFaultsPerError)) faults.set(name, unknownFault(name, params));
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
  const meant = findSimilarNames(name, Object.keys(params));
  const message = `"${truncateForMessage(name)}" is not a parameter of this operation.${didYouMean(meant)}`;
  const fault = { field: truncateForMessage(name), code: 'unknown_parameter' as const, message };
  return meant.length > 0 ? { ...fault, suggestions: meant } : fault;
}

/** Number of unknown names that are not listed as faults. */
function unlistedIn(error: z.ZodError | undefined): number {
  const issues = error?.issues ?? [];
  const unknown = issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);
  return Math.max(0, unknown - maxFaultsPerError);
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

function checkFaults(given: GivenBody, faulty: ReadonlySet<string>, checks: ParameterChecks): Fault[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (faulty.has(name) || typeof value !== 'string' || !Object.hasOwn(checks, name)) return [];
    return checks[name]?.(value) ?? [];
  });
}

/** Returns the value, unless creating it or the rest of the request has faults: then throws one `ApiError` with all faults. */
export function createOrThrowFaults<T>(make: () => T, others: readonly Fault[]): T {
  const [first, ...rest] = others;
  if (first === undefined) return make();
  const { faults, unlisted } = faultsOf(make);
  throw errorFromFaults([first, ...rest, ...faults], unlisted);
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
