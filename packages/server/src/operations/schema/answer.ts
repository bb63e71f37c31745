import { z } from 'zod';
import { extractedPage } from './extracted.js';
import type { Fields } from './fields.js';

/** The result of a parser without diagnostics, which are collected for the whole answer. */
export type Contract<Result> = Omit<Result, 'diagnostics'>;

/** The parts of an answer. */
export interface AnswerParts {
  /** The fields of the contract. */
  contract: Fields<object>;
  /** Schema of `search_parameters`. */
  parameters: z.ZodType;
  /** Optional additions to the contract. */
  extras: Readonly<Record<string, { description: string; schema: z.ZodType }>>;
}

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
export function countedIn(shape: Readonly<Record<string, unknown>>, more: readonly string[]): string[] {
  const ofAnswer = more.filter((field) => field.startsWith('answer.'));
  return [
    ...('suggestions' in shape ? ['value'] : rowFields),
    ...more.filter((field) => !ofAnswer.includes(field)),
    ...('pagination' in shape ? ['answer.pagination.next'] : []),
    ...ofAnswer,
  ];
}
