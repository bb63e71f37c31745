import { expect, it } from 'vitest';
import {
  alphaAutocompleteRequest,
  alphaSearchRequest,
  betaSearchRequest,
  createFetcher,
  encodeCoordinatesUule,
  gammaSearchRequest,
  type PageRequest,
} from '../src/index.js';
import { pageOf, requestFor } from './support/requests.js';

const query = 'tea';

it.each<[name: string, given: PageRequest, same: PageRequest]>([
  [
    'alpha.search',
    alphaSearchRequest({
      ...{ query, page: undefined, gl: undefined, hl: undefined, placeCountry: undefined, uule: undefined },
      ...{ tbs: undefined, safe: undefined, lr: undefined, cr: undefined, nfpr: undefined, filter: undefined },
    }),
    alphaSearchRequest({ query }),
  ],
  [
    'alpha.autocomplete',
    alphaAutocompleteRequest({ query, cp: undefined, gl: undefined, hl: undefined }),
    alphaAutocompleteRequest({ query }),
  ],
  [
    'beta.search',
    betaSearchRequest({
      ...{ query, page: undefined, num: undefined, mkt: undefined, cc: undefined, placeCountry: undefined },
      ...{ coordinates: undefined, placeName: undefined, safe: undefined, freshness: undefined, first: undefined },
    }),
    betaSearchRequest({ query }),
  ],
  [
    'gamma.search',
    gammaSearchRequest({ query, page: undefined, safe: undefined, freshness: undefined }),
    gammaSearchRequest({ query }),
  ],
])('a request of %s is the same with undefined as without', (_, given, same) => {
  expect(given).toStrictEqual(same);
});

it('policies and limits that are undefined have their defaults', async () => {
  const none = { share: undefined, minimum: undefined, window: undefined };
  const failing = async () => pageOf(500);
  const given = createFetcher({
    ...{ adapter: failing, timeout: undefined, attempts: undefined, attemptTimeout: undefined, proxies: undefined },
    ...{ coolDowns: undefined, store: undefined, onAttempt: undefined, budget: none },
    limits: {
      ...{ engine: undefined, caller: undefined, proxy: { alpha: undefined }, gateway: undefined },
      ...{ direct: undefined, queue: undefined, queueTimeout: undefined },
    },
    circuit: { ...none, open: undefined, longest: undefined, callers: undefined },
  });
  const usual = createFetcher({ adapter: failing });
  for (const fetcher of [given, usual]) {
    const judge = () => ({ usable: false, state: 'forbidden', retry: 'other_session', error: new Error() }) as const;
    for (let count = 0; count < 12; count += 1)
      await fetcher.fetch(requestFor('http://engine.test/'), judge).catch(() => undefined);
  }
  const [{ retries, circuit } = {}] = (await given.status()).engines;
  const [expected] = (await usual.status()).engines;
  expect({ retries, circuit }).toEqual({ retries: expected?.retries, circuit: expected?.circuit });
  expect(circuit).toBe('open');
  await Promise.all([given.close(), usual.close()]);
});

it('an undefined time of a location is now', () => {
  expect(encodeCoordinatesUule({ latitude: 1, longitude: 2, time: undefined })).toMatch(/^a\+/);
});
