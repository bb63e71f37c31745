export type {
  AccountResponse,
  components,
  Fault,
  Location,
  LocationsResponse,
  OrganicResult,
  operations,
  PageElement,
  Pagination,
  Problem,
  paths,
  SearchAllRequest,
  SearchAllResponse,
  SearchInformation,
  SearchMetadata,
  Suggestion,
  VideoResult,
} from './api.js';
export type * from './block-types.js';
export {
  type CallOptions,
  type ClientOptions,
  createClient,
  type LocationQuery,
  type ParseOptions,
  type SearchOptions,
  type SvcClient,
} from './client.js';
export { problemError, SvcError, type SvcErrorCode, type TransportCode } from './errors.js';
export {
  type BatchAnswer,
  type BatchFailure,
  type BatchLine,
  type BatchLineOf,
  type BatchSuccess,
  type Extra,
  isBatchSuccess,
  type Operation,
  operationNames,
  type PagedOperation,
  type PageExtra,
  type PageOf,
  type RequestOf,
  type ResponseOf,
} from './operations.js';
export type { RetryPolicy } from './retries.js';
