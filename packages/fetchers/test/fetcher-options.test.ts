import { expect, it } from 'vitest';
import { createFetcher, type FetcherOptions, httpAdapter } from '../src/index.js';

const adapter = httpAdapter();

it.each<[unknown, string]>([
  [undefined, 'The options must be an object'],
  [{}, 'adapter must be an adapter, such as httpAdapter()'],
  [{ adapter: 'http' }, 'adapter must be an adapter'],
  [{ adapter, atempts: 4 }, 'Unknown option "atempts"; known options are adapter, proxies, attempts,'],
  [{ adapter, proxies: ['http://proxy.test:8080'] }, 'proxies must be a list from parseProxies()'],
  [{ adapter, proxies: 'http://proxy.test:8080' }, 'proxies must be a list from parseProxies()'],
])('refuses the options %j', (options, message) => {
  expect(() => createFetcher(options as FetcherOptions)).toThrow(TypeError);
  expect(() => createFetcher(options as FetcherOptions)).toThrow(message);
});
