import { z } from 'zod';
import type { Fields } from './fields.js';

/** A parser's result less its diagnostics, which are put together for the whole answer. */
export type Contract<Result> = Omit<Result, 'diagnostics'>;

/** What any answer may carry beyond its contract, when `?include=` asks for it. */
const extras = {
  diagnostics: z
    .looseObject({ pages_gathered: z.int(), stopped: z.string(), pages: z.array(z.looseObject({})) })
    .describe('How the pages were got and read. Only with `include=diagnostics`.')
    .exactOptional(),
  html: z.array(z.string()).describe('The pages as they came. Only with `include=html`.').exactOptional(),
};

/** Schema of a whole answer. */
export function answerSchema(result: Fields<object>, echo: Fields<object>): z.ZodType {
  return z.strictObject({ ...result.shape, search_parameters: z.strictObject(echo.shape), ...extras });
}
