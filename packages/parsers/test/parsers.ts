import {
  PageError,
  type ParseOptions,
  parseAlphaAutocomplete,
  parseAlphaNews,
  parseAlphaSearch,
  parseAlphaVideos,
  parseBetaSearch,
  parseGammaSearch,
} from '../src/index.js';

/** Reads a body; what every parser is. */
export type Parser = (body: string | Uint8Array, options?: ParseOptions) => object;

/** Every parser, by the name of its operation. */
export const parsers: Readonly<Record<string, Parser>> = {
  'alpha.search': parseAlphaSearch,
  'alpha.news': parseAlphaNews,
  'alpha.videos': parseAlphaVideos,
  'alpha.autocomplete': parseAlphaAutocomplete,
  'beta.search': parseBetaSearch,
  'gamma.search': parseGammaSearch,
};

/** What a parser makes of a page: its result, or the state that it throws. Any other error is thrown on. */
export function outcomeOf(parse: Parser, body: string | Uint8Array): object {
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof PageError) return { state: error.state };
    throw error;
  }
}
