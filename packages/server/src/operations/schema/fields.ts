import { z } from 'zod';
import { extractedPage } from './extracted.js';

/** `true` if both types are identical, including optional and nullable properties. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Expected type of a wrong shape, so that the compiler names the missing or superfluous property. */
type Wanted<Shape, T> =
  Exclude<keyof T, keyof Shape> extends never
    ? Exclude<keyof Shape, keyof T> extends never
      ? never
      : Record<Exclude<keyof Shape, keyof T>, never>
    : Record<Exclude<keyof T, keyof Shape>, z.ZodType>;

/** Schemas by field that describe exactly the object type `T`. */
export interface SchemaFields<T extends object> {
  readonly shape: z.ZodRawShape;
  /** The schema of an object with exactly these fields. It is reused, because zod compiles a schema with its first use. */
  readonly object: z.ZodType<T>;
}

/**
 * Only accepts schemas that together describe exactly `T`, so that a schema which drifts from the type of a parser does not
 * compile.
 *
 * `exactFieldsOf<Suggestion>()({ value: z.string() })`
 */
export function exactFieldsOf<T extends object>(): <Shape extends z.ZodRawShape>(
  shape: Same<z.infer<z.ZodObject<Shape, z.core.$strict>>, T> extends true ? Shape : Wanted<Shape, T>,
) => SchemaFields<T> {
  return (shape) => ({ shape, object: z.strictObject(shape) as unknown as z.ZodType<T> }); // ensured by the type of the parameter
}

/** Schemas by field, for the object type that they describe. */
export function defineFields<Shape extends z.ZodRawShape>(
  shape: Shape,
): SchemaFields<z.infer<z.ZodObject<Shape, z.core.$strict>>> {
  return { shape, object: z.strictObject(shape) };
}

/** The result of a parser without diagnostics, which are collected for the whole answer. */
export type WithoutDiagnostics<Result> = Omit<Result, 'diagnostics'>;

/** The parts of an answer. */
interface AnswerParts {
  /** The fields of the contract. */
  contract: SchemaFields<object>;
  /** Schema of `search_parameters`. */
  parameters: z.ZodType;
  /** Optional additions to the contract. */
  extras: Readonly<Record<string, { description: string; schema: z.ZodType }>>;
}

/** What an answer has if rows were left out of it. */
export const leftOutFields: { truncated: z.ZodType; results_left: z.ZodType } = {
  truncated: z.literal(true).describe('Rows were left out. Only with `max_chars`.').exactOptional(),
  results_left: z.int().min(1).describe('Number of rows that were left out. Only with `truncated`.').exactOptional(),
};

const extracted = z.array(extractedPage).describe('Texts of found pages. Only with `extract`.').exactOptional();

/** Schema of a whole answer. */
export function answerSchema({ contract, parameters, extras }: AnswerParts): z.ZodObject {
  const optional = Object.entries(extras).map(([name, { description, schema }]) => [
    name,
    schema.describe(`${description} Only with \`include=${name}\`.`).exactOptional(),
  ]);
  return z.strictObject({
    ...contract.shape,
    search_parameters: parameters,
    ...Object.fromEntries(optional),
    ...('organic_results' in contract.shape && { extracted }),
  });
}

/** Fields of every row. */
const rowFields = ['title', 'link', 'domain', 'source', 'snippet', 'displayed_link', 'snippet_matched'];

/** The fields whose fill rate is measured, those of rows first. */
export function fillRateFields(shape: Readonly<Record<string, unknown>>, more: readonly string[]): string[] {
  const ofAnswer = more.filter((field) => field.startsWith('answer.'));
  return [
    ...('suggestions' in shape ? ['value'] : rowFields),
    ...more.filter((field) => !ofAnswer.includes(field)),
    ...('pagination' in shape ? ['answer.pagination.next'] : []),
    ...ofAnswer,
  ];
}
