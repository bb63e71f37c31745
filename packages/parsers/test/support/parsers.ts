import { PageError, type ParseOptions, type Parser } from '../../src/index.js';

/** All options that add to a result. */
export const everything: ParseOptions = { blocks: true, dates: true, diagnostics: true };

/** The result of a parser, or the state of the `PageError` that it throws. Any other error is rethrown. */
export function outcomeOf(parse: Parser, body: string | Uint8Array, options?: ParseOptions): object {
  try {
    return parse(body, options);
  } catch (error) {
    if (error instanceof PageError) return { state: error.state };
    throw error;
  }
}
