export { parseAlphaAutocomplete } from './alpha/autocomplete.js';
export { parseAlphaNews } from './alpha/news.js';
export { parseAlphaSearch } from './alpha/search.js';
export { parseAlphaVideos } from './alpha/videos.js';
export { type AutoResult, parseAuto } from './auto.js';
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
export { landmarks } from './landmarks.js';
export {
  type Engine,
  isOperation,
  type Operation,
  type OperationResults,
  operationNames,
  operations,
  type Parser,
} from './operations.js';
export type { ParseOptions } from './options.js';
export type {
  Ad,
  AiOverview,
  AlphaBlocks,
  AnswerSource,
  Card,
  FeaturedSnippet,
  ImageTile,
  Place,
  Post,
  Product,
  Question,
  RowSitelinks,
  Source,
  Spelling,
  VideoCard,
} from './results/blocks.js';
export type { Diagnostics, DroppedCandidate, FieldSource } from './results/diagnostics.js';
export {
  type AlphaAutocompleteResult,
  type AlphaNewsResult,
  type AlphaSearchResult,
  type AlphaVideosResult,
  type BetaSearchResult,
  type Extra,
  extras,
  type GammaSearchResult,
  type KnowledgeGraph,
  type OrganicResult,
  type PageInfo,
  type Pagination,
  type RelatedSearch,
  type SearchInformation,
  type Suggestion,
  type VideoResult,
} from './results/responses.js';
