import type { Engine, Operation as FetchedOperation } from '@svc/fetchers';
import type { Operation } from '@svc/parsers';
import { alphaAutocomplete, alphaEngineDefinition, alphaNews, alphaSearch, alphaVideos } from './alpha.js';
import { betaEngineDefinition, betaSearch } from './beta.js';
import type { Endpoint } from './endpoint.js';
import type { EngineDefinition } from './engine.js';
import { gammaEngineDefinition, gammaSearch } from './gamma.js';
import { findSimilarNames } from './request/nearest.js';

/** What the service knows of each engine; a missing one does not compile. */
export const engineDefinitions: Readonly<Record<Engine, EngineDefinition>> = {
  alpha: alphaEngineDefinition,
  beta: betaEngineDefinition,
  gamma: gammaEngineDefinition,
};

/** The names by which people and models know the engines. */
export const engineDisplayNames: Readonly<Record<Engine, string>> = Object.fromEntries(
  Object.entries(engineDefinitions).map(([engine, { name }]) => [engine, name]),
) as Record<Engine, string>;

/** One endpoint for every operation of fetchers and parsers; a missing one does not compile. */
const byOperation: Readonly<Record<Operation | FetchedOperation, Endpoint>> = {
  'alpha.search': alphaSearch,
  'alpha.news': alphaNews,
  'alpha.videos': alphaVideos,
  'alpha.autocomplete': alphaAutocomplete,
  'beta.search': betaSearch,
  'gamma.search': gammaSearch,
};

/** The known operations that an unknown name may stand for: `google` and `google.search` both mean `alpha.search`. */
export function findSimilarOperations(name: string, known: readonly string[]): string[] {
  const [first = '', kind = 'search'] = name.toLowerCase().split('.');
  const named = Object.entries(engineDisplayNames).find(([, displayName]) => displayName.toLowerCase() === first);
  return findSimilarNames(named === undefined ? name : `${named[0]}.${kind}`, known);
}

/** The endpoint of an operation. */
export function endpointOf(operation: Operation): Endpoint {
  return byOperation[operation];
}

/** The path of each operation. */
export const endpointPaths: Readonly<Record<Operation, string>> = Object.fromEntries(
  Object.entries(byOperation).map(([name, { path }]) => [name, path]),
) as Record<Operation, string>;

/** All search endpoints. */
export const endpoints: readonly Endpoint[] = Object.values(byOperation);
