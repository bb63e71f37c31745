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
export {
  type Engine,
  isOperation,
  landmarks,
  operationExtras,
  operationNames,
  operations,
  type Parser,
} from './operations.js';
export type { ParseOptions } from './options.js';
export type {
  Ad,
  AiOverview,
  AnswerBox,
  AnswerItem,
  AnswerKind,
  AnswerList,
  AnswerSection,
  AnswerSource,
  AnswerTable,
  AnswerText,
  Card,
  FeaturedSnippet,
  ImageTile,
  Listing,
  Place,
  Post,
  Product,
  Question,
  RowSitelinks,
  Source,
  Spelling,
  VideoCard,
} from './results/block-items.js';
export {
  type AlphaBlocks,
  type BetaBlocks,
  type ElementType,
  elementTypes,
  type GammaBlocks,
  type KnowledgeGraph,
  type PageColumn,
  type PageElement,
  type RelatedSearch,
} from './results/blocks.js';
export type { Diagnostics, DroppedCandidate, FieldSource } from './results/diagnostics.js';
export type { RichRow } from './results/responses.js';
export {
  type AlphaAutocompleteResult,
  type AlphaNewsResult,
  type AlphaSearchResult,
  type AlphaVideosResult,
  type BetaSearchResult,
  type Extra,
  type ExtraDescription,
  extras,
  type GammaSearchResult,
  type Operation,
  type OperationResults,
  type OrganicResult,
  type PageInfo,
  type Pagination,
  type SearchInformation,
  type Suggestion,
  type VideoResult,
} from './results/responses.js';
