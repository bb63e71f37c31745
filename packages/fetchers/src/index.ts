export { type BrowserAdapterOptions, browserAdapter } from './adapters/browser/browser.js';
export type { BrowserOptions } from './adapters/browser/emulation.js';
export { tryBrowser } from './adapters/browser/try-browser.js';
export {
  type RecordAdapterOptions,
  type ReplayAdapterOptions,
  recordAdapter,
  replayAdapter,
} from './adapters/captures.js';
export { type AdapterChain, type ChainStep, chainAdapter } from './adapters/chain.js';
export { type GatewayAdapterOptions, gatewayAdapter } from './adapters/gateway.js';
export { type HttpAdapterOptions, httpAdapter } from './adapters/http.js';
export { type ImpitAdapterOptions, type ImpitBrowser, impitAdapter } from './adapters/impit.js';
export type {
  UnblockerAnswerPart,
  UnblockerDescription,
  UnblockerFault,
  UnblockerFaultRule,
  UnblockerTemplate,
} from './adapters/unblocker/description.js';
export { type UnblockerAdapterOptions, unblockerAdapter } from './adapters/unblocker/unblocker.js';
export type { AttemptEvent } from './attempt-event.js';
export type { CleanPage } from './captures/clean-page.js';
export { createPageCleaner, type PageCleaner } from './captures/clean-page.js';
export { type CaptureMeta, type CaptureNotes, type CaptureWriter, createCaptureWriter } from './captures/writer.js';
export {
  createDocumentFetcher,
  type DocumentFetcherOptions,
  type DocumentRequest,
  type DocumentTarget,
  type FetchDocument,
} from './documents.js';
export { type Engine, engines, type Operation, parseUrl } from './engines.js';
export {
  causesOf,
  copyErrorWithoutSecrets,
  FetchError,
  type FetchErrorCode,
  type FetchErrorOptions,
  type ProxyRefusal,
} from './errors.js';
export {
  createFetcher,
  type EngineStatus,
  type Fetched,
  type Fetcher,
  type FetcherStatus,
  type Search,
} from './fetcher.js';
export { memoryHealthStore } from './health/memory-store.js';
export type { Allowance, Backoff, Counts, Health, HealthStore } from './health/store.js';
export { type BrowserVersion, type OutdatedVersion, outdatedVersions } from './identity/profiles.js';
export type { FetcherOptions, SearchOptions } from './options.js';
export {
  type Country,
  countries,
  findCountry,
  isCountryCode,
  isLanguageCode,
  isMarketCode,
  type Language,
  languages,
  toIsoCountryCode,
} from './places/countries.js';
export type { PlaceFilter } from './places/finder.js';
export { importPlaces, type PlaceImportOptions } from './places/import.js';
export { includedPlaces, type Places, type ResolvedPlace } from './places/places.js';
export type { Place, Point, UuleLocation, UulePoint } from './places/types.js';
export { decodeUule, encodeCoordinatesUule, encodeNameUule, isUule } from './places/uule.js';
export type { RetryBudgetPolicy, RetryBudgetState } from './policies/budget.js';
export type { CircuitState } from './policies/circuit.js';
export type { CircuitPolicy } from './policies/circuit-policy.js';
export { type CoolDown, coolDowns } from './policies/cool-downs.js';
export { readDateHeader, readRetryAfter } from './policies/retry.js';
export {
  type AlphaAutocompleteParams,
  type AlphaSearchParams,
  alphaAutocompleteRequest,
  alphaLastPage,
  alphaNewsRequest,
  alphaPageSize,
  alphaSearchRequest,
  alphaVideosRequest,
  type BooleanFlag,
} from './requests/alpha.js';
export { type BetaSearchParams, betaSearchRequest, type Coordinates } from './requests/beta.js';
export { type GammaSearchParams, gammaLastPage, gammaSearchRequest } from './requests/gamma.js';
export type { Freshness } from './requests/locale.js';
export type { ProxyExitStatus } from './session-pool/exit.js';
export type { ConcurrencyLimits } from './session-pool/limits.js';
export {
  type ProxySource,
  type ProxySourceOptions,
  parseProxies,
  proxiesFromFile,
  proxiesFromFunction,
} from './session-pool/proxies.js';
export { createSession } from './session-pool/session.js';
export type {
  Adapter,
  AdapterContext,
  Closable,
  Device,
  HeaderProfile,
  Judge,
  JudgeContext,
  PageRequest,
  ProxyServer,
  RawPage,
  RetryAdvice,
  Session,
  SessionCookies,
  SessionTraits,
  Suspect,
  Unusable,
  Usable,
  Verdict,
} from './types.js';
