import { PageError, type ParseOptions, type Parser } from '../../src/index.js';

/** All that a parser can be asked for. */
export const everything: ParseOptions = { blocks: true, dates: true, diagnostics: true };

/** What a parser makes of a page: its result, or the state that it throws. Any other error is thrown on. */
export function outcomeOf(parse: Parser, body: string | Uint8Array, options?: ParseOptions): object {
  try {
    return parse(body, options);
  } catch (error) {
    if (error instanceof PageError) return { state: error.state };
    throw error;
  }
}
