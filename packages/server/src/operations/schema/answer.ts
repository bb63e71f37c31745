import { z } from 'zod';
import { extractedPage } from './extracted.js';
import type { Fields } from './fields.js';

/** A parser's result less its diagnostics, which are put together for the whole answer. */
export type Contract<Result> = Omit<Result, 'diagnostics'>;

/** What an answer is made of. */
export interface AnswerParts {
  /** The fields of its contract. */
  contract: Fields<object>;
  /** Schema of `search_parameters`. */
  parameters: z.ZodType;
  /** What it carries beyond the contract only where it was asked for. */
  extras: Readonly<Record<string, { description: string; schema: z.ZodType }>>;
}

const extracted = z.array(extractedPage).describe('Pages that were found, read. Only with `extract`.').exactOptional();

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
