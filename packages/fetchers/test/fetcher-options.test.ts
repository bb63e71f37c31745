import { expect, it, vi } from 'vitest';
import {
  alphaSearchRequest,
  browserAdapter,
  chainAdapter,
  createDocumentFetcher,
  createFetcher,
  type FetcherOptions,
  gatewayAdapter,
  httpAdapter,
  impitAdapter,
  importPlaces,
  parseProxies,
  proxiesFromFile,
  proxiesFromFunction,
  recordAdapter,
  replayAdapter,
  tryBrowser,
  unblockerAdapter,
} from '../src/index.js';

const adapter = httpAdapter();
const request = alphaSearchRequest({ query: 'tea' });

it.each<[unknown, string]>([
  [undefined, 'The options must be an object'],
  [{}, 'adapter must be an adapter, such as httpAdapter()'],
  [{ adapter: 'http' }, 'adapter must be an adapter'],
  [{ adapter, atempts: 4 }, 'Unknown option "atempts"; known options are adapter, proxies, attempts,'],
  [{ adapter, limits: { engines: 4 } }, 'Unknown option "engines"; known options are engine, proxy, gateway,'],
  [{ adapter, budget: { shares: 1 } }, 'Unknown option "shares"; known options are share, minimum, window'],
  [{ adapter, circuit: { minimal: 3 } }, 'Unknown option "minimal"; known options are share, minimum,'],
  [{ adapter, timeout: '5000' }, 'timeout must be a number above 0'],
  [{ adapter, timeout: 0 }, 'timeout must be a number above 0'],
  [{ adapter, attemptTimeout: Number.NaN }, 'attemptTimeout must be a number above 0'],
  [{ adapter, budget: { share: Number.NaN }, circuit: { share: 0.5 } }, 'share must be a number of at least 0'],
  [{ adapter, circuit: { minimum: '10' } }, 'minimum must be a number of at least 0'],
  [{ adapter, proxies: ['http://proxy.test:8080'] }, 'proxies must be a list from parseProxies()'],
  [{ adapter, proxies: 'http://proxy.test:8080' }, 'proxies must be a list from parseProxies()'],
])('refuses the options %j', (options, message) => {
  expect(() => createFetcher(options as FetcherOptions)).toThrow(TypeError);
  expect(() => createFetcher(options as FetcherOptions)).toThrow(message);
});

// biome-ignore lint/suspicious/noExplicitAny: each function has other options
type AnyFunction = (...args: any[]) => unknown;

it.each<[string, AnyFunction, unknown[], string]>([
  ['httpAdapter', httpAdapter, [{ maxByte: 1 }], 'connectTimeout, responseTimeout, maxBytes'],
  ['browserAdapter', browserAdapter, [{ landmark: {} }], 'executablePath, cdpUrl, sandbox, args, landmarks,'],
  ['tryBrowser', tryBrowser, [{ maxPages: 1 }], 'executablePath, cdpUrl, sandbox, args'],
  ['impitAdapter', impitAdapter, [{ timeOut: 1 }], 'browser, timeout, maxBytes'],
  ['unblockerAdapter', unblockerAdapter, [{ description: {}, apiKey: 'x' }], 'description, key, maxBytes'],
  ['gatewayAdapter', gatewayAdapter, [{ url: 'http://gateway.test', adapter }], 'address, adapter'],
  ['recordAdapter', recordAdapter, [{ adapter, folder: 'x', secret: [] }], 'adapter, folder, secrets, onFault'],
  ['replayAdapter', replayAdapter, [{ path: 'x' }], 'folder'],
  ['chainAdapter', chainAdapter, [[{ name: 'http', adapter, when: [] }]], 'name, adapter, on, for, isDirect'],
  ['createDocumentFetcher', createDocumentFetcher, [{ agent: 'x' }], 'isAllowed, proxies, resolve, userAgent,'],
  ['proxiesFromFile', proxiesFromFile, ['proxies.txt', { interval: 1 }], 'every, onError'],
  ['proxiesFromFunction', proxiesFromFunction, [async () => [], { interval: 1 }], 'every, onError'],
  ['importPlaces', importPlaces, ['places.csv', { save: 'x' }], 'saveAs, onRows'],
  ['search', createFetcher({ adapter }).search, [{ timeout: 1 }], 'signal, deadline, country, caller, tag, device,'],
  ['fetch', createFetcher({ adapter }).fetch, [request, () => undefined, { timeout: 1 }], 'signal, deadline, country,'],
])('%s refuses an unknown option', async (_name, callee, args, known) => {
  const refused = expect(async () => callee(...args)).rejects;
  await refused.toThrow(TypeError);
  await refused.toThrow(/^Unknown option "\w+"; known options are /);
  await refused.toThrow(known);
});

const usable = () => ({ usable: true, value: 1 });

it.each<[string, unknown[], string]>([
  ['an address', [request.url, usable], 'request must be a page request'],
  ['nothing', [undefined, usable], 'request must be a page request'],
  ['a request of an unknown engine', [{ ...request, engine: 'google' }, usable], 'request must be a page request'],
  ['a request with a relative address', [{ ...request, url: '/search' }, usable], 'request must be a page request'],
  ['a request without a judge', [request], 'judge must be a function'],
])('a fetch of %s is refused before anything is sent', async (_, args, message) => {
  const sent = vi.fn();
  const { fetch } = createFetcher({ adapter: sent }) as { fetch: AnyFunction };
  const refused = expect(fetch(...args)).rejects;
  await refused.toThrow(TypeError);
  await refused.toThrow(message);
  expect(sent).not.toHaveBeenCalled();
});

it.each([
  ['nothing', undefined],
  ['true', true],
  ['a result', { rows: [] }],
  ['a failure without an error', { usable: false, state: 'captcha', retry: 'never' }],
  ['a failure without a state', { usable: false, retry: 'never', error: new Error('captcha') }],
])('a judge that returns %s is refused after one attempt', async (_, verdict) => {
  const page = { url: request.url, status: 200, headers: {}, body: new Uint8Array() };
  const adapter = vi.fn(async () => page);
  const { fetch, status } = createFetcher({ adapter });
  for (const judge of [() => verdict, async () => verdict]) {
    const refused = expect(fetch(request, judge as never)).rejects;
    await refused.toThrow(new TypeError(verdictMessage));
  }
  expect(adapter).toHaveBeenCalledTimes(2);
  expect((await status()).engines[0]).toMatchObject({ active: 0, waiting: 0 });
});

const verdictMessage = 'The judge must return { usable: true, value } or { usable: false, state, retry, error }';

it.each(['http://proxy.test:8080', undefined])('parseProxies refuses %j', (entries) => {
  expect(() => parseProxies(entries as never)).toThrow(new TypeError('The proxies must be a list of addresses'));
});
