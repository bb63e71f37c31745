import { type Endpoint, endpoints } from '../../src/index.js';

/** The endpoint of an operation. */
function endpointNamed(name: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (found === undefined) throw new Error(`Unknown operation ${name}`);
  return found;
}

export const alphaSearch: Endpoint = endpointNamed('alpha.search');
export const alphaNews: Endpoint = endpointNamed('alpha.news');
export const alphaVideos: Endpoint = endpointNamed('alpha.videos');
export const alphaAutocomplete: Endpoint = endpointNamed('alpha.autocomplete');
export const betaSearch: Endpoint = endpointNamed('beta.search');
export const gammaSearch: Endpoint = endpointNamed('gamma.search');
