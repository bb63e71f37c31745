export { parseAlphaAutocomplete } from './alpha/autocomplete.js';
export { parseAlphaNews } from './alpha/news.js';
export { parseAlphaSearch } from './alpha/search.js';
export { parseAlphaVideos } from './alpha/videos.js';
export { type AutoResult, operationOf, parseAuto } from './auto.js';
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
export { isOperation, landmarks, operationNames, operations, type Parser } from './operations.js';
export type { ParseOptions } from './options.js';
export type * from './results/answers.js';
export type * from './results/block-items.js';
export type * from './results/blocks.js';
export { elementTypes } from './results/blocks.js';
export type * from './results/diagnostics.js';
export type * from './results/responses.js';
export { extras, operationExtras } from './results/responses.js';
