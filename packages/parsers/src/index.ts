export { parseAlphaAutocomplete } from './alpha/autocomplete.js';
export { parseAlphaNews } from './alpha/news.js';
export { parseAlphaSearch } from './alpha/search.js';
export { parseAlphaVideos } from './alpha/videos.js';
export { parseBetaSearch } from './beta/search.js';
export {
  isPageError,
  PageError,
  type PageErrorDetails,
  type PageState,
  type UnreadableState,
  unreadableStates,
} from './errors.js';
export { parseGammaSearch } from './gamma/search.js';
export { decodeBody } from './html/decode.js';
export {
  type AutoResult,
  isOperation,
  landmarks,
  operationNames,
  operationOf,
  operations,
  type Parser,
  parseAuto,
} from './operations.js';
export type { ParseOptions } from './options.js';
export type * from './results/block-items.js';
export type * from './results/blocks.js';
export { elementTypes } from './results/blocks.js';
export type * from './results/responses.js';
export { extras, operationExtras } from './results/responses.js';
