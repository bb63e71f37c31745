import { PageError, type Parser } from '../../src/index.js';

/** What a parser makes of a page: its result, or the state that it throws. Any other error is thrown on. */
export function outcomeOf(parse: Parser, body: string | Uint8Array, options?: Parameters<Parser>[1]): object {
  try {
    return parse(body, options);
  } catch (error) {
    if (error instanceof PageError) return { state: error.state };
    throw error;
  }
}
